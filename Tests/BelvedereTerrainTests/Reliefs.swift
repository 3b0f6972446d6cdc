import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport

/// Surfaces that make ray casting hard.
enum Relief: String, CaseIterable {
  case plane, slope, noise, spikes, pits, checkerboard, cliffs, steps, holes, saddle, ridges

  /// A surface of so many cells, at whole map points or at uneven ones.
  func surface(
    across: Int = 37, down: Int = 29, isUneven: Bool, _ random: inout SplitMix64
  ) throws -> TerrainSurface {
    var samples: [Float] = []
    for j in 0...down {
      for i in 0...across { samples.append(sample(i, j, across, &random)) }
    }
    func lines(_ count: Int) -> [Double] {
      var position = 0.0
      return (0...count).map { k in
        defer { position += isUneven ? random.double(0.2...3) : 1 }
        return position
      }
    }
    return try TerrainSurface(
      anchor: Coordinate(latitude: 37, longitude: -122), columns: lines(across), rows: lines(down),
      samples: samples)
  }

  private func sample(_ i: Int, _ j: Int, _ across: Int, _ random: inout SplitMix64) -> Float {
    switch self {
    case .plane: return 3
    case .slope: return Float(2 * i - 3 * j)
    case .noise: return Float(random.double(-5...5))
    case .spikes: return random.oneIn(40) ? Float(random.double(5...500)) : 0
    case .pits: return random.oneIn(40) ? -300 : 2
    case .checkerboard: return (i + j) % 2 == 0 ? 20 : -20
    case .cliffs: return i % 9 < 4 ? 100 : 0
    case .steps: return Float((i / 5) * 7 + (j / 4) * 3)
    case .holes: return random.oneIn(6) ? .nan : Float(random.double(0...4))
    case .saddle: return Float((i - 18) * (j - 14)) / 8
    case .ridges: return i % 6 == 3 ? Float(random.double(8...9)) : 0
    }
  }
}
