import BelvedereGeoMath

/// How much of each pixel lies inside closed outlines: exact areas, summed up from the signed area that
/// lies to the right of every edge.
///
/// Method: signed-area accumulation, as in the scan converters of FreeType and of Levien's font-rs.
/// Outlines that run the other way cut holes. Where outlines of one direction overlap the area is full, and
/// a pixel that both cover in part counts both parts, as FreeType does it.
struct AreaCoverage {
  let width, height: Int
  private var sums: [Float]

  /// - Parameters:
  ///   - width: pixels; nothing may reach beyond them.
  ///   - height: pixels.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    sums = Array(repeating: 0, count: width * height + 2)
  }

  /// Adds an edge; outside the picture's height it is cut off.
  mutating func add(_ a: Vector2, _ b: Vector2) {
    guard a.y != b.y else { return }
    let direction = a.y < b.y ? 1.0 : -1.0
    let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let first = Int(flooring: max(top.y, 0), in: 0...height)
    let end = Int(clamping: min(bottom.y, Double(height)).rounded(.up), in: 0...height)
    guard first < end else { return }
    var x = top.y < 0 ? top.x - top.y * slope : top.x
    let most = Double(width) - 1e-6
    for y in first..<end {
      let dy = min(Double(y + 1), bottom.y) - max(Double(y), top.y)
      let next = x + slope * dy
      addRow(y, min(max(x, 0), most), min(max(next, 0), most), dy * direction)
      x = next
    }
  }

  /// An edge inside one row of pixels, `d` high with its sign.
  private mutating func addRow(_ y: Int, _ from: Double, _ to: Double, _ d: Double) {
    let row = y * width
    let (x0, x1) = from < to ? (from, to) : (to, from)
    let left = Int(flooring: x0, in: 0...width)
    let right = Int(clamping: x1.rounded(.up), in: 0...width)
    let inLeft = x0 - Double(left)
    if right <= left + 1 {
      let middle = (x0 + x1) / 2 - Double(left)
      sums[row + left] += Float(d - d * middle)
      sums[row + left + 1] += Float(d * middle)
      return
    }
    let s = 1 / (x1 - x0)
    let inRight = x1 - Double(right) + 1
    let firstArea = 0.5 * s * (1 - inLeft) * (1 - inLeft)
    let lastArea = 0.5 * s * inRight * inRight
    sums[row + left] += Float(d * firstArea)
    if right == left + 2 {
      sums[row + left + 1] += Float(d * (1 - firstArea - lastArea))
    } else {
      let second = s * (1.5 - inLeft)
      sums[row + left + 1] += Float(d * (second - firstArea))
      for i in (left + 2)..<(right - 1) { sums[row + i] += Float(d * s) }
      let before = second + Double(right - left - 3) * s
      sums[row + right - 1] += Float(d * (1 - before - lastArea))
    }
    sums[row + right] += Float(d * lastArea)
  }

  /// The covered part of every pixel, 0 to 1, row-major.
  func coverage() -> [Float] {
    var result = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      var sum: Float = 0
      for x in 0..<width {
        sum += sums[y * width + x]
        result[y * width + x] = min(abs(sum), 1)
      }
    }
    return result
  }
}
