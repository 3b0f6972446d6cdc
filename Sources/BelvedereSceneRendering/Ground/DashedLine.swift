import BelvedereGeoMath

/// The dashes of a line, those alone that are near a square.
package enum DashedLine {
  /// - Parameters:
  ///   - path: in texels of the square.
  ///   - on: the length of a dash, above 0.
  ///   - off: that of a gap.
  ///   - side: texels along the square's side.
  ///   - margin: texels around it in which dashes are wanted, too.
  package static func dashes(
    _ path: [Vector2], on: Double, off: Double, side: Double, margin: Double
  ) -> [[Vector2]] {
    let period = on + off
    let (low, high) = (-margin - period, side + margin + period)
    var dashes: [[Vector2]] = []
    var way = 0.0
    for (a, b) in zip(path, path.dropFirst()) {
      let d = b - a
      let length = d.length
      defer { way += length }
      // Where the stretch is in the square, as parts of it.
      var (first, last) = (0.0, 1.0)
      for (p, q) in [(a.x, d.x), (a.y, d.y)] {
        if q == 0 {
          if p < low || p > high { last = -1 }
          continue
        }
        let (s, t) = ((low - p) / q, (high - p) / q)
        (first, last) = (max(first, min(s, t)), min(last, max(s, t)))
      }
      guard length > 0, first < last else { continue }
      // A dash that goes round a corner is one on both sides of it.
      var begin = ((way + first * length) / period).rounded(.down) * period
      while begin < way + last * length {
        let (from, to) = (max(begin, way), min(begin + on, way + length))
        if from < to {
          dashes.append([a + d * ((from - way) / length), a + d * ((to - way) / length)])
        }
        begin += period
      }
    }
    return dashes
  }
}
