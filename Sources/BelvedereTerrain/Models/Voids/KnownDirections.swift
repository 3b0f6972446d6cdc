/// In which of eight directions a void has known samples.
package struct KnownDirections {
  /// How far known samples are looked for, in samples.
  package static let reach = 100

  /// Steps to the next column and row in each direction, once around.
  package static let steps = [
    (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1),
  ]

  /// For each sample that is a void bit `n` for the direction `steps[n]`.
  private(set) var masks: [UInt8]

  /// Looks from every void of a grid.
  init(_ samples: [Float], width: Int) {
    masks = [UInt8](repeating: 0, count: samples.count)
    let height = samples.count / width
    let far = Int16(Self.reach + 1)
    for (bit, (dx, dy)) in Self.steps.enumerated() {
      // Distances along the row before, or the sample before, in the direction.
      var before = [Int16](repeating: far, count: width)
      var own = before
      let rows = dy > 0 ? Array((0..<height).reversed()) : Array(0..<height)
      for row in rows {
        var last = far
        for step in 0..<width {
          let column = dx > 0 ? width - 1 - step : step
          let i = row * width + column
          guard samples[i].isNaN else {
            own[column] = 0
            last = 0
            continue
          }
          let from =
            dy == 0 ? last : (0..<width).contains(column + dx) ? before[column + dx] : far
          let distance = min(from + 1, far)
          own[column] = distance
          last = distance
          if distance < far { masks[i] |= 1 << UInt8(truncatingIfNeeded: bit) }
        }
        swap(&before, &own)
      }
    }
  }

  /// Whether known samples lie around a void: on no side of it is more than half of the circle without any. What
  /// is then put there lies between them.
  package static func surround(_ mask: UInt8) -> Bool { table[Int(mask)] }  // checked: UInt8 to Int

  private static let table: [Bool] = (0..<256).map { mask in
    let bits = (0..<8).filter { mask >> $0 & 1 == 1 }
    guard let first = bits.first else { return false }
    return zip(bits, bits.dropFirst() + [first + 8]).allSatisfy { $1 - $0 <= 4 }
  }
}
