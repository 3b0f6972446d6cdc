/// Several elevation models as one: the first that knows a place gives its elevation, and runs over
/// into the next ones in a seam along its edge.
///
/// In the seam the part of a source falls from 1 to 0 at its edge, smoothly (a C¹ cubic of the
/// distance to each edge, multiplied), where others know the place too; inside, and where no other
/// source lies below, elevations are the source's own, unchanged. Sources that lie side by side do not
/// fade where they meet; between the outermost samples of two rasters of pixels the ground is bilinear. Voids of a ``HeightField`` are
/// filled from the sources below it, with a seam around them, and what none of them knows is filled
/// from its surroundings where that is wanted; voids of other models show the sources below as they
/// are. ``sample(latitude:longitude:)`` says which.
public struct ElevationMosaic: ElevationModel {
  /// Which source comes first.
  public enum Priority: Sendable, Hashable {
    /// The finer one; of equals the earlier.
    case finerFirst
    /// The earlier one.
    case asGiven
  }

  /// A source.
  public struct Source: Sendable {
    /// The elevations.
    public var model: any ElevationModel
    /// A name for samples.
    public var name: String
    /// Metres that are added to bring the elevations to the mosaic's datum; `nil` where the datums
    /// are the same.
    public var offset: Double?

    /// Makes a source.
    public init(_ model: any ElevationModel, name: String = "", offset: Double? = nil) {
      self.model = model
      self.name = name
      self.offset = offset
    }
  }

  /// Two sources are measured from different surfaces.
  public struct DatumMismatch: Error, Sendable, Hashable, CustomStringConvertible {
    /// The mosaic's datum and the source's.
    public let expected, found: VerticalDatum
    /// The source's name.
    public let source: String

    public var description: String {
      (source.isEmpty ? "an elevation model" : source) + " is measured from \(found), but the "
        + "models before it from \(expected); say by how many metres they differ"
    }
  }

  /// The sources in order of priority.
  public let sources: [Source]
  public let datum: VerticalDatum
  /// The width of seams in samples of the upper source, or in eighths of samples of a coarser one below; less
  /// where they have less in common, and where it would take more than an eighth of the upper one.
  public let feather: Double
  /// Whether voids that no source knows are filled from their surroundings.
  public let fillsVoids: Bool
  /// How many voids were filled, for each source.
  public let filledCounts: [(fromCoarser: Int, fromSurroundings: Int)]
  /// The width of seams unless another is asked for: that of two sources that disagree is then no line.
  public static let usualFeather = 32.0
  /// Neighbours whose samples are farther apart than so many times the other's are another product: a source
  /// fades at their edge as over any coarser one.
  public static let largestNeighbourRatio = 16.0
  /// Neighbours may have so many samples of the finer one in common; where they have more, seams are those of
  /// any two sources.
  public static let largestNeighbourOverlap = 32.0
  /// The models with voids filled and offsets added.
  var layers: [MosaicLayer]
  /// Which layers may know a place; `nil` for few.
  let index: BoxIndex?
  public let bounds: GeographicBounds
  public let resolution, longitudinalResolution: Double

  /// Makes a mosaic of models above the same datum, with the earlier ones first.
  ///
  /// Datums are not compared; ``init(sources:priority:feather:fillsVoids:datum:)`` does.
  public init(_ models: [any ElevationModel] = []) {
    self.init(
      ordered: models.map { Source($0) }, feather: Self.usualFeather, fillsVoids: false,
      datum: models.first?.datum ?? .meanSeaLevel(geoid: nil))
  }

  /// Makes a mosaic.
  ///
  /// - Parameters:
  ///   - feather: The width of seams in samples of the upper source, or in eighths of samples of a coarser one
  ///     below, what is wider; 0 to 255; 0 for a step. No seam is wider than what both know; nor, where that is
  ///     more than a quarter of the upper source, than an eighth of it or eight of its samples.
  ///   - fillsVoids: Whether voids that no source knows are filled from their surroundings.
  ///   - datum: What elevations are measured from; the first source's unless given.
  /// - Throws: ``DatumMismatch`` for a source above another datum without an offset.
  public init(
    sources: [Source], priority: Priority = .finerFirst, feather: Double = usualFeather,
    fillsVoids: Bool = false, datum: VerticalDatum? = nil
  ) throws(DatumMismatch) {
    let datum = datum ?? sources.first?.model.datum ?? .meanSeaLevel(geoid: nil)
    for source in sources where source.offset == nil {
      guard source.model.datum.isCompatible(with: datum) else {
        throw DatumMismatch(expected: datum, found: source.model.datum, source: source.name)
      }
    }
    var ordered = sources
    if priority == .finerFirst {
      ordered = sources.enumerated()
        .sorted {
          ($0.element.model.resolution, $0.offset) < ($1.element.model.resolution, $1.offset)
        }
        .map(\.element)
    }
    self.init(ordered: ordered, feather: feather, fillsVoids: fillsVoids, datum: datum)
  }

