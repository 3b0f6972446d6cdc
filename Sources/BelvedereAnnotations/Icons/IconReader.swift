import BelvedereGeoMath
import Foundation

/// Reads the notation of an ``IconShape``.
struct IconReader {
  private(set) var layers: [IconShape.Layer] = []
  private let words: [Substring]
  private var next = 0
  private var isCut = false
  private var turn = 0.0
  /// The line under way.
  private var line: [Vector2] = []
  /// The last shape, before it was turned.
  private var last: [[Vector2]] = []

  init(_ notation: String) { words = notation.split(whereSeparator: \.isWhitespace) }

  /// Reads to the end; `false` where something is not understood.
  mutating func readAll() -> Bool {
    while next < words.count {
      let word = words[next]
      next += 1
      guard read(word) else { return false }
    }
    return true
  }

  private mutating func read(_ word: Substring) -> Bool {
    switch word {
    case "+", "-":
      isCut = word == "-"
      layers.append(IconShape.Layer(isCut: isCut, outlines: []))
    case "@":
      guard let angle = number() else { return false }
      turn = angle
    case "M", "L", "Q", "C", "Z", "K": return readLine(word)
    case "X":
      guard !last.isEmpty else { return false }
      add(last.map { $0.map { Vector2(IconShape.side - $0.x, $0.y) } })
    default: return readShape(word)
    }
    return true
  }

  private mutating func readLine(_ word: Substring) -> Bool {
    switch word {
    case "M":
      guard let p = point() else { return false }
      line = [p]
    case "L":
      let more = points()
      guard !more.isEmpty, !line.isEmpty else { return false }
      line += more
    case "Q":
      guard let a = line.last, let b = point(), let c = point() else { return false }
      // A cubic curve of the same form.
      curve(a, a + (b - a) * (2.0 / 3), c + (b - c) * (2.0 / 3), c)
    case "C":
      guard let a = line.last, let b = point(), let c = point(), let d = point() else {
        return false
      }
      curve(a, b, c, d)
    case "Z":
      guard line.count >= 3 else { return false }
      add([line])
    default:
      guard let width = number(), !line.isEmpty else { return false }
      add(Self.stroke(line, width: width))
    }
    return true
  }

  private mutating func readShape(_ word: Substring) -> Bool {
    switch word {
    case "P":
      let corners = points()
      guard corners.count >= 3 else { return false }
      add([corners])
    case "O":
      guard let center = point(), let r = number() else { return false }
      add([Self.ellipse(center, Vector2(r, r))])
    case "E":
      guard let center = point(), let radii = point() else { return false }
      add([Self.ellipse(center, radii)])
    case "R":
      guard let low = point(), let size = point(), let r = number() else { return false }
      add([Self.rectangle(low, low + size, r)])
    case "N":
      guard let center = point(), let radii = point(), let rays = number(), (2...64).contains(rays)
      else { return false }
      let corners = Int(clamping: 2 * rays, in: 4...128)
      add([
        (0..<corners).map { i in
          let r = i.isMultiple(of: 2) ? radii.x : radii.y
          return center + Self.direction(360 * Double(i) / Double(corners) - 90) * r
        }
      ])
    case "V":
      guard let center = point(), let r = number(), let ends = point(), let width = number() else {
        return false
      }
      let arc = (0...48).map { i in
        center + Self.direction(ends.x + (ends.y - ends.x) * Double(i) / 48) * r
      }
      add(Self.stroke(arc, width: width))
    default: return false
    }
    return true
  }

  private mutating func number() -> Double? {
    guard next < words.count, let value = Double(words[next]) else { return nil }
    next += 1
    return value
  }

  private mutating func point() -> Vector2? {
    guard let x = number(), let y = number() else { return nil }
    return Vector2(x, y)
  }

  private mutating func points() -> [Vector2] {
    var points: [Vector2] = []
    while let p = point() { points.append(p) }
    return points
  }

  private mutating func curve(_ a: Vector2, _ b: Vector2, _ c: Vector2, _ d: Vector2) {
    for i in 1...16 {
      let t = Double(i) / 16
      let s = 1 - t
      line.append(a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t))
    }
  }

  /// Adds a shape, turned, its outlines all of one direction.
  private mutating func add(_ outlines: [[Vector2]]) {
    last = outlines
    let middle = Vector2(repeating: IconShape.side / 2)
    let x = Self.direction(turn)
    let turned = outlines.map { outline in
      let points = outline.map { p in
        let q = p - middle
        return middle + x * q.x + Vector2(-x.y, x.x) * q.y
      }
      return Self.area(points) < 0 ? points.reversed() : points
    }
    if layers.isEmpty { layers.append(IconShape.Layer(isCut: isCut, outlines: [])) }
    layers[layers.count - 1].outlines += turned
  }

  private static func area(_ outline: [Vector2]) -> Double {
    guard var a = outline.last else { return 0 }
    var sum = 0.0
    for b in outline {
      sum += a.x * b.y - b.x * a.y
      a = b
    }
    return sum / 2
  }

  /// To where so many degrees clockwise from the right lead.
  private static func direction(_ degrees: Double) -> Vector2 {
    let angle = Angle.degrees(degrees).radians
    return Vector2(cos(angle), sin(angle))
  }

  private static func ellipse(_ center: Vector2, _ radii: Vector2) -> [Vector2] {
    let r = max(radii.x, radii.y)
    let sides = r < 1.5 ? 24 : r < 5 ? 40 : 64
    return (0..<sides).map { center + direction(360 * Double($0) / Double(sides)) * radii }
  }

  private static func rectangle(_ low: Vector2, _ high: Vector2, _ r: Double) -> [Vector2] {
    let corners = [
      (Vector2(high.x - r, low.y + r), -90.0), (Vector2(high.x - r, high.y - r), 0.0),
      (Vector2(low.x + r, high.y - r), 90.0), (Vector2(low.x + r, low.y + r), 180.0),
    ]
    return corners.flatMap { center, start in
      (0...8).map { center + direction(start + 90 * Double($0) / 8) * r }
    }
  }

  /// Quadrilaterals that share their sides where the line hardly bends, and discs at its ends and corners.
  private static func stroke(_ line: [Vector2], width: Double) -> [[Vector2]] {
    var line = line
    if line.count > 1, let end = line.last, line.dropLast().last == end { line.removeLast() }
    let disc = Vector2(repeating: width / 2)
    let besides = zip(line, line.dropFirst()).map { a, b in
      let along = b - a
      return Vector2(-along.y, along.x) * (width / 2 / max(along.length, 1e-9))
    }
    var outlines = [line.first, line.last].compactMap { $0.map { ellipse($0, disc) } }
    var starts = besides
    var ends = besides
    for i in besides.indices.dropFirst() {
      let (before, after) = (besides[i - 1], besides[i])
      if before.dot(after) > 0.94 * (width / 2) * (width / 2) {
        let both = (before + after) * 0.5
        let shared = both * (width * width / 4 / both.dot(both))
        (ends[i - 1], starts[i]) = (shared, shared)
      } else {
        outlines.append(ellipse(line[i], disc))
      }
    }
    for (i, (a, b)) in zip(line, line.dropFirst()).enumerated() {
      outlines.append([a - starts[i], b - ends[i], b + ends[i], a + starts[i]])
    }
    return outlines
  }
}
