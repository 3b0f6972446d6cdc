/// Where the data of an elevation model end: edges that need not be those of its ``ElevationModel/bounds``.
public struct ModelOutline: Sendable {
  /// On which side of the data an edge lies.
  public enum Side: Int, Sendable, CaseIterable {
    case south, west, north, east

    /// The side of the data beyond.
    var opposite: Side {
      switch self {
      case .south: .north
      case .west: .east
      case .north: .south
      case .east: .west
      }
    }

    /// Whether an edge of the side runs along a parallel, more or less.
    var isAlongParallel: Bool { self == .south || self == .north }
  }

  /// A straight piece of the outline, in degrees, on the turn of the world of the model's bounds.
  public struct Edge: Sendable {
    /// On which side of the data it lies.
    public var side: Side
    /// Its ends: longitude, latitude.
    public var from, to: SIMD2<Double>

    /// Makes an edge.
    public init(_ side: Side, from: SIMD2<Double>, to: SIMD2<Double>) {
      self.side = side
      self.from = from
      self.to = to
    }
  }

  /// All edges.
  public var edges: [Edge]
  /// The box of the outermost samples; between it and ``ElevationModel/bounds`` their values hold.
  public var samples: GeographicBounds

  /// Makes an outline.
  public init(edges: [Edge], samples: GeographicBounds) {
    self.edges = edges
    self.samples = samples
  }

  /// The outline of a box.
  ///
  /// - Parameter samples: the box of the outermost samples; the box itself unless given.
  public init(_ box: GeographicBounds, samples: GeographicBounds? = nil) {
    let southWest = SIMD2(box.west, box.south)
    let southEast = SIMD2(box.east, box.south)
    let northWest = SIMD2(box.west, box.north)
    let northEast = SIMD2(box.east, box.north)
    self.init(
      edges: [
        Edge(.south, from: southWest, to: southEast), Edge(.west, from: southWest, to: northWest),
        Edge(.north, from: northWest, to: northEast), Edge(.east, from: southEast, to: northEast),
      ], samples: samples ?? box)
  }
}
