import Belvedere

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Places and pairs of places, the same ones in every run.
///
/// Source: SplitMix64; Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct RandomPlaces: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &self)
  }

  /// Anywhere, evenly over the globe.
  mutating func place() -> Coordinate {
    Coordinate(latitude: asin(number(-1...1)) * 180 / .pi, longitude: number(-180...180))
  }

  /// At most a distance in metres away; about, and nearer the pole for places that end there.
  mutating func place(near center: Coordinate, within meters: Double) -> Coordinate {
    let north = number(-1...1) * meters * 0.7 / 111_320
    let east = number(-1...1) * meters * 0.7 / 111_320
    let shrinkage = max(0.001, cos(center.latitude * .pi / 180))
    return Coordinate(
      latitude: min(max(center.latitude + north, -90), 90),
      longitude: center.longitude + east / shrinkage)
  }

  /// Within five degrees of a pole, and one time in eight at it.
  mutating func polarPlace(isNorthern: Bool) -> Coordinate {
    let latitude = next() % 8 == 0 ? 90 : number(85...90)
    return Coordinate(
      latitude: isNorthern ? latitude : -latitude, longitude: number(-180...180))
  }
}

/// Pairs of places by what makes them easy or hard for a solver.
enum PairKind: String, CaseIterable {
  case world, near = "below 10 km", antipodal = "nearly antipodal", polar

  /// Two places as latitude, longitude, latitude, longitude.
  func pair(_ random: inout RandomPlaces) -> [Double] {
    var from = random.place()
    let to: Coordinate
    switch self {
    case .world: to = random.place()
    case .near: to = random.place(near: from, within: 10_000)
    case .antipodal:
      to = Coordinate(
        latitude: min(max(random.number(-1...1) - from.latitude, -90), 90),
        longitude: from.longitude + 180 + random.number(-1...1))
    case .polar:
      let isNorthern = random.next() % 2 == 0
      from = random.polarPlace(isNorthern: isNorthern)
      to = random.polarPlace(isNorthern: isNorthern)
    }
    return [from.latitude, from.longitude, to.latitude, to.longitude]
  }
}
