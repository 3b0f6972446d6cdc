/// Runs of one direction in a line, in the order in which they are read and in which they are seen.
///
/// The levels are those of the Unicode Bidirectional Algorithm (UAX #9) for text without explicit
/// marks of direction: rules P2 and P3, W1 to W7 as far as letters and digits go, N1, N2, I1, I2 and L2.
/// Explicit embeddings and isolates are taken for characters that say nothing.
struct BidirectionalRuns {
  enum Class {
    case left, right, number, arabicNumber, separator, mark, neutral
  }

  /// A level for every character: even from left to right.
  let levels: [Int]

  init(_ scalars: [Unicode.Scalar]) {
    var classes = scalars.map(Self.direction)
    // P2, P3: the first letter says how the line runs.
    let base = classes.first { $0 == .left || $0 == .right } == .right ? 1 : 0
    let own: Class = base == 1 ? .right : .left
    // W1 and W7: marks follow their letter; W2: digits after Arabic letters; W4: one separator between
    // digits is theirs; W7: digits in a run from left to right are its letters.
    var strong = own
    var before = own
    for i in classes.indices {
      switch classes[i] {
      case .left, .right: strong = classes[i]
      case .mark: classes[i] = before
      case .number where strong == .left: classes[i] = .left
      case .separator:
        let next = i + 1 < classes.count ? classes[i + 1] : own
        let joins = before == .number && next == .number
        classes[i] = joins ? .number : (before == .left && next == .number ? .left : .neutral)
        if classes[i] == .left, strong != .left { classes[i] = .neutral }
      default: break
      }
      before = classes[i]
    }
    // N1, N2: neutrals take the direction of both sides, or that of the line; digits count as right.
    var i = 0
    func side(_ c: Class) -> Class { c == .left ? .left : .right }
    while i < classes.count {
      guard classes[i] == .neutral else {
        i += 1
        continue
      }
      var end = i
      while end < classes.count, classes[end] == .neutral { end += 1 }
      let left = i > 0 ? side(classes[i - 1]) : own
      let right = end < classes.count ? side(classes[end]) : own
      for j in i..<end { classes[j] = left == right ? left : own }
      i = end
    }
    levels = classes.map { kind in
      switch kind {
      case .left: base == 0 ? 0 : 2
      case .right: 1
      default: 2
      }
    }
  }

  /// Pieces of the line as they are seen from left to right (L2). Inside a piece of an odd level text
  /// runs from right to left.
  ///
  /// - Parameter pieces: of one level each, in the order of reading.
  static func visualOrder(_ pieces: [(range: Range<Int>, level: Int)]) -> [(Range<Int>, Int)] {
    var order = pieces
    let highest = pieces.map(\.level).max() ?? 0
    guard highest > 0 else { return order.map { ($0.range, $0.level) } }
    for level in stride(from: highest, through: 1, by: -1) {
      var i = 0
      while i < order.count {
        guard order[i].level >= level else {
          i += 1
          continue
        }
        var end = i
        while end < order.count, order[end].level >= level { end += 1 }
        order[i..<end].reverse()
        i = end
      }
    }
    return order.map { ($0.range, $0.level) }
  }

  static func direction(_ scalar: Unicode.Scalar) -> Class {
    switch scalar.value {
    case 0x30...0x39, 0x6F0...0x6F9: return .number
    case 0x660...0x669: return .arabicNumber
    case 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0xA0: return .separator
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return isMark(scalar) ? .mark : .right
    default: break
    }
    if isMark(scalar) { return .mark }
    let properties = scalar.properties
    if properties.isAlphabetic || properties.numericType != nil { return .left }
    switch properties.generalCategory {
    case .otherLetter, .otherSymbol: return properties.isIdeographic ? .left : .neutral
    default: return .neutral
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}
