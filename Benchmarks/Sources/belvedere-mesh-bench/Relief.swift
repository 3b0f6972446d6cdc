import Belvedere
import Foundation

/// Invented grounds of 4096 × 4096 heights, 30 m apart from north to south.
enum Relief: String, CaseIterable {
  /// Mountains as rough at every scale as a fractal of dimension 2.5: neighbours differ by 10 m.
  case harsh
  /// Hills of a few kilometres.
  case smooth

  static let width = 4096
  static let place = Coordinate(latitude: 46.3, longitude: 7.57)

  func model() -> HeightField {
    let samples = self == .harsh ? Self.fractal() : Self.hills()
    let side = Double(Self.width - 1) / 3600
    return HeightField(
      width: Self.width, height: Self.width,
      bounds: GeographicBounds(south: 46, west: 7, north: 46 + side, east: 7 + side),
      samples: samples)
  }

  private static func hills() -> [Float] {
    (0..<(width * width)).map { k in
      let (u, v) = (Float(k % width) / 130, Float(k / width) / 130)
      return 600 + 200 * (sin(u) * cos(v * 1.3) + 0.5 * sin(u * 2.7 + v))
    }
  }

  /// Squares and diamonds on a torus: each level halves the step and takes 1/√2 of the height.
  private static func fractal() -> [Float] {
    let mask = width - 1
    var h = [Float](repeating: 0, count: width * width)
    var state: UInt64 = 42
    func random() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
    }
    h.withUnsafeMutableBufferPointer { h in
      func at(_ x: Int, _ y: Int) -> Float { h[(y & mask) * width + (x & mask)] }
      var step = width / 4
      var amplitude: Float = 900
      for y in stride(from: 0, to: width, by: step) {
        for x in stride(from: 0, to: width, by: step) { h[y * width + x] = amplitude * random() }
      }
      while step > 1 {
        let half = step / 2
        amplitude *= 0.70711
        for y in stride(from: half, to: width, by: step) {
          for x in stride(from: half, to: width, by: step) {
            let sum =
              at(x - half, y - half) + at(x + half, y - half) + at(x - half, y + half)
              + at(x + half, y + half)
            h[y * width + x] = sum / 4 + amplitude * random()
          }
        }
        for y in stride(from: 0, to: width, by: half) {
          for x in stride(from: (y / half & 1) == 0 ? half : 0, to: width, by: step) {
            let sum = at(x - half, y) + at(x + half, y) + at(x, y - half) + at(x, y + half)
            h[y * width + x] = sum / 4 + amplitude * 0.70711 * random()
          }
        }
        step = half
      }
    }
    return h.map { $0 + 1500 }
  }
}
