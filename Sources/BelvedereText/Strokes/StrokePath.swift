import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The strokes of a letter, read from a short notation:
///
/// - `M x y` begins a stroke, `L x y` goes on straight, `Q x y x y` along a quadratic curve.
/// - `A x y rx ry from to` goes on along an elliptical arc about a centre, degrees counterclockwise from
///   the right; it begins a stroke where none is under way.
/// - `O x y rx ry` is a whole ellipse, `D x y` a dot.
struct StrokePath {
  private enum Piece {
    case polyline([Vector2])
    case curve(Vector2, Vector2, Vector2)
  }

  /// Strokes as lines: fine enough for letters of any size on a map.
  private(set) var strokes: [[Vector2]] = []

  /// Reads the notation; what is not understood ends it.
  init(_ text: String) {
    var numbers = text.split(separator: " ").makeIterator()
    var pending: Substring?
    func number() -> Double? {
      guard let word = pending ?? numbers.next() else { return nil }
      pending = nil
      return Double(word)
    }
    func point() -> Vector2? {
      guard let x = number(), let y = number() else { return nil }
      return Vector2(x, y)
    }
    var isUnderWay = false
    while let word = numbers.next() {
      if word.count > 1 { pending = word.dropFirst() }
      switch word.first {
      case "M":
        guard let p = point() else { return }
        strokes.append([p])
        isUnderWay = true
      case "D":
        guard let p = point() else { return }
        strokes.append([p])
        isUnderWay = false
      case "L":
        guard let p = point(), isUnderWay else { return }
        strokes[strokes.count - 1].append(p)
      case "Q":
        guard let c = point(), let p = point(), isUnderWay, let a = strokes.last?.last else {
          return
        }
        for i in 1...8 {
          let t = Double(i) / 8
          strokes[strokes.count - 1].append(
            a * ((1 - t) * (1 - t)) + c * (2 * t * (1 - t)) + p * (t * t))
        }
      case "A":
        guard let c = point(), let r = point(), let from = number(), let to = number() else {
          return
        }
        if !isUnderWay { strokes.append([]) }
        isUnderWay = true
        strokes[strokes.count - 1] += Self.arc(c, r, from, to)
      case "O":
        guard let c = point(), let r = point() else { return }
        strokes.append(Self.arc(c, r, 0, 360))
        isUnderWay = false
      default: return
      }
    }
  }

  private static func arc(_ c: Vector2, _ r: Vector2, _ from: Double, _ to: Double) -> [Vector2] {
    let count = Int(clamping: (abs(to - from) / 12).rounded(.up), in: 1...30)
    return (0...count).map { i in
      let angle = Angle.degrees(from + (to - from) * Double(i) / Double(count)).radians
      return Vector2(c.x + r.x * cos(angle), c.y + r.y * sin(angle))
    }
  }

  /// The leftmost and rightmost place of a stroke's middle.
  var width: ClosedRange<Double> {
    let xs = strokes.joined().map(\.x)
    return (xs.min() ?? 0)...(xs.max() ?? 0)
  }

  mutating func append(_ other: StrokePath) { strokes += other.strokes }

  func moved(by d: Vector2) -> StrokePath {
    var path = self
    path.strokes = strokes.map { $0.map { $0 + d } }
    return path
  }

  /// The strokes as steps, shifted along x before they are scaled.
  func steps(scale: Double, shift: Double) -> [GlyphOutline.Step] {
    strokes.flatMap { stroke in
      stroke.enumerated().map { i, p in
        let place = Vector2((p.x + shift) * scale, p.y * scale)
        return i == 0 ? .move(place) : .line(place)
      }
    }
  }
}
