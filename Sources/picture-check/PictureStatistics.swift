import BelvedereImaging

/// What tells a picture of a scene from an empty one.
struct PictureStatistics {
  /// A part of the picture: the mean and the standard deviation of its luma, 0 to 255.
  struct Part {
    let name: String
    let mean, deviation: Double
  }

  static let leastColors = 2000
  static let leastDeviation = 4.0

  let width, height: Int
  let colors: Int
  let isOpaque: Bool
  /// Thirds from top to bottom, then from left to right.
  let parts: [Part]

  init(_ image: Image) {
    width = image.width
    height = image.height
    var seen: Set<UInt32> = []
    var isOpaque = true
    for y in 0..<image.height {
      for x in 0..<image.width {
        let p = image[x, y]
        let rgb = [p.red, p.green, p.blue].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        seen.insert(rgb)
        if p.alpha != 255 { isOpaque = false }
      }
    }
    colors = seen.count
    self.isOpaque = isOpaque
    let rows = zip(["top", "middle", "bottom"], Self.thirds(image.height)).map {
      Self.part($0, of: image, columns: 0..<image.width, rows: $1)
    }
    let columns = zip(["left", "centre", "right"], Self.thirds(image.width)).map {
      Self.part($0, of: image, columns: $1, rows: 0..<image.height)
    }
    parts = rows + columns
  }

  private static func thirds(_ length: Int) -> [Range<Int>] {
    [0..<(length / 3), (length / 3)..<(length * 2 / 3), (length * 2 / 3)..<length]
  }

  private static func part(
    _ name: String, of image: Image, columns: Range<Int>, rows: Range<Int>
  ) -> Part {
    var sum = 0.0
    var squares = 0.0
    for y in rows {
      for x in columns {
        let p = image[x, y]
        let luma = 0.2126 * Double(p.red) + 0.7152 * Double(p.green) + 0.0722 * Double(p.blue)
        sum += luma
        squares += luma * luma
      }
    }
    let count = Double(max(1, rows.count * columns.count))
    let mean = sum / count
    return Part(
      name: name, mean: mean, deviation: max(0, squares / count - mean * mean).squareRoot())
  }

  /// One line for a person.
  var summary: String {
    let thirds = parts.map {
      "\($0.name) \(Self.tenths($0.mean)) ± \(Self.tenths($0.deviation))"
    }
    return "\(width) × \(height) pixels, \(colors) colours, luma "
      + thirds.joined(separator: ", ")
  }

  /// What is wrong with the picture; empty for a good one.
  func problems(expectedSize: String) -> [String] {
    var problems: [String] = []
    if "\(width)x\(height)" != expectedSize {
      problems.append("the size is \(width)x\(height), not \(expectedSize)")
    }
    if colors < Self.leastColors {
      problems.append("only \(colors) colours, fewer than \(Self.leastColors)")
    }
    if !isOpaque { problems.append("some pixels are not opaque") }
    for part in parts where part.deviation < Self.leastDeviation {
      problems.append(
        "the \(part.name) third is nearly one tone: luma deviates by "
          + "\(Self.tenths(part.deviation)), less than \(Self.leastDeviation)")
    }
    return problems
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
