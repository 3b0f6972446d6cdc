import Belvedere

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The ground that is looked at: 1024 × 1024 samples 30 m apart, hills of up to some 800 m around a
/// flatter middle, and sea.
struct Ground {
  static let size = 1024
  static let step = 30.0

  let samples: [Float]

  /// The samples of a file: its last 1024² numbers, single precision, little-endian, row-major.
  init(file: String) throws {
    let bytes = try InputFile.read(
      file, maximumBytes: 1 << 30, remedy: "give a smaller file")
    let count = Self.size * Self.size
    guard bytes.count >= 4 * count else { throw GroundError(file: file) }
    samples = bytes.suffix(4 * count).withUnsafeBytes { raw in
      (0..<count).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  /// Invented hills: nine octaves of noise, each with 0.42 times the height of the one before.
  init() {
    var samples: [Float] = []
    samples.reserveCapacity(Self.size * Self.size)
    for j in 0..<Self.size {
      for i in 0..<Self.size {
        let (x, y) = (Double(i) / 1024, Double(j) / 1024)
        var height = 0.0
        var amplitude = 420.0
        var frequency = 2.0
        for octave in 0..<9 {
          height += amplitude * Self.noise(x * frequency, y * frequency, octave)
          amplitude *= 0.42
          frequency *= 2
        }
        let middle = hypot(x - 0.5, y - 0.5)
        let weight = 1 / (1 + exp((0.23 - middle) / 0.03))
        samples.append(Float(max(0, 60 + height * (0.2 + 0.8 * weight))))
      }
    }
    self.samples = samples
  }

  /// Smooth noise between −1 and 1 with a period of one unit.
  private static func noise(_ x: Double, _ y: Double, _ octave: Int) -> Double {
    let (i, j) = (Int(x), Int(y))
    let (u, v) = (x - Double(i), y - Double(j))
    func value(_ i: Int, _ j: Int) -> Double {
      var z = UInt64(i) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(j) &* 0xC2B2_AE3D_27D4_EB4F
      z = (z &+ UInt64(octave)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 29)) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ (z >> 32)) >> 11) / Double(1 << 52) - 1
    }
    let (su, sv) = (smoothstep(0, 1, u), smoothstep(0, 1, v))
    return mix(
      mix(value(i, j), value(i + 1, j), su), mix(value(i, j + 1), value(i + 1, j + 1), su), sv)
  }

  /// The ground in the middle.
  var middle: Double { Double(samples[Self.size / 2 * Self.size + Self.size / 2]) }

  /// The surface at the equator, its map points scaled so that samples are 30 of them apart: the rays
  /// of both sides have the same numbers.
  func surface() throws -> TerrainSurface {
    let lines = (0..<Self.size).map { Double($0) * Self.step }
    return try TerrainSurface(
      anchor: Coordinate(latitude: 0, longitude: 0), columns: lines, rows: lines, samples: samples)
  }
}

struct GroundError: Error, CustomStringConvertible {
  let file: String
  var description: String { "\(file) does not hold 1024 × 1024 numbers of single precision" }
}
