import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The half cells beyond a layer's outermost samples, where their values hold, beside neighbours: where one of these
/// has samples, these count, and between the samples of both what lies between.
struct HeldEdges: Sendable {
  /// And what is to be added to their elevations, and where they may be near.
  private let neighbours: [(model: any ElevationModel, shift: Double, box: GeographicBounds)]
  /// The wider cell of those of the layer and its neighbours, in degrees of latitude.
  private let cell: Double
  /// Half a cell of the layer.
  private let half: Double
  /// Longitudes and latitudes around which alone this is so; `nil` for all along the outline.
  private let corners: [SIMD2<Double>]?
  /// Where something may be held beside a neighbour.
  let boxes: [GeographicBounds]
  /// Finds one of many.
  private let index: BoxIndex?

  /// - Parameters:
  ///   - outline: of the layer's model.
  ///   - corners: longitudes and latitudes around which alone that is so, where elsewhere joints do as much; `nil`
  ///     for all along the outline.
  init(
    _ model: any ElevationModel, _ outline: ModelOutline,
    beside neighbours: [(model: any ElevationModel, shift: Double)],
    around corners: [SIMD2<Double>]?
  ) {
    cell = neighbours.reduce(model.resolution) { max($0, $1.model.resolution) }
    half = model.resolution / 2
    let reach = cell * Self.largestGap
    self.corners = corners
    let near = neighbours.map { ($0.model, $0.shift, Self.grown($0.model.bounds, by: reach)) }
    self.neighbours = near
    let (tall, wide) = (model.resolution, model.longitudinalResolution)
    let strips = outline.edges.map { edge in
      let (low, high) = (pointwiseMin(edge.from, edge.to), pointwiseMax(edge.from, edge.to))
      // As far beyond the edge as what is held by coarser neighbours, and a cell inwards.
      var box = Self.grown(
        GeographicBounds(south: low.y, west: low.x, north: high.y, east: high.x), by: reach)
      switch edge.side {
      case .south: box.north = high.y + tall
      case .north: box.south = low.y - tall
      case .west: box.east = high.x + wide
      case .east: box.west = low.x - wide
      }
      return box
    }
    let fields = corners?.map {
      Self.grown(GeographicBounds(south: $0.y, west: $0.x, north: $0.y, east: $0.x), by: 2 * reach)
    }
    boxes = (fields ?? strips).filter { box in
      near.contains { !box.intersections(with: $0.2).isEmpty }
    }
    index = BoxIndex(boxes)
  }

  /// A box, larger by some degrees of latitude and by as long a way along parallels.
  static func grown(_ box: GeographicBounds, by reach: Double) -> GeographicBounds {
    let least = max(cos(max(abs(box.south), abs(box.north)) * .pi / 180), 1e-3)
    return GeographicBounds(
      south: box.south - reach, west: box.west - reach / least, north: box.north + reach,
      east: box.east + reach / least)
  }

  /// Outermost samples may be so many of the wider cells apart: what lies between is interpolated.
  static let largestGap = 1.5

  /// How far outside of its bounds the layer may count, in degrees of latitude.
  var outward: Double { corners == nil ? cell * Self.largestGap : 0 }

