import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereLimits
import BelvedereTerrain

/// What a cell of a streamed layer holds.
public final class StreamedPiece: Sendable {
  /// Where.
  public let cell: StreamedCell
  /// Its buildings and trees.
  public let buildings: [Building]
  public let trees: [Tree]
  /// Roads and tunnels of features, by where these lie in the file: long ones are in several cells.
  let roads: [Numbered<GroundDecoder.Ways>]
  /// Areas, and their place in the order of the whole city.
  let covers: [Numbered<(order: Int, covers: [LandCover])>]
  let warnings: [String]

  /// What became of a feature.
  struct Numbered<Value: Sendable>: Sendable {
    let number: Int
    let value: Value
    /// A box around what is drawn of it; `nil` where nothing is.
    let bounds: GeographicBounds?
  }

  /// Reads what a layer has in a cell.
  ///
  /// - Throws: `FileError`, ``SceneError``, `LimitError`.
  init(_ cell: StreamedCell, of layer: StreamedLayer) throws {
    self.cell = cell
    var (buildings, trees): ([Building], [Tree]) = ([], [])
    var roads: [Numbered<GroundDecoder.Ways>] = []
    var covers: [Numbered<(order: Int, covers: [LandCover])>] = []
    let shared = SceneFile.Collection(root: "", limits: layer.limits, allowsOutsideFiles: false)
    let file = SceneFile(name: layer.name, shared: shared)
    if let (features, numbers) = try layer.features(in: cell) {
      switch layer.kind {
      case .buildings: buildings = try BuildingDecoder.buildings(of: features, in: file)
      case .trees: trees = try features.converted(in: file, TreeAttributes.trees)
      case .roads:
        roads = try features.numbered(in: file) { n, feature, _ in [(n, feature)] }
          .map { n, feature in
            let ways = try GroundDecoder.roads(of: [feature], in: file, named: layer.name)
            return Numbered(number: numbers[n], value: ways, bounds: ways.box.bounds)
          }
      case .landCover:
        covers = try features.numbered(in: file) { n, feature, _ in [(n, feature)] }
          .map { n, feature in
            let order = feature.properties.text("order").flatMap(Int.init) ?? .max
            let covers = try GroundDecoder.landCover(of: [feature], in: file, named: layer.name)
            return Numbered(
              number: numbers[n], value: (order, covers), bounds: covers.box.bounds)
          }
      }
    }
    (self.buildings, self.trees, self.roads, self.covers) = (buildings, trees, roads, covers)
    let told = shared.report.entries.filter {
      [SceneReport.otherGeometry, SceneReport.unknownKinds].contains($0.subject)
    }
    warnings =
      (SceneFile.allWarnings(of: shared)
      + told.map { SceneWarning(file: layer.name, message: $0.subject) }).map(\.description)
  }
}

extension GroundDecoder.Ways {
  fileprivate var box: GeographicBox {
    var box = GeographicBox()
    for road in roads { for place in road.path { box.add(place) } }
    return box
  }
}

extension [LandCover] {
  fileprivate var box: GeographicBox {
    var box = GeographicBox()
    for cover in self { for ring in cover.polygon.rings { for place in ring { box.add(place) } } }
    return box
  }
}

extension GeographicBox {
  fileprivate var bounds: GeographicBounds? {
    isEmpty ? nil : GeographicBounds(south: south, west: west, north: north, east: east)
  }
}
