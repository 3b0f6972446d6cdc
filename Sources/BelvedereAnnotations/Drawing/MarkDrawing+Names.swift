import BelvedereGeoMath
import BelvedereImaging
import BelvedereText
import BelvedereThreads

/// A name along a line whose letters have their places; points.
package struct DrawnName: Sendable {
  package var letters: [TextMask.Letter]
  /// Points of an em.
  package var size: Double
  /// Above 0, up to 1.
  package var opacity: Double
  /// The outline of a shield behind it, and whether that is blue rather than white; `nil` without one.
  package var shield: (outline: [Vector2], isBlue: Bool)?

  /// Tells names apart.
  private let key: Int

  package init(
    key: Int, letters: [TextMask.Letter], size: Double, opacity: Double,
    shield: (outline: [Vector2], isBlue: Bool)? = nil
  ) {
    (self.key, self.letters, self.size, self.opacity) = (key, letters, size, opacity)
    self.shield = shield
  }

  /// Between two ways to name what a picture shows: names that both have at the same place stay, the rest
  /// fades.
  ///
  /// - Parameter share: of the second way at a place, 0 to 1.
  package static func mixed(
    _ first: [DrawnName], _ second: [DrawnName], share: (Vector2) -> Double
  ) -> [DrawnName] {
    var others = Dictionary(second.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var result = first.map { name in
      var name = name
      let other = others[name.key].flatMap { name.isAt($0) ? $0 : nil }
      if other != nil { others[name.key] = nil }
      name.opacity += ((other?.opacity ?? 0) - name.opacity) * share(name.place)
      return name
    }
    for var name in second where others[name.key] != nil {
      name.opacity *= share(name.place)
      result.append(name)
    }
    return result
  }

  private var place: Vector2 { letters.first?.origin ?? .zero }

  /// Whether another name stands within a point of it.
  private func isAt(_ other: DrawnName) -> Bool {
    guard let a = letters.first?.origin, let b = other.letters.first?.origin else { return false }
    return (a - b).length < 1
  }
}

extension MarkDrawing {
  /// The shapes of names, in their order.
  package func shapes(of names: [DrawnName], threads: Int) -> [MarkShape] {
    let made = SharedBuffer<[MarkShape]>(repeating: [], count: names.count)
    defer { made.deallocate() }
    Parallel.forEach(names.count, threads: threads) { i, _ in made[i] = shapes(of: names[i]) }
    return names.indices.flatMap { made[$0] }
  }

  private func shapes(of name: DrawnName) -> [MarkShape] {
    let letters = name.letters.map { letter in
      var letter = letter
      letter.origin *= scale
      letter.right *= scale
      letter.up *= scale
      return letter
    }
    guard let (outline, isBlue) = name.shield else {
      let mask = TextMask(
        letters, pixelsPerEm: name.size * scale, haloRadius: haloRadius(name.size) * scale)
      return [
        .text(
          mask, ink: MarkCanvas.Ink(colors.road), halo: MarkCanvas.Ink(colors.halo),
          opacity: name.opacity)
      ]
    }
    let middle = outline.reduce(Vector2.zero, +) / Double(max(outline.count, 1))
    func area(grownBy points: Double, _ color: Color) -> MarkShape {
      .area(
        ShapeMask([
          outline.map { p in
            let way = p - middle
            return (p + Vector2(way.x < 0 ? -points : points, way.y < 0 ? -points : points)) * scale
          }
        ]), ink: MarkCanvas.Ink(color, alpha: name.opacity))
    }
    let (fill, rim) = isBlue ? (Self.blue, Self.white) : (Self.white, Self.gray)
    let mask = TextMask(letters, pixelsPerEm: name.size * scale, haloRadius: 0)
    let ink = MarkCanvas.Ink(isBlue ? Self.white : Self.gray)
    return [
      area(grownBy: 1.2, rim), area(grownBy: 0, fill),
      .text(mask, ink: ink, halo: ink.faded(0), opacity: name.opacity),
    ]
  }

  /// The colours of shields.
  private static let blue = Color(red: 0.16, green: 0.36, blue: 0.68)
  private static let white = Color(red: 1, green: 1, blue: 1)
  private static let gray = Color(red: 0.27, green: 0.28, blue: 0.32)
}
