import BelvedereGeoMath

/// A ray through the air of a spherical Earth, cut into pieces that are short where the air is dense.
struct AirRay {
  /// The eye's distance from the Earth's centre, metres, and the ray's parts across and along the vertical.
  let eye, sine, rise: Double
  /// Metres along the ray, from the eye on.
  private(set) var pieces: [(middle: Double, length: Double)] = []

  /// Pieces on each side of the densest place.
  static let steps = 16

  init(_ row: AirTable.Row, eyeHeight: Double) {
    let (radius, top) = (Atmosphere.planetRadius, Atmosphere.airTop)
    eye = radius + eyeHeight
    var isDown = true
    switch row {
    case .ground(let μ): sine = radius / eye * max(1 - μ * μ, 0).squareRoot()
    case .limb(let height): sine = min((radius + height) / eye, 1)
    case .rising(let z):
      sine = max(1 - z * z, 0).squareRoot()
      isDown = false
    }
    let cosine = max(1 - sine * sine, 0).squareRoot()
    rise = isDown ? -cosine : cosine
    // The lowest point, and where the ray enters and leaves the air.
    let lowest = -eye * rise
    let reach = max(top * top - eye * eye * sine * sine, 0).squareRoot()
    let start = max(lowest - reach, 0)
    var end = lowest + reach
    if case .ground(let μ) = row { end = lowest - radius * μ }
    let densest = min(max(lowest, start), end)
    func place(_ i: Int, _ far: Double) -> Double {
      let t = Double(i) / Double(Self.steps)
      return densest + (far - densest) * t * t
    }
    func add(_ from: Double, _ to: Double) { pieces.append(((from + to) / 2, to - from)) }
    if densest > start {
      for i in (0..<Self.steps).reversed() { add(place(i + 1, start), place(i, start)) }
    }
    if end > densest { for i in 0..<Self.steps { add(place(i, end), place(i + 1, end)) } }
  }

  /// Follows the ray towards an azimuth from the sun, which stands to the north.
  func march(_ azimuth: Double, sun: Vector3, _ again: DiffuseAir) -> AirMarch {
    let d = Vector3(sine * sin(azimuth), sine * cos(azimuth), rise)
    var march = AirMarch(d, sun: sun)
    for piece in pieces {
      let p = Vector3(0, 0, eye) + d * piece.middle
      march.pass(p, step: piece.length, again: again.light(p.dot(sun) / p.length))
    }
    return march
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
