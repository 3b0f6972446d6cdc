import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bounds of every camera over a stretch of time.
struct CameraBox {
  /// Map points of the centre; x goes on beyond the edges of the world.
  var x, y: Interval
  /// Metres.
  var distance: Interval
  /// Degrees.
  var pitch, heading: Interval
  /// Metres from the centre to the eye, level and upwards.
  private(set) var reach, height: Interval

  init(x: Interval, y: Interval, distance: Interval, pitch: Interval, heading: Interval) {
    self.x = x
    self.y = y
    self.distance = distance
    self.pitch = pitch
    self.heading = heading
    (reach, height) = Self.eye(distance, pitch)
  }

  private static func eye(_ distance: Interval, _ pitch: Interval) -> (Interval, Interval) {
    let (a, b) = (pitch.low * .pi / 180, pitch.high * .pi / 180)
    // Pitches lie within [0, 90].
    return (
      Interval(distance.low * sin(a), distance.high * sin(b)),
      Interval(distance.low * max(cos(b), 0), distance.high * cos(a))
    )
  }

  /// The box with changes of all channels; see `MapCamera.moved(by:)`.
  mutating func move(by low: Channels, _ high: Channels) {
    x = x + Interval(low[Channel.east], high[Channel.east])
    y = (y + Interval(low[Channel.south], high[Channel.south])).held(to: 0...MapPoint.worldWidth)
    distance = Interval(
      distance.low * exp(low[Channel.zoom]), distance.high * exp(high[Channel.zoom]))
    pitch = (pitch + Interval(low[Channel.pitch], high[Channel.pitch])).held(to: 0...90)
    heading = heading + Interval(low[Channel.heading], high[Channel.heading])
    (reach, height) = Self.eye(distance, pitch)
  }

  /// The box with the eyes so many metres higher over the same ground.
  mutating func lift(by metres: Interval) {
    height = height + metres
    distance = Interval(hypot(reach.low, height.low), hypot(reach.high, height.high))
    pitch = Interval(
      atan2(reach.low, height.high) * 180 / .pi, atan2(reach.high, height.low) * 180 / .pi)
  }

  /// Map points of the places right below the eyes.
  var below: (x: Interval, y: Interval) {
    let (north, south) = (latitude(at: y.low), latitude(at: y.high))
    // Most metres for a map point where the cosine is greatest.
    let nearest = north >= 0 && south <= 0 ? 0 : min(abs(north), abs(south))
    let least = MapPoint.metersPerMapPoint(at: max(abs(north), abs(south)))
    let most = MapPoint.metersPerMapPoint(at: nearest)
    let length = Interval(reach.low / most, reach.high / least)
    let (sine, cosine) = Self.sineAndCosine(heading)
    return (x - length * sine, y + length * cosine)
  }

  private func latitude(at y: Double) -> Double { MapPoint(x: 0, y: y).coordinate.latitude }

  private static func sineAndCosine(_ degrees: Interval) -> (sine: Interval, cosine: Interval) {
    guard degrees.width < 90 else { return (Interval(-1, 1), Interval(-1, 1)) }
    let (a, b) = (degrees.low * .pi / 180, degrees.high * .pi / 180)
    var sine = Interval(between: sin(a), and: sin(b))
    var cosine = Interval(between: cos(a), and: cos(b))
    // The quarter turns inside, of which there is one at most.
    let quarter = (degrees.low / 90).rounded(.up)
    if quarter * 90 <= degrees.high {
      switch quarter - 4 * (quarter / 4).rounded(.down) {
      case 0: cosine.high = 1
      case 1: sine.high = 1
      case 2: cosine.low = -1
      default: sine.low = -1
      }
    }
    // Degrees become radians with an error of their own.
    let rounding = 1e-15 * (1 + abs(a))
    return (
      Interval(sine.low - rounding, sine.high + rounding),
      Interval(cosine.low - rounding, cosine.high + rounding)
    )
  }
}
