import Belvedere

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Rays of one kind.
struct RaySet {
  let name: String
  let rays: [SurfaceRay]

  /// Rays through the pixels of 1280 × 720 in tiles of 4 × 4, an eye so high above the middle of the
  /// ground, 36.87° of view.
  init(_ name: String, _ ground: Ground, altitude: Double, pitch: Double, heading: Double) {
    self.name = name
    let (p, h) = (pitch * .pi / 180, heading * .pi / 180)
    // y points south.
    let horizontal = Vector3(sin(h), -cos(h), 0)
    let forward = horizontal * sin(p) + Vector3(0, 0, -cos(p))
    let right = Vector3(cos(h), sin(h), 0)
    let up = horizontal * cos(p) + Vector3(0, 0, sin(p))
    let middle = Ground.step * Double(Ground.size / 2)
    let eye =
      Vector3(middle, middle, ground.middle + altitude) - horizontal * (altitude * tan(p))
    let slope = 1.0 / 3
    var rays: [SurfaceRay] = []
    for top in stride(from: 0, to: 720, by: 4) {
      for left in stride(from: 0, to: 1280, by: 4) {
        for k in 0..<16 {
          let x = (Double(left + k % 4) + 0.5 - 640) / 360 * slope
          let y = (360 - Double(top + k / 4) - 0.5) / 360 * slope
          let direction = forward + right * x + up * y
          rays.append(Self.rounded(eye, direction / direction.length))
        }
      }
    }
    self.rays = rays
  }

  /// Rays from anywhere above the ground to anywhere on it, no two alike.
  init(random name: String, _ ground: Ground) {
    self.name = name
    var state: UInt64 = 1
    func number(_ range: ClosedRange<Double>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let part = Double(state >> 11) / Double(1 << 53)
      return range.lowerBound + (range.upperBound - range.lowerBound) * part
    }
    let width = Ground.step * Double(Ground.size - 1)
    rays = (0..<400_000).map { _ in
      let eye = Vector3(number(0...width), number(0...width), number(900...4000))
      let place = Vector3(number(0...width), number(0...width), number(0...500))
      return Self.rounded(eye, (place - eye).normalized)
    }
  }

  /// In single precision, which both sides hold.
  private static func rounded(_ origin: Vector3, _ direction: Vector3) -> SurfaceRay {
    func single(_ v: Vector3) -> Vector3 {
      Vector3(Double(Float(v.x)), Double(Float(v.y)), Double(Float(v.z)))
    }
    return SurfaceRay(origin: single(origin), direction: single(direction))
  }

  static func all(_ ground: Ground) -> [RaySet] {
    [
      RaySet("straight down, 3000 m", ground, altitude: 3000, pitch: 0, heading: 0),
      RaySet("pitch 55, 1500 m", ground, altitude: 1500, pitch: 55, heading: 30),
      RaySet("pitch 60, 1000 m", ground, altitude: 1000, pitch: 60, heading: 200),
      RaySet("pitch 70, 500 m", ground, altitude: 500, pitch: 70, heading: 30),
      RaySet("pitch 85, 200 m", ground, altitude: 200, pitch: 85, heading: 120),
      RaySet(random: "no two alike", ground),
    ]
  }
}