  private init(
    ordered: [Source], feather: Double, fillsVoids: Bool, datum: VerticalDatum
  ) {
    sources = ordered
    self.fillsVoids = fillsVoids
    self.datum = datum
    self.feather = feather > 0 ? min(feather, 255) : 0
    let boxes = ordered.map(\.model.bounds)
    let index = BoxIndex(boxes)
    var layers: [Int: MosaicLayer] = [:]
    var counts: [(fromCoarser: Int, fromSurroundings: Int)] = []
    // From the bottom: a source's voids are filled from what lies below it.
    for (n, source) in ordered.enumerated().reversed() {
      let met = index?.boxes(meeting: boxes[n]) ?? Array(ordered.indices)
      // Sources that share an edge with it have nothing to fill its voids with.
      let below = met.filter { $0 > n && Self.overlap(boxes[n], boxes[$0]) }
      let beside = met.filter {
        $0 > n && !below.contains($0) && !boxes[n].intersections(with: boxes[$0]).isEmpty
      }
      let made = MosaicLayer.make(
        source, over: below.compactMap { layers[$0] }, beside: beside.compactMap { layers[$0] },
        feather: self.feather, fillsVoids: fillsVoids,
        isBelow: met.contains { $0 < n && Self.overlap(boxes[n], boxes[$0]) })
      layers[n] = made.layer
      counts.append(made.filled)
    }
    var neighbours = NeighbouringLayers(ordered.indices.compactMap { layers[$0] })
    self.layers = self.feather > 0 ? neighbours.joined() : neighbours.layers
    // Neighbours reach a little into each other.
    self.index =
      self.layers.contains { $0.edges.isJoined || $0.edges.held != nil }
      ? BoxIndex(self.layers.map(\.edges.reach)) : index
    filledCounts = counts.reversed()
    bounds = boxes.dropFirst().reduce(
      boxes.first ?? .init(south: 0, west: 0, north: 0, east: 0)
    ) { $0.union($1) }
    resolution = ordered.map(\.model.resolution).min() ?? 1
    longitudinalResolution = ordered.map(\.model.longitudinalResolution).min() ?? 1
  }

  /// Whether two boxes have more in common than an edge.
  private static func overlap(_ a: GeographicBounds, _ b: GeographicBounds) -> Bool {
    guard a.north > b.south, b.north > a.south else { return false }
    return a.intersections(with: b).contains { $0.north > $0.south && $0.east > $0.west }
  }

  /// How many of some sources lie over one part of the ground, at most; none counts for itself where
  /// they are few.
  public static func depth(of sources: [Source]) -> Int {
    BoxIndex(sources.map(\.model.bounds))?.depth ?? sources.count
  }

  /// The models as they were given, in order of priority.
  public var models: [any ElevationModel] { sources.map(\.model) }

  /// The models in order of priority, their voids filled.
  public var filledModels: [any ElevationModel] { layers.map(\.model) }

  public var isEmpty: Bool { sources.allSatisfy(\.model.isEmpty) }

  public var range: ClosedRange<Double> {
    let ranges = layers.filter { !$0.model.isEmpty }.map { $0.range }
    let low = ranges.map(\.lowerBound).min() ?? 0
    let high = ranges.map(\.upperBound).max() ?? 0
    return low...high
  }

  public var statedRange: ClosedRange<Double>? {
    guard !layers.isEmpty else { return range }
    let ranges = layers.compactMap { layer in
      layer.model.statedRange.map { ($0.lowerBound + layer.offset, $0.upperBound + layer.offset) }
    }
    guard ranges.count == layers.count, let low = ranges.map(\.0).min(),
      let high = ranges.map(\.1).max()
    else { return nil }
    return low...high
  }

  /// The layers that may meet a box, in order of priority.
  func layers(meeting box: GeographicBounds) -> [MosaicLayer] {
    index.map { $0.boxes(meeting: box).map { layers[$0] } } ?? layers
  }

  /// A source that is joined to neighbours may reach beyond its own data.
  public func mayHaveData(in box: GeographicBounds) -> Bool {
    layers(meeting: box).contains { layer in
      layer.edges.isJoined || layer.edges.held != nil || layer.model.mayHaveData(in: box)
    }
  }

  public func range(in box: GeographicBounds) -> ClosedRange<Double>? {
    // A seam's elevations lie between those of its sources.
    layers(meeting: box).compactMap { $0.range(in: box) }.reduce(nil) { sum, next in
      sum.map {
        min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound)
      } ?? next
    }
  }
}
