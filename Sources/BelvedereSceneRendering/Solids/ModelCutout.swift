import BelvedereGLTF
import BelvedereGeoMath

/// Cuts away what of triangles a texture's alpha leaves out: leaves, fences, lattices.
///
/// Triangles are quartered along the cut until a piece is as small as some texels; pieces that are there everywhere
/// stay whole.
struct ModelCutout {
  private let texture: Model.Texture
  private let cutoff: Int

  /// How often a triangle is quartered at most.
  private static let deepest = 6
  /// Pieces of a part at most; what is over that is not cut.
  private static let mostPieces = 200_000

  /// - Parameter cutoff: the alpha, 0 to 1, from which on there is a surface.
  init(of texture: Model.Texture, cutoff: Float) {
    self.texture = texture
    self.cutoff = Int(clamping: Double(cutoff * 255), in: 0...256)
  }

  /// A corner of a piece.
  private struct Corner: Equatable {
    var position: Vector3
    var place: SIMD2<Float>
    var normal, color: SIMD3<Float>

    /// A place on the way to another corner.
    func toward(_ other: Corner, _ part: Float) -> Corner {
      Corner(
        position: position + (other.position - position) * Double(part),
        place: place + (other.place - place) * part,
        normal: normal + (other.normal - normal) * part, color: color + (other.color - color) * part
      )
    }
  }

  func applied(to part: Model.Part) -> Model.Part {
    var result = Model.Part()
    result.material = part.material
    var pieces = 0
    func add(_ corners: [Corner]) {
      pieces += 1
      for corner in corners {
        result.triangles.append(UInt32(truncatingIfNeeded: result.positions.count))
        result.positions.append(corner.position)
        result.texturePlaces.append(corner.place)
        if !part.normals.isEmpty { result.normals.append(Self.unit(corner.normal)) }
        if !part.colors.isEmpty { result.colors.append(corner.color) }
      }
    }
    /// The pieces that are there; one, the triangle itself, where all of it is.
    func cut(_ corners: [Corner], depth: Int) -> [[Corner]] {
      let shares = samples(corners)
      let isKnown = shares.isFine && (shares.there == 0 || shares.there == shares.all)
      if isKnown || pieces > Self.mostPieces {
        return 2 * shares.there >= shares.all ? [corners] : []
      }
      if shares.isFinest || depth == Self.deepest { return alongContour(corners) }
      let (a, b, c) = (corners[0], corners[1], corners[2])
      let (ab, bc, ca) = (a.toward(b, 0.5), b.toward(c, 0.5), c.toward(a, 0.5))
      let parts = [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]].map {
        (piece: $0, kept: cut($0, depth: depth + 1))
      }
      let isWhole = parts.allSatisfy { $0.kept.count == 1 && $0.kept[0] == $0.piece }
      return isWhole ? [corners] : parts.flatMap(\.kept)
    }
    for i in stride(from: 0, to: part.triangles.count, by: 3) {
      let corners = (0..<3).map { k in
        let n = Int(part.triangles[i + k])  // checked: the reader has seen to it
        return Corner(
          position: part.positions[n], place: part.texturePlaces[n],
          normal: part.normals.isEmpty ? .zero : part.normals[n],
          color: part.colors.isEmpty ? .zero : part.colors[n])
      }
      for piece in cut(corners, depth: 0) { add(piece) }
    }
    return result
  }

  /// The part of a small triangle on whose side of the cut alpha is greater, alpha being taken for linear in between.
  private func alongContour(_ corners: [Corner]) -> [[Corner]] {
    let heights = corners.map { height($0.place) }
    if heights.allSatisfy({ $0 >= 0 }) { return [corners] }
    var kept: [Corner] = []
    for k in 0..<3 {
      let (a, b) = (heights[k], heights[(k + 1) % 3])
      if a >= 0 { kept.append(corners[k]) }
      if (a >= 0) != (b >= 0) { kept.append(corners[k].toward(corners[(k + 1) % 3], a / (a - b))) }
    }
    return kept.count < 3 ? [] : (2..<kept.count).map { [kept[0], kept[$0 - 1], kept[$0]] }
  }

  private static func unit(_ v: SIMD3<Float>) -> SIMD3<Float> {
    let square = (v * v).sum()
    return square > 0 ? v / square.squareRoot() : v
  }

  /// How many of some places that lie evenly over a triangle are there, whether they are at most four texels apart,
  /// and whether the triangle is no larger than two.
  private func samples(_ corners: [Corner]) -> (there: Int, all: Int, isFine: Bool, isFinest: Bool)
  {
    let size = SIMD2(Float(texture.image.width), Float(texture.image.height))
    let (a, b) = (corners[1].place - corners[0].place, corners[2].place - corners[0].place)
    func texels(_ v: SIMD2<Float>) -> Float { (v * v * size * size).sum().squareRoot() }
    let longest = max(texels(a), texels(b), texels(b - a))
    let steps = Int(clamping: Double(longest.rounded(.up)), in: 2...8)
    var (there, all) = (0, 0)
    for i in 0..<steps {
      for j in 0..<(steps - i) {
        let (u, v) = ((Float(i) + 1 / 3) / Float(steps), (Float(j) + 1 / 3) / Float(steps))
        all += 1
        if height(corners[0].place + a * u + b * v) >= 0 { there += 1 }
      }
    }
    return (there, all, longest <= 4 * Float(steps), longest <= 2)
  }

  /// How much of alpha is above the cutoff at a place, between the middles of four texels, or in the texel there.
  private func height(_ place: SIMD2<Float>) -> Float {
    guard place.x.isFinite, place.y.isFinite else { return -1 }
    let limit = -(1 << 40)...(1 << 40)
    let middle = texture.isPixelated ? 0 : 0.5
    let x = Double(place.x) * Double(texture.image.width) - middle
    let y = Double(place.y) * Double(texture.image.height) - middle
    let (column, row) = (Int(flooring: x, in: limit), Int(flooring: y, in: limit))
    func at(_ i: Int, _ j: Int) -> Float { Float(alpha(column: column + i, row: row + j)) }
    let above = Float(cutoff) - 0.5
    if texture.isPixelated { return at(0, 0) - above }
    let (u, v) = (Float(x - x.rounded(.down)), Float(y - y.rounded(.down)))
    let upper = at(0, 0) * (1 - u) + at(1, 0) * u
    let lower = at(0, 1) * (1 - u) + at(1, 1) * u
    return upper * (1 - v) + lower * v - above
  }

  private func alpha(column: Int, row: Int) -> Int {
    func wrapped(_ n: Int, _ count: Int, _ wrap: Model.Texture.Wrap) -> Int {
      switch wrap {
      case .clamped: return min(max(n, 0), count - 1)
      case .repeated: return (n % count + count) % count
      case .mirrored:
        let k = (n % (2 * count) + 2 * count) % (2 * count)
        return k < count ? k : 2 * count - 1 - k
      }
    }
    let image = texture.image
    let x = wrapped(column, image.width, texture.wrap.u)
    let y = wrapped(row, image.height, texture.wrap.v)
    return Int(image.bytes[4 * (y * image.width + x) + 3])  // checked: a byte
  }
}
