@_exported import BelvedereAnnotations
@_exported import BelvedereCameraModel
@_exported import BelvedereElevationFiles
@_exported import BelvedereFiles
@_exported import BelvedereFilms
@_exported import BelvedereFlightCharts
@_exported import BelvedereFlightFiles
@_exported import BelvedereFlightPlanning
@_exported import BelvedereGeoMath
@_exported import BelvedereGeodesy
@_exported import BelvedereImaging
@_exported import BelvedereLimits
@_exported import BelvedereRelief
@_exported import BelvedereSceneModel
@_exported import BelvedereSceneRendering
@_exported import BelvedereSnapshots
@_exported import BelvedereTerrain
@_exported import BelvedereText
@_exported import BelvedereWorld

/// The version of the package (https://semver.org).
public let belvedereVersion = "0.1.0"