  /// What a layer counts at a place, in its datum, and its part of what layers above have left; `nil` for nothing.
  ///
  /// Between the outermost samples of several layers it is the mean of their elevations, each by the inverse of its
  /// distance: of two on a line between them, linear. Around corners this runs over into what the model says, which
  /// joints mix elsewhere. Where a neighbour has samples around the place the layer's part falls over its half cell.
  ///
  /// - Parameter value: what the model says; NaN for nothing.
  func ground(
    _ model: any ElevationModel, latitude: Double, longitude: Double, value: Double
  ) -> (elevation: Double, part: Double)? {
    let alone = value.isNaN ? nil : (elevation: value, part: 1.0)
    let reach = cell * Self.largestGap
    guard isNear(latitude, longitude),
      model.isHeld(latitude: latitude, longitude: longitude)
        || !model.hasData(latitude: latitude, longitude: longitude),
      let own = model.outermost(latitude: latitude, longitude: longitude, within: reach),
      !own.isAmong
    else { return alone }
    let near = corners == nil ? 1 : cornerPart(latitude, longitude)
    guard near > 0 else { return alone }
    var sum = own.elevation / own.distance
    var weights = 1 / own.distance
    var part = 1.0
    var isBridged = false
    for (neighbour, shift, box) in neighbours
    where box.contains(latitude: latitude, longitude: longitude) {
      guard let other = neighbour.outermost(latitude: latitude, longitude: longitude, within: reach)
      else { continue }
      guard !other.isAmong else {
        guard let alone else { return nil }
        guard corners == nil else {
          return (alone.elevation + (other.elevation + shift - alone.elevation) * near, 1)
        }
        part *= self.part(own, over: other)
        continue
      }
      // 1 where the place lies between both, 0 where it lies on one side of them.
      let facing = 0.5 - (own.way * other.way).sum() / (own.distance * other.distance) / 2
      isBridged = isBridged || facing > 0.75 && own.distance + other.distance <= reach
      let isOpposite = corners == nil ? MosaicLayer.smooth(facing - 0.75, 0.25) : 1
      let most = cell + (reach - cell) * isOpposite
      let weight =
        (corners == nil ? facing : 1) * MosaicLayer.smooth(most - other.distance, most / 3)
        / other.distance
      sum += (other.elevation + shift) * weight
      weights += weight
    }
    guard let alone else {
      // Around corners joints reach over gaps.
      return corners == nil && isBridged && part == 1 ? (sum / weights, 1) : nil
    }
    return (alone.elevation + (sum / weights - alone.elevation) * near, part)
  }

  /// The part that a layer keeps in its half cell where a neighbour has samples: it falls from its own outermost
  /// samples to its edge, and towards the neighbour's outermost ones; all of it where both end on one side.
  private func part(_ own: OutermostPlace, over other: OutermostPlace) -> Double {
    let (distance, depth) = (own.distance, other.distance)
    let product = max(distance * depth, .leastNormalMagnitude)
    let along = 0.5 + (own.way * other.way).sum() / product / 2
    let goesOn = max(along, MosaicLayer.smooth(depth - half, half))
    let falling = 1 - MosaicLayer.smooth(distance, half)
    // Where the outermost samples of both stand on one line all of it counts there.
    let hair = half * 1e-4
    let share = min(1, 2 * (depth + hair) / (depth + distance + 2 * hair))
    return 1 - goesOn * (1 - falling * share)
  }

  /// 1 around a corner and 0 away from all.
  private func cornerPart(_ latitude: Double, _ longitude: Double) -> Double {
    let scale = cos(latitude * .pi / 180)
    let reach = cell * Self.largestGap
    return (corners ?? []).reduce(0) { part, corner in
      let turns = ((longitude - corner.x) / 360).rounded() * 360
      let away = SIMD2((longitude - turns - corner.x) * scale, latitude - corner.y)
      return max(part, MosaicLayer.smooth(2 * reach - (away * away).sum().squareRoot(), reach))
    }
  }

  private func isNear(_ latitude: Double, _ longitude: Double) -> Bool {
    guard let index else {
      return boxes.contains { $0.contains(latitude: latitude, longitude: longitude) }
    }
    return index.boxes(latitude: latitude, longitude: longitude).contains {
      boxes[Int($0)].contains(latitude: latitude, longitude: longitude)  // checked: Int32 to Int
    }
  }

  /// Whether something may be held in a box.
  func meets(_ box: GeographicBounds) -> Bool {
    (index?.boxes(meeting: box) ?? Array(boxes.indices)).contains {
      !boxes[$0].intersections(with: box).isEmpty
    }
  }

  /// Whether something may be held at the crossings of some parallels and meridians.
  func mayMeet(_ latitudes: [Double], _ longitudes: [Double]) -> Bool {
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return false }
    return meets(GeographicBounds(south: south, west: west, north: north, east: east))
  }

  /// Two elevations between which lies what is held in a box, in the layer's datum; `nil` for nothing.
  func range(_ model: any ElevationModel, in box: GeographicBounds) -> ClosedRange<Double>? {
    guard meets(box) else { return nil }
    let around = Self.grown(box, by: cell * Self.largestGap)
    return neighbours.compactMap { neighbour in
      neighbour.model.range(in: around).map {
        ($0.lowerBound + neighbour.shift)...($0.upperBound + neighbour.shift)
      }
    }.reduce(model.range(in: around)) { sum, next in next.union(sum) }
  }
}

extension ClosedRange<Double> {
  /// The least range that holds both.
  package func union(_ other: ClosedRange<Double>?) -> ClosedRange<Double> {
    guard let other else { return self }
    return Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
