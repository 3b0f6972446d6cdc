import BelvedereGeoMath
import BelvedereGeodesy

/// A building as a row of the table.
package struct CityBuilding: Sendable {
  package var rectangle: CityRectangle
  package var height: Double
  package var style: Int
}

/// Fills blocks and street fronts with houses that keep clear of everything already there.
package struct CityBuilder {
  package let ground: CityGround
  package let profiles: [String: CityProfile]
  /// Roadways and landmarks.
  private(set) var obstacles: CityIndex
  private var built = CityIndex()
  private(set) var buildings: [CityBuilding] = []
  /// Districts with a look of their own inside the grids, the first that holds a block's middle.
  package let zones: [(profile: String, polygon: CityPolygon)]
  /// The regions already filled; where polygons overlap, the first region has the place.
  private var filled: [CityPolygon] = []

  package init(
    ground: CityGround, profiles: [String: CityProfile], obstacles: CityIndex,
    zones: [(profile: String, polygon: CityPolygon)]
  ) {
    self.ground = ground
    self.zones = zones
    self.profiles = profiles
    self.obstacles = obstacles
  }

  package func profile(_ name: String) throws -> CityProfile {
    guard let profile = profiles[name] else {
      throw CityAuthoringError(place: "buildings.json", reason: "there is no profile \"\(name)\"")
    }
    return profile
  }

  /// Builds on a lot, or on its front part where something stands in the way.
  ///
  /// - Parameter back: the unit vector from the street into the lot.
  private mutating func build(
    _ lot: CityRectangle, back: Vector2, isBuilt: Bool, isCorner: Bool, profile: CityProfile,
    region: CityPolygon?, random: inout CityRandom
  ) {
    let (height, style) = profile.draw(isCorner: isCorner, from: &random)
    guard isBuilt else { return }
    for share in [1.0, 0.62, 0.4] {
      var rectangle = lot
      rectangle.depth *= share
      rectangle.center -= back * ((lot.depth - rectangle.depth) / 2)
      if rectangle.depth < 6 { return }
      guard fits(rectangle, region: region) else { continue }
      built.insert(rectangle)
      buildings.append(CityBuilding(rectangle: rectangle, height: height, style: style))
      return
    }
  }

  private func fits(_ rectangle: CityRectangle, region: CityPolygon?) -> Bool {
    let corners = rectangle.corners
    if let region {
      for corner in corners {
        if !region.contains(corner) || filled.contains(where: { $0.contains(corner) }) {
          return false
        }
      }
    }
    // Neighbours share walls; rounding may push them together by centimetres.
    return ground.takes(rectangle) && !obstacles.overlaps(rectangle)
      && !built.overlaps(rectangle.grown(by: -0.4))
  }

  /// Houses along both sides of a street.
  package mutating func front(_ street: CityStreet) throws {
    let profile = try profile(street.front)
    var random = CityRandom(name: street.name + street.front + "\(street.path.count)")
    for (a, b) in zip(street.path, street.path.dropFirst()) {
      let length = (b - a).length
      guard length > profile.lot * 0.8 else { continue }
      let along = (b - a) / length
      let count = max(1, Int(clamping: length / profile.lot, in: 1...1000))
      let width = length / Double(count)
      for side in [-1.0, 1.0] {
        let back = Vector2(along.y, -along.x) * side
        var run = (count: 0, depth: 0.0, isBuilt: false)
        for i in 0..<count {
          if run.count == 0 { run = profile.drawRun(from: &random) }
          run.count -= 1
          let depth = run.depth
          let offset = street.right / 2 + profile.setback + depth / 2
          var lot = CityRectangle(from: a, to: b, width: width)
          lot.center = a + along * (width * (Double(i) + 0.5)) + back * offset
          lot.heading += 90
          lot.depth = depth
          build(
            lot, back: back, isBuilt: run.isBuilt, isCorner: false, profile: profile, region: nil,
            random: &random)
        }
      }
    }
  }

  /// All blocks of a grid of straight streets.
  package mutating func fill(_ grid: CityGrid) throws {
    var random = CityRandom(name: grid.name)
    for (left, right) in zip(grid.columns, grid.columns.dropFirst()) {
      for (below, above) in zip(grid.rows, grid.rows.dropFirst()) {
        let low = Vector2(left.offset + left.right / 2, below.offset + below.right / 2)
        let high = Vector2(right.offset - right.right / 2, above.offset - above.right / 2)
        let size = high - low
        let middle = (low + high) / 2
        let center = grid.point(middle.x, middle.y)
        let block = CityRectangle(
          center: center, width: size.x, depth: size.y, heading: grid.heading)
        guard size.x > 8, size.y > 8,
          block.corners.contains(where: grid.polygon.contains) || grid.polygon.contains(center)
        else { continue }
        let name = zones.first { $0.polygon.contains(center) }?.profile ?? grid.profile
        fillBlock(
          block, profile: try profile(name), region: grid.polygon,
          random: &random)
      }
    }
    filled.append(grid.polygon)
  }

  private mutating func fillBlock(
    _ block: CityRectangle, profile: CityProfile, region: CityPolygon,
    random: inout CityRandom
  ) {
    // Houses face the long sides; the ends between the two rows face the cross streets.
    var block = block
    if block.width > block.depth {
      (block.width, block.depth) = (block.depth, block.width)
      block.heading += 90
    }
    let inner = block.width - 2 * profile.setback
    let isSingle = inner < profile.depth * 1.25
    let half = isSingle ? inner : inner / 2
    var rowDepth = 0.0
    for side in isSingle ? [-1.0] : [-1.0, 1.0] {
      let back = block.across * -side
      var widths = lots(along: block.depth, profile: profile, random: &random)
      if widths.isEmpty { widths = [block.depth] }
      var position = -block.depth / 2
      var run = (count: 0, depth: 0.0, isBuilt: false)
      for (i, width) in widths.enumerated() {
        if run.count == 0 { run = profile.drawRun(from: &random) }
        run.count -= 1
        let depth = min(half, run.depth)
        rowDepth = max(rowDepth, depth)
        let front = block.width / 2 - profile.setback
        let center =
          block.center + block.along * (position + width / 2)
          + block.across * (side * (front - depth / 2))
        let lot = CityRectangle(
          center: center, width: width, depth: depth, heading: block.heading + 90)
        build(
          lot, back: back, isBuilt: run.isBuilt, isCorner: i == 0 || i == widths.count - 1,
          profile: profile, region: region, random: &random)
        position += width
      }
    }
    let gap = inner - 2 * rowDepth
    guard profile.closesEnds, !isSingle, gap > 7 else { return }
    for side in [-1.0, 1.0] {
      let depth = min(profile.depth, block.depth / 2 - 2)
      let widths = lots(along: gap, profile: profile, random: &random)
      let isBuilt = random.unit() < profile.coverage
      var position = -gap / 2
      for width in widths {
        let center =
          block.center + block.across * (position + width / 2)
          + block.along * (side * (block.depth / 2 - profile.setback - depth / 2))
        let lot = CityRectangle(
          center: center, width: width, depth: depth, heading: block.heading)
        build(
          lot, back: block.along * -side, isBuilt: isBuilt, isCorner: false, profile: profile,
          region: region, random: &random)
        position += width
      }
    }
  }

  /// The widths of neighbouring lots that together take a length.
  private func lots(
    along length: Double, profile: CityProfile, random: inout CityRandom
  ) -> [Double] {
    let count = Int(clamping: length / profile.lot, in: 0...500)
    guard count > 0 else { return [] }
    let shares = (0..<count).map { _ in
      1 + profile.lotVariation * random.uniform(-1, 1)
    }
    let sum = shares.reduce(0, +)
    return shares.map { $0 / sum * length }
  }
}
