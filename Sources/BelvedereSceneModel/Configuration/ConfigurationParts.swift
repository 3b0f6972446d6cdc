import BelvedereElevationFiles

/// What a file or a command line says of a configuration: some of its parts, by name.
public struct ConfigurationParts: Sendable, Hashable {
  /// Another kind of map.
  public var kind: MapConfiguration.Kind?
  public var elevationStyle: MapConfiguration.ElevationStyle?
  public var emphasisStyle: MapConfiguration.EmphasisStyle?
  public var appearance: MapConfiguration.Appearance?
  public var pointOfInterestFilter: PointOfInterestFilter?
  public var showsLabels: Bool?
  public var showsBuildings: Bool?
  public var showsTraffic: Bool?

  /// Nothing said.
  public init() {}

  /// Whether nothing is said.
  public var isEmpty: Bool { self == ConfigurationParts() }

  /// A configuration with these parts instead of its own.
  ///
  /// - Parameters:
  ///   - base: what is kept of it is what the kind of map supports.
  ///   - imagery: the scene's pictures from above.
  /// - Throws: ``ConfigurationError`` for parts that the kind of map does not have.
  public func applied(
    to base: MapConfiguration, imagery: RasterTiles?
  ) throws(ConfigurationError) -> MapConfiguration {
    let kind = kind ?? base.kind
    let own: [(String, Bool)] = [
      ("appearance", appearance != nil), ("emphasis", emphasisStyle != nil),
      ("buildings", showsBuildings == true),
    ]
    let shared: [(String, Bool)] = [
      ("pointsOfInterest", pointOfInterestFilter != nil), ("labels", showsLabels == true),
      ("traffic", showsTraffic == true),
    ]
    let refused: [(String, Bool)] =
      switch kind {
      case .standard: []
      case .hybrid: own
      case .imagery: own + shared
      }
    if let part = refused.first(where: \.1) { throw .unsupported(part: part.0, of: kind) }
    let elevation = elevationStyle ?? base.elevationStyle
    // Imagery has no points of interest of its own to keep.
    let filter =
      pointOfInterestFilter
      ?? (base.kind == .imagery ? .includingAll : base.pointOfInterestFilter)
    let labels = showsLabels ?? (base.kind == .imagery ? true : base.showsLabels)
    let traffic = showsTraffic ?? base.showsTraffic
    if kind == .standard {
      var map = StandardMapConfiguration()
      if case .standard(let before) = base { map = before }
      map.elevationStyle = elevation
      map.pointOfInterestFilter = filter
      map.showsLabels = labels
      map.showsTraffic = traffic
      if let emphasisStyle { map.emphasisStyle = emphasisStyle }
      if let appearance { map.appearance = appearance }
      if let showsBuildings { map.showsBuildings = showsBuildings }
      return .standard(map)
    }
    guard let tiles = imagery ?? base.imagery else { throw .noImagery(kind) }
    if kind == .hybrid {
      return .hybrid(
        HybridMapConfiguration(
          imagery: tiles, elevationStyle: elevation, pointOfInterestFilter: filter,
          showsLabels: labels, showsTraffic: traffic))
    }
    return .imagery(ImageryMapConfiguration(imagery: tiles, elevationStyle: elevation))
  }
}

/// Why parts make no configuration.
public enum ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of map has no such part.
  case unsupported(part: String, of: MapConfiguration.Kind)
  /// There are no pictures from above.
  case noImagery(MapConfiguration.Kind)
  /// A category that there is not.
  case unknownCategory(String)

  public var description: String {
    switch self {
    case .unsupported(let part, let kind):
      let kinds =
        ["pointsOfInterest", "labels", "traffic"].contains(part)
        ? "standard and hybrid" : "standard"
      return "a map of the kind \"\(kind.rawValue)\" has no \(part); it goes with \(kinds) maps"
    case .noImagery(let kind):
      return
        "a map of the kind \"\(kind.rawValue)\" needs pictures from above: name colour tiles by "
        + "\"imagery\" in the scene, or with --imagery"
    case .unknownCategory(let name):
      let words = PointOfInterestCategory.allCases.map(\.rawValue)
      let hint = closestMatch(to: name, among: words).map { "; did you mean \"\($0)\"?" }
      return "unknown category \"\(name.prefix(40))\""
        + (hint ?? "; MapKit's 73 are known, such as museum, cafe or park")
    }
  }
}

extension PointOfInterestFilter {
  /// From a text: `all`, `none`, `including:cafe,museum` or `excluding:airport`; `nil` for another form.
  public init?(text: String) throws(ConfigurationError) {
    switch text {
    case "all": self = .includingAll
    case "none": self = .excludingAll
    default:
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "including" || parts[0] == "excluding" else { return nil }
      var categories: Set<PointOfInterestCategory> = []
      for name in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
        categories.insert(try PointOfInterestCategory(named: String(name)))
      }
      self = parts[0] == "including" ? .including(categories) : .excluding(categories)
    }
  }
}

extension PointOfInterestCategory {
  /// By its name.
  init(named name: String) throws(ConfigurationError) {
    guard let category = PointOfInterestCategory(rawValue: name) else {
      throw .unknownCategory(name)
    }
    self = category
  }
}
