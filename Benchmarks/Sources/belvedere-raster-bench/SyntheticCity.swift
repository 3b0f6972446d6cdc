import BelvedereGeoMath
import BelvedereRasterization

/// Blocks of fifty buildings on level ground, as many as wanted, seen from above the middle.
struct SyntheticCity {
  /// Buildings of a block, and metres from one block to the next.
  static let blockBuildings = 50
  private static let pitch = 160.0

  let batches: [TriangleBatch]
  let placements: [BatchPlacement]

  /// A city of at least so many buildings; eight different blocks are placed by turns.
  init(buildings: Int) {
    var random = SplitMix(state: 7)
    batches = (0..<8).map { _ in Self.block(&random) }
    let side = Int((Double(buildings) / Double(Self.blockBuildings)).squareRoot().rounded(.up))
    placements = (0..<(side * side)).map { i in
      BatchPlacement(
        batch: Int(random.next() >> 61),
        origin: Vector3(Double(i % side - side / 2), Double(i / side - side / 2), 0) * Self.pitch)
    }
  }

  /// Buildings drawn, ground aside.
  var buildings: Int { placements.count * Self.blockBuildings }

  /// 150 m above the ground, looking 70° up from straight down: the ground ends 5.4 km away.
  func view(width: Int, height: Int, bearing: Double) -> RasterView {
    let camera = CameraList.Camera(name: "", altitude: 150, pitch: 70, bearing: bearing)
    return CameraList.view(
      camera, target: .zero, fieldOfView: 36.87, near: 1, width: width, height: height)
  }

  /// Five by ten boxes and the ground below them.
  private static func block(_ random: inout SplitMix) -> TriangleBatch {
    var positions: [SIMD3<Float>] = []
    var colors: [UInt32] = []
    var indices: [UInt16] = []
    func quad(_ corners: [SIMD3<Float>], _ color: UInt32) {
      let first = UInt16(positions.count)
      positions += corners
      colors += Array(repeating: color, count: 4)
      indices += [0, 1, 2, 0, 2, 3].map { first + $0 }
    }
    let end = Float(pitch)
    quad(
      [SIMD3(0, 0, 0), SIMD3(end, 0, 0), SIMD3(end, end, 0), SIMD3(0, end, 0)], 0xFF60_7068)
    for i in 0..<blockBuildings {
      let low = SIMD3(Float(i % 5) * 30 + 8, Float(i / 5) * 15 + 6, 0)
      let size = SIMD3(20 + random.unit() * 4, 8 + random.unit() * 3, 6 + random.unit() * 24)
      func corner(_ n: Int) -> SIMD3<Float> {
        low + size * SIMD3(Float(n & 1), Float(n >> 1 & 1), Float(n >> 2))
      }
      let faces = [
        ([4, 5, 7, 6], 0xFFB0_B8C0), ([0, 1, 5, 4], 0xFF90_98A0), ([3, 2, 6, 7], 0xFF70_7880),
        ([2, 0, 4, 6], 0xFF80_8890), ([1, 3, 7, 5], 0xFFA0_A8B0),
      ]
      for (ring, color) in faces { quad(ring.map(corner), UInt32(color)) }
    }
    return TriangleBatch(
      positions: positions, indices: indices, cullsBackFaces: true, colors: colors)
  }
}

/// Numbers that are the same everywhere (Steele, Lea & Flood, 2014).
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func unit() -> Float { Float(next() >> 40) / 16_777_216 }
}
