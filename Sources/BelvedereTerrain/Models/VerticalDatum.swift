/// The surface from which elevations are measured.
///
/// Sea level follows the geoid, which lies between 106 m below (south of India) and 85 m above (New
/// Guinea) the WGS 84 ellipsoid: heights above sea level and above the ellipsoid differ by as much.
/// The height above the ellipsoid is the elevation above sea level plus the geoid's undulation
/// there. SRTM's tiles are above EGM96. Belvedere has no model of the geoid: it keeps what a file
/// says, and does not mix datums unless it is told how far they lie apart.
public enum VerticalDatum: Sendable, Hashable, CustomStringConvertible {
  /// Sea level as a model of the geoid has it; `nil` where the model is not known. Models of the
  /// geoid differ by a metre or two.
  case meanSeaLevel(geoid: Geoid?)
  /// The WGS 84 ellipsoid.
  case ellipsoid

  /// A model of the geoid.
  public struct Geoid: Sendable, Hashable {
    /// The name, such as `EGM96`.
    public let name: String

    /// Names a model.
    public init(_ name: String) { self.name = name }

    /// The Earth Gravitational Models of 1996 and 2008.
    public static let egm96 = Geoid("EGM96")
    public static let egm2008 = Geoid("EGM2008")
    /// The North American Vertical Datum of 1988, of which the USGS's elevations are.
    public static let navd88 = Geoid("NAVD88")
    /// The National Geodetic Vertical Datum of 1929, which was in use before it.
    public static let ngvd29 = Geoid("NGVD29")
  }

  /// Whether elevations above both may stand side by side: an unknown geoid goes with every other.
  public func isCompatible(with other: VerticalDatum) -> Bool {
    switch (self, other) {
    case (.ellipsoid, .ellipsoid): true
    case (.meanSeaLevel(let a), .meanSeaLevel(let b)): a == nil || b == nil || a == b
    default: false
    }
  }

  public var description: String {
    switch self {
    case .meanSeaLevel(nil): "sea level"
    case .meanSeaLevel(let geoid?): "sea level (\(geoid.name))"
    case .ellipsoid: "the WGS 84 ellipsoid"
    }
  }
}
