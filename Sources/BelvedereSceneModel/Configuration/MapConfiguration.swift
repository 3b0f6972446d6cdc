import BelvedereElevationFiles

/// What kind of map is drawn, as MapKit's configurations say it: one value, so that it changes as a whole.
///
/// Each kind has the settings that it supports and no others; a muted satellite picture or buildings on one
/// cannot be written.
public enum MapConfiguration: Sendable, Hashable {
  /// A drawn map.
  case standard(StandardMapConfiguration)
  /// Pictures from above with roads, names and points of interest over them.
  case hybrid(HybridMapConfiguration)
  /// Pictures from above alone.
  case imagery(ImageryMapConfiguration)

  /// The drawn map on realistic ground.
  public init() { self = .standard(StandardMapConfiguration()) }

  /// Whether the ground is level or as it is.
  public enum ElevationStyle: String, Sendable, Hashable, CaseIterable {
    /// Ground, roads and bridges lie flat.
    case flat
    /// Hills are hills.
    case realistic
  }

  /// How strong a drawn map's details are.
  public enum EmphasisStyle: String, Sendable, Hashable, CaseIterable {
    case `default`
    /// Pale and nearly gray, so that what lies over the map stands out.
    case muted
  }

  /// By day or by night.
  public enum Appearance: String, Sendable, Hashable, CaseIterable {
    case light, dark
  }

  /// The three kinds by name.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case standard, hybrid, imagery
  }

  /// Which kind it is.
  public var kind: Kind {
    switch self {
    case .standard: .standard
    case .hybrid: .hybrid
    case .imagery: .imagery
    }
  }

  /// Whether the ground is level or as it is.
  public var elevationStyle: ElevationStyle {
    switch self {
    case .standard(let map): map.elevationStyle
    case .hybrid(let map): map.elevationStyle
    case .imagery(let map): map.elevationStyle
    }
  }

  /// The pictures from above; `nil` for a drawn map.
  public var imagery: RasterTiles? {
    switch self {
    case .standard: nil
    case .hybrid(let map): map.imagery
    case .imagery(let map): map.imagery
    }
  }

  /// Whether buildings are drawn: MapKit extrudes them on drawn maps only.
  public var showsBuildings: Bool {
    if case .standard(let map) = self { map.showsBuildings } else { false }
  }

  /// Whether names are drawn.
  public var showsLabels: Bool {
    switch self {
    case .standard(let map): map.showsLabels
    case .hybrid(let map): map.showsLabels
    case .imagery: false
    }
  }

  /// Whether roads have the colours of the traffic on them.
  public var showsTraffic: Bool {
    switch self {
    case .standard(let map): map.showsTraffic
    case .hybrid(let map): map.showsTraffic
    case .imagery: false
    }
  }

  /// Which points of interest are shown.
  public var pointOfInterestFilter: PointOfInterestFilter {
    switch self {
    case .standard(let map): map.pointOfInterestFilter
    case .hybrid(let map): map.pointOfInterestFilter
    case .imagery: .excludingAll
    }
  }

  /// Whether an annotation is drawn: points of interest by their category, what is drawn as a label with the
  /// labels, all others always.
  public func shows(_ annotation: Annotation) -> Bool {
    if let category = annotation.category, pointOfInterestFilter.excludes(category) { return false }
    if case .label = annotation.appearance { return showsLabels }
    return true
  }

  /// Whether an annotation's texts are drawn: those of points of interest are the map's own labels.
  public func showsTexts(of annotation: Annotation) -> Bool {
    annotation.category == nil || showsLabels
  }
}

/// A drawn map: MapKit's `MKStandardMapConfiguration`.
public struct StandardMapConfiguration: Sendable, Hashable {
  /// Level or as it is; here realistic unless told otherwise, in MapKit flat.
  public var elevationStyle: MapConfiguration.ElevationStyle
  /// How strong its details are.
  public var emphasisStyle: MapConfiguration.EmphasisStyle
  /// By day or by night. In MapKit the map's view has that; pictures from above have none.
  public var appearance: MapConfiguration.Appearance
  /// Which points of interest are shown.
  public var pointOfInterestFilter: PointOfInterestFilter
  /// Whether names are drawn: labels, and the texts of points of interest.
  public var showsLabels: Bool
  /// Whether buildings are drawn.
  public var showsBuildings: Bool
  /// Whether roads have the colours of the traffic on them, where the scene knows it.
  public var showsTraffic: Bool

  /// Makes a configuration.
  public init(
    elevationStyle: MapConfiguration.ElevationStyle = .realistic,
    emphasisStyle: MapConfiguration.EmphasisStyle = .default,
    appearance: MapConfiguration.Appearance = .light,
    pointOfInterestFilter: PointOfInterestFilter = .includingAll, showsLabels: Bool = true,
    showsBuildings: Bool = true, showsTraffic: Bool = false
  ) {
    self.elevationStyle = elevationStyle
    self.emphasisStyle = emphasisStyle
    self.appearance = appearance
    self.pointOfInterestFilter = pointOfInterestFilter
    self.showsLabels = showsLabels
    self.showsBuildings = showsBuildings
    self.showsTraffic = showsTraffic
  }
}

/// Pictures from above with roads and names: MapKit's `MKHybridMapConfiguration`.
public struct HybridMapConfiguration: Sendable, Hashable {
  /// The pictures.
  public var imagery: RasterTiles
  /// Level or as it is.
  public var elevationStyle: MapConfiguration.ElevationStyle
  /// Which points of interest are shown.
  public var pointOfInterestFilter: PointOfInterestFilter
  /// Whether names are drawn: labels, and the texts of points of interest.
  public var showsLabels: Bool
  /// Whether roads have the colours of the traffic on them, where the scene knows it.
  public var showsTraffic: Bool

  /// Makes a configuration.
  public init(
    imagery: RasterTiles, elevationStyle: MapConfiguration.ElevationStyle = .realistic,
    pointOfInterestFilter: PointOfInterestFilter = .includingAll, showsLabels: Bool = true,
    showsTraffic: Bool = false
  ) {
    self.imagery = imagery
    self.elevationStyle = elevationStyle
    self.pointOfInterestFilter = pointOfInterestFilter
    self.showsLabels = showsLabels
    self.showsTraffic = showsTraffic
  }
}

/// Pictures from above: MapKit's `MKImageryMapConfiguration`.
public struct ImageryMapConfiguration: Sendable, Hashable {
  /// The pictures.
  public var imagery: RasterTiles
  /// Level or as it is.
  public var elevationStyle: MapConfiguration.ElevationStyle

  /// Makes a configuration.
  public init(
    imagery: RasterTiles, elevationStyle: MapConfiguration.ElevationStyle = .realistic
  ) {
    self.imagery = imagery
    self.elevationStyle = elevationStyle
  }
}
