import BelvedereElevationFiles
import BelvedereSceneModel

/// As what the ground is painted.
struct GroundLook: Sendable, Hashable {
  /// What lies lowest.
  enum Base: Sendable, Hashable {
    /// Land and water, what covers the land, and roads.
    case map
    /// Nothing: tiles lie over it that are the map.
    case blank
    /// Pictures from above, and land and water where there are none.
    case imagery(RasterTiles, hasRoads: Bool)
  }

  var theme = MapTheme.standard
  var base = Base.map
  /// Whether roads have the colours of traffic.
  var hasTraffic = false

  init() {}

  /// - Parameter isReplaced: whether tiles over the map take its place.
  init(_ configuration: MapConfiguration, isReplaced: Bool) {
    theme = MapTheme(configuration)
    hasTraffic = configuration.showsTraffic
    switch configuration {
    case .standard: base = isReplaced ? .blank : .map
    case .hybrid(let map): base = isReplaced ? .blank : .imagery(map.imagery, hasRoads: true)
    case .imagery(let map): base = isReplaced ? .blank : .imagery(map.imagery, hasRoads: false)
    }
  }
}
