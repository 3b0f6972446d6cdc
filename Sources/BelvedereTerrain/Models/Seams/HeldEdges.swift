import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The half cells beyond a layer's outermost samples, where their values hold, beside neighbours on another
/// projection: where one of these has samples, these count, and between the samples of both what lies between.
struct HeldEdges: Sendable {
  /// And what is to be added to their elevations, and where they may be near.
  private let neighbours: [(model: any ElevationModel, shift: Double, box: GeographicBounds)]
  /// So far, in degrees of latitude, outermost samples may be from a place between them.
  private let reach: Double
  /// Within it nothing is held; `nil` where there is no such box.
  private let core: GeographicBounds?
  private let bounds: GeographicBounds

  /// - Parameter outline: of the layer's model.
  init(
    _ model: any ElevationModel, _ outline: ModelOutline,
    beside neighbours: [(model: any ElevationModel, shift: Double)]
  ) {
    let reach = neighbours.reduce(model.resolution) { max($0, $1.model.resolution) }
    self.reach = reach
    self.neighbours = neighbours.map { neighbour in
      var box = neighbour.model.bounds
      let least = max(cos(max(abs(box.south), abs(box.north)) * .pi / 180), 1e-3)
      box.south -= reach
      box.north += reach
      box.west -= reach / least
      box.east += reach / least
      return (neighbour.model, neighbour.shift, box)
    }
    bounds = model.bounds
    var core = model.bounds
    for edge in outline.edges {
      let (low, high) = (pointwiseMin(edge.from, edge.to), pointwiseMax(edge.from, edge.to))
      switch edge.side {
      case .south: core.south = max(core.south, high.y)
      case .north: core.north = min(core.north, low.y)
      case .west: core.west = max(core.west, high.x)
      case .east: core.east = min(core.east, low.x)
      }
    }
    core.south += model.resolution
    core.north -= model.resolution
    core.west += model.longitudinalResolution
    core.east -= model.longitudinalResolution
    self.core = core.north > core.south && core.east > core.west ? core : nil
  }

  /// What a layer counts at a place.
  enum Ground {
    /// What its model says.
    case own
    /// Nothing: a neighbour has samples around the place.
    case others
    /// What lies between its outermost samples and those of neighbours, in the layer's datum.
    case between(Double)
  }

  /// What counts at a place of the layer's model.
  ///
  /// Between the outermost samples of several it is the mean of their elevations, each by the inverse of its
  /// distance: of two on a line between them, linear.
  func ground(_ model: any ElevationModel, latitude: Double, longitude: Double) -> Ground {
    if let core, core.contains(latitude: latitude, longitude: longitude) { return .own }
    guard model.isHeld(latitude: latitude, longitude: longitude),
      let own = model.outermost(latitude: latitude, longitude: longitude, within: reach),
      own.distance > 0
    else { return .own }
    var sum = own.elevation / own.distance
    var weights = 1 / own.distance
    for (neighbour, shift, box) in neighbours
    where box.contains(latitude: latitude, longitude: longitude) {
      guard let other = neighbour.outermost(latitude: latitude, longitude: longitude, within: reach)
      else { continue }
      guard other.distance > 0 else { return .others }
      sum += (other.elevation + shift) / other.distance
      weights += 1 / other.distance
    }
    return .between(sum / weights)
  }

  /// The boxes in which that may be.
  var boxes: [GeographicBounds] {
    guard let core else { return [bounds] }
    var (south, north, west, east) = (bounds, bounds, bounds, bounds)
    south.north = core.south
    north.south = core.north
    west.east = core.west
    east.west = core.east
    return [south, north, west, east]
  }
}
