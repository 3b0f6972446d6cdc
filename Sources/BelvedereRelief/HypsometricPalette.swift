import BelvedereImaging

/// The colour of an elevation: land from green lowlands over ochre and brown to white, water from
/// light shallows to dark depths.
///
/// Colours are sRGB-encoded, red, green and blue in [0, 1]. Between the stops they run in straight
/// lines.
public struct HypsometricPalette: Sendable, Hashable {
  /// The elevations in metres between which the colours of land run.
  public let land: ClosedRange<Double>
  /// Whether ground at or below 0 is water.
  public let hasSea: Bool
  private let low, scale: Float

  /// Makes a palette; a range of less than 1 m is taken as 1 m.
  public init(land: ClosedRange<Double>, hasSea: Bool = true) {
    self.land = land
    self.hasSea = hasSea
    low = Float(land.lowerBound)
    scale = Float(1 / max(land.upperBound - land.lowerBound, 1))
  }

  /// The colour of land at an elevation in metres.
  public func landColor(_ elevation: Float) -> SIMD3<Float> {
    Self.color(Self.landStops, (elevation - low) * scale)
  }

  /// The colour of water over ground at an elevation in metres, 0 and below.
  public func waterColor(_ elevation: Float) -> SIMD3<Float> {
    Self.color(Self.waterStops, -elevation)
  }

  /// How much of ground at an elevation is land, in [0, 1].
  public func landPart(_ elevation: Float) -> Float {
    hasSea ? min(max((elevation - 0.2) / 0.6, 0), 1) : 1
  }

  /// The colour of ground at an elevation.
  public func color(_ elevation: Float) -> SIMD3<Float> {
    let part = landPart(elevation)
    if part >= 1 { return landColor(elevation) }
    let water = waterColor(elevation)
    return part <= 0 ? water : water + (landColor(max(elevation, 0)) - water) * part
  }

  private struct Stop {
    let at: Float
    let color: SIMD3<Float>

    init(_ at: Float, _ hex: String) {
      self.at = at
      let c = Color(hex: hex) ?? Color(red: 0.5, green: 0.5, blue: 0.5)
      color = SIMD3(Float(c.red), Float(c.green), Float(c.blue))
    }
  }

  /// By the part of the way from the lowest to the highest land.
  private static let landStops = [
    Stop(0, "#8DB58A"), Stop(0.08, "#9DBF8F"), Stop(0.20, "#BDCD9A"), Stop(0.34, "#DCD9A6"),
    Stop(0.48, "#E3CB98"), Stop(0.62, "#CFA97A"), Stop(0.76, "#B58C6B"), Stop(0.88, "#B9A597"),
    Stop(1, "#F7F5F2"),
  ]

  /// By metres of depth.
  private static let waterStops = [
    Stop(0, "#BFDCE6"), Stop(50, "#A9CFE0"), Stop(200, "#8FBFD8"), Stop(1000, "#649FC4"),
    Stop(4000, "#3F76A6"), Stop(8000, "#2A5585"),
  ]

  private static func color(_ stops: [Stop], _ position: Float) -> SIMD3<Float> {
    var previous = stops[0]
    guard position > previous.at else { return previous.color }
    for stop in stops.dropFirst() {
      if position < stop.at {
        let t = (position - previous.at) / (stop.at - previous.at)
        return previous.color + (stop.color - previous.color) * t
      }
      previous = stop
    }
    return previous.color
  }
}
