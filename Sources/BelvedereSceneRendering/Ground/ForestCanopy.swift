import BelvedereGeodesy

/// The crowns of a wood on the ground, seen from above: domes beside and over each other, with dark gaps where there are none.
///
/// Not every tree of a large wood stands on a scene, and from afar none is drawn. The mean is that of plain ground, so that a
/// wood keeps its tone at any distance.
enum ForestCanopy {
  private typealias Lanes = SIMD8<Float>

  /// A size of crowns.
  private struct Crowns {
    /// Map points from one to the next, about: on a lattice on which each is moved as if by chance.
    let spacing: Double
    /// How much brighter a crown's middle is than a gap.
    let depth: Float
    let seed: UInt32
  }

  /// Single trees of some seven metres, and groups of these.
  private static let sizes = [
    Crowns(spacing: 64, depth: 0.52, seed: 90), Crowns(spacing: 190, depth: 0.26, seed: 94),
  ]
  /// A crown's radius beside the spacing, and by which part it differs.
  private static let (radius, variety) = (0.74, 0.25)
  /// How far crowns are moved at most, in spacings.
  private static let shift = 0.42
  /// The part of a crown's depth by which one is brighter than another.
  private static let tone: Float = 0.2
  /// The mean of the domes.
  private static let mean: Float = 0.761
  /// Texels from crown to crown from which on they are seen.
  private static let fewest = 3.0

  /// By what the brightness of each texel of a square is multiplied; empty where no crown is as large as texels are.
  static func brightness(_ grid: TexelGrid) -> [Float] {
    var brightness: [Float] = []
    for crowns in sizes where crowns.spacing > fewest * grid.texel {
      let domes = domes(crowns, grid)
      let seen = min(Float(crowns.spacing / grid.texel - fewest) / 4, 1)
      let share = seen * crowns.depth
      if brightness.isEmpty { brightness = [Float](repeating: 1, count: domes.count) }
      brightness.withUnsafeMutableBufferPointer { brightness in
        domes.withUnsafeBufferPointer { domes in
          for i in domes.indices { brightness[i] += share * (domes[i] - mean) }
        }
      }
      // Groups are for where single trees cannot be told.
      if seen >= 1 { break }
    }
    return brightness
  }

  /// The height of the crowns at each texel, 0 in gaps and 1 in the middle of one of mean brightness.
  private static func domes(_ crowns: Crowns, _ grid: TexelGrid) -> [Float] {
    let side = GroundTile.stride
    let period = ValueNoise.period(crowns.spacing)
    let length = MapPoint.worldWidth / Double(period)
    let step = grid.texel / length
    let (left, top) = (grid.corner.x / length, grid.corner.y / length)
    // Crowns that reach in from beside the square.
    let reach = radius * (1 + variety) + shift
    func cell(_ at: Double) -> Int { Int(flooring: at, in: -(1 << 40)...(1 << 40)) }
    let columns = cell(left - reach)...cell(left + Double(side) * step + reach)
    let rows = cell(top - reach)...cell(top + Double(side) * step + reach)
    // Lanes may reach beyond a row's end.
    let width = side + Lanes.scalarCount
    var heights = [Float](repeating: 0, count: side * width)
    // Each texel's crown is as bright as this.
    var tones = [Float](repeating: 1, count: side * width)
    let steps = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
    heights.withUnsafeMutableBytes { heights in
      tones.withUnsafeMutableBytes { tones in
        for row in rows {
          for column in columns {
            let (x, y) = (ValueNoise.wrapped(Int64(column), period), Int64(row))  // checked: widens
            func chance(_ n: UInt32) -> Double {
              Double(ValueNoise.lattice(x, y, crowns.seed &+ n))
            }
            // In texels.
            let middleX = (Double(column) + 0.5 + shift * chance(0) - left) / step - 0.5
            let middleY = (Double(row) + 0.5 + shift * chance(1) - top) / step - 0.5
            let size = radius * (1 + variety * chance(2)) / step
            let tone = Lanes(repeating: 1 + Self.tone * Float(chance(3)))
            let low = Int(clamping: (middleY - size).rounded(.up), in: 0...side)
            let high = Int(clamping: (middleY + size).rounded(.down), in: -1...(side - 1))
            guard low <= high else { continue }
            let scale = Float(1 / (size * size))
            for j in low...high {
              let dy = Double(j) - middleY
              let half = max(size * size - dy * dy, 0).squareRoot()
              let from = Int(clamping: (middleX - half).rounded(.up), in: 0...side)
              let to = Int(clamping: (middleX + half).rounded(.down), in: -1...(side - 1))
              guard from <= to else { continue }
              let top = 1 - Float(dy * dy) * scale
              var dx = Float(Double(from) - middleX) + steps
              for n in stride(
                from: j * width + from, through: j * width + to, by: Lanes.scalarCount)
              {
                // Beyond the crown it is below 0, and not taken.
                let height = top - dx * dx * scale
                dx += Float(Lanes.scalarCount)
                let here = heights.loadUnaligned(fromByteOffset: 4 * n, as: Lanes.self)
                let isHigher = height .> here
                guard any(isHigher) else { continue }
                let known = tones.loadUnaligned(fromByteOffset: 4 * n, as: Lanes.self)
                heights.storeBytes(
                  of: here.replacing(with: height, where: isHigher), toByteOffset: 4 * n,
                  as: Lanes.self)
                tones.storeBytes(
                  of: known.replacing(with: tone, where: isHigher), toByteOffset: 4 * n,
                  as: Lanes.self)
              }
            }
          }
        }
      }
    }
    return [Float](unsafeUninitializedCapacity: side * side) { domes, count in
      heights.withUnsafeBufferPointer { heights in
        tones.withUnsafeBufferPointer { tones in
          for j in 0..<side {
            for i in 0..<side {
              let n = j * width + i
              domes[j * side + i] = heights[n].squareRoot() * tones[n]
            }
          }
        }
      }
      count = side * side
    }
  }
}
