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
  /// How bright the lamps on the streets are, in steps from 0 to ``lampSteps``: the ground is painted anew for each.
  private(set) var lamps = 0
  /// So many that in a film of the dusk none is seen.
  private static let lampSteps = 24

  init() {}

  /// Lights the lamps of a standard map when the sun is down.
  mutating func setLamps(sunElevation: Double) {
    guard theme == .standard else {
      lamps = 0
      return
    }
    let light = CityLights.street(night: CityLights.night(sunElevation: sunElevation))
    lamps = Int(clamping: Double(light) * Double(Self.lampSteps), in: 0...Self.lampSteps)
  }

  /// The colours in which it is painted.
  var palette: GroundPalette {
    var palette = theme.palette
    // By night main roads are seen from afar by their lamps, which are lit slowly.
    if lamps > 0 { palette.fadeLines(by: Float(lamps) / Float(Self.lampSteps)) }
    return palette
  }

  /// Whether the outlines of buildings that are not fully extruded are painted on it.
  func paintsFootprints(_ content: SolidContent, extrusion: Double) -> Bool {
    base == .map && content.hasBuildings && extrusion < 1
  }

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
