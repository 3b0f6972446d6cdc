#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The whole environment in which GDAL's programs run.
enum GDALEnvironment {
  static var values: [String: String] {
    var values = fixed
    // Where libraries and their tables lie is the installation's business.
    for name in ["LD_LIBRARY_PATH", "GDAL_DATA", "PROJ_DATA", "PROJ_LIB", "GDAL_DRIVER_PATH"] {
      values[name] = getenv(name).map { String(cString: $0) }
    }
    return values
  }

  /// Source: "Configuration options", GDAL's documentation.
  private static let fixed = [
    "LC_ALL": "C",
    // Nothing is written beside the file.
    "GDAL_PAM_ENABLED": "NO",
    "GDAL_CACHEMAX": "64",
    "GDAL_NUM_THREADS": "1",
    // No servers, neither as files nor through drivers, and a proxy that is not there for the rest.
    "CPL_VSIL_CURL_ALLOWED_EXTENSIONS": ".none",
    "GDAL_SKIP":
      "WMS WCS WMTS HTTP EEDA EEDAI DAAS PLMOSAIC PLSCENES NGW OGCAPI STACIT STACTA RASDAMAN "
      + "PostGISRaster GeoRaster",
    "GDAL_HTTP_PROXY": "127.0.0.1:9",
    "GDAL_HTTP_TIMEOUT": "1",
    "GDAL_HTTP_MAX_RETRY": "0",
    "PROJ_NETWORK": "OFF",
    // Virtual rasters run no programs of theirs and read no other file's bytes as samples.
    "GDAL_VRT_ENABLE_PYTHON": "NO",
    "GDAL_VRT_RAWRASTERBAND_ALLOWED_SOURCE": "SIBLING_OR_CHILD_OF_VRT_PATH",
  ]
}
