import Belvedere
import BelvedereCityImport
import BelvedereFiles
import BelvedereOSM

/// A source of an import: what kind it is, and how it is read.
struct ImportSource {
  enum Kind: Hashable {
    case tiles, geoJSON, flatGeobuf, cityModel, cityGML, xml, pbf
  }

  let path: String
  let kind: Kind

  /// - Throws: `CommandFailure` for what cannot be a source.
  init(_ path: String) throws {
    self.path = path
    guard InputFile.kind(of: path) != .missing else {
      throw CommandFailure(.inputRefused, "\(path): there is no such file")
    }
    guard [.regular, .folder].contains(InputFile.kind(of: path)) else {
      throw CommandFailure(.inputRefused, "\(path): is no file and no folder")
    }
    if VectorTileArchive.isPlausible(path) {
      kind = .tiles
      return
    }
    let start = try InputFile.start(of: path, count: 256)
    if CityImport.isFlatGeobuf(start) {
      kind = .flatGeobuf
      return
    }
    // The two have one beginning.
    if CityImport.isGeoJSON(try InputFile.start(of: path, count: 1 << 16)) {
      kind = .geoJSON
      return
    }
    if CityImport.isCityJSON(start) {
      kind = .cityModel
      return
    }
    if CityImport.isCityGML(try InputFile.start(of: path, count: 4096)) {
      kind = .cityGML
      return
    }
    switch ExtractKind(start) {
    case .pbf: kind = .pbf
    case .xml: kind = .xml
    case .other(let reason): throw CommandFailure(.inputRefused, "\(path): \(reason)")
    }
  }

  /// What tells whether something else would become of it: of its content and the settings; `nil` for a folder.
  func key(settings: String) throws -> String? {
    guard InputFile.kind(of: path) == .regular else { return nil }
    var digest = ContentDigest()
    digest.add(Array(settings.utf8))
    try InputFile.forEachPart(of: path) { digest.add($0) }
    return digest.text
  }

  /// What it holds.
  ///
  /// - Throws: `CommandFailure` that names it.
  func city(
    _ options: CityImport.Options, memory: Int, _ tell: @escaping (Double) -> Bool
  ) throws -> CityImport {
    switch kind {
    case .tiles:
      let archive = try VectorTileArchive(path: path)
      do throws(TileImportError) {
        return try CityImport(
          tiles: archive, options: options, maximumMemory: memory, progress: tell)
      } catch {
        throw CommandFailure(
          error.isMemory ? .limit : error.isScratch ? .outputNotWritten : .inputRefused,
          (error.namesFile ? "" : "\(path): ") + error.description)
      }
    case .geoJSON:
      return try features { () throws(FeatureImportError) in
        try CityImport(geoJSON: path, options: options, maximumMemory: memory, progress: tell)
      }
    case .flatGeobuf:
      let bytes = try InputFile.read(
        path, maximumBytes: min(1 << 31, memory / 2),
        remedy: "cut it, such as with ogr2ogr -spat, or raise --memory")
      return try features { () throws(FeatureImportError) in
        try CityImport(
          flatGeobuf: bytes, options: options, maximumMemory: memory - bytes.count, progress: tell)
      }
    case .cityModel:
      let bytes = try InputFile.read(
        path, maximumBytes: min(Limits.standard.maximumJSONBytes, memory / 2),
        remedy: "raise --memory, or cut it with 'cjio FILE subset --bbox'")
      do throws(CityModelError) {
        return try CityImport(
          cityJSON: bytes, options: options, maximumMemory: memory, progress: tell)
      } catch {
        throw CommandFailure(
          error.isMemory ? .limit : .inputRefused, "\(path): \(error.description)")
      }
    case .cityGML:
      let bytes = try InputFile.read(
        path, maximumBytes: min(1 << 30, memory / 2),
        remedy: "cut it, such as with citygml-tools, or raise --memory")
      do throws(CityModelError) {
        return try CityImport(
          cityGML: bytes, options: options, maximumMemory: memory, progress: tell)
      } catch {
        throw CommandFailure(.inputRefused, "\(path): \(error.description)")
      }
    case .xml:
      let bytes = try InputFile.read(
        path, maximumBytes: min(1 << 30, (memory + (64 << 20)) / Self.memoryPerByteOfXML),
        remedy:
          "raise --memory, or convert it to .osm.pbf with 'osmium cat', of which any size is read")
      return try osm { () throws(OSMError) in
        try CityImport(xml: bytes, options: options, maximumMemory: memory, progress: tell)
      }
    case .pbf:
      return try osm { () throws(OSMError) in
        try CityImport(pbf: path, options: options, maximumMemory: memory, progress: tell)
      }
    }
  }

  private func features(
    _ read: () throws(FeatureImportError) -> CityImport
  ) throws -> CityImport {
    do throws(FeatureImportError) {
      return try read()
    } catch {
      throw CommandFailure(
        error.isMemory ? .limit : error.isScratch ? .outputNotWritten : .inputRefused,
        "\(path): \(error.description)")
    }
  }

  /// XML is read into objects that lie in memory beside it.
  private static let memoryPerByteOfXML = 4

  private func osm(_ read: () throws(OSMError) -> CityImport) throws -> CityImport {
    do throws(OSMError) {
      return try read()
    } catch {
      let status: ExitStatus =
        switch error.kind {
        case .memory: .limit
        case .scratch: .outputNotWritten
        default: .inputRefused
        }
      throw CommandFailure(status, "\(path): \(error.description)")
    }
  }
}
