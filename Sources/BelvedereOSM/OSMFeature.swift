import BelvedereGeodesy
import BelvedereTerrain

/// Something on the map that OpenStreetMap's data describe: a point, a line or an area with its tags.
public struct OSMFeature: Sendable {
  /// What it is described by.
  public enum Kind: Sendable, Hashable {
    case node, way, relation

    /// The word that OpenStreetMap's addresses have for it.
    public var name: String {
      switch self {
      case .node: "node"
      case .way: "way"
      case .relation: "relation"
      }
    }
  }

  /// Where it is.
  public enum Shape: Sendable {
    case point(Coordinate)
    /// At least two places, of a ring the first again at the end.
    case line([Coordinate])
    /// Polygons of rings: the outer one, then its holes; without the first place again at the end.
    case area([[[Coordinate]]])
  }

  /// By what it is described, and its number there.
  public let kind: Kind
  public let id: Int64
  public let tags: OSMTags
  public var shape: Shape
  /// What another source calls it.
  private let given: String?
  /// Where in another source it stands: its line or its number; `nil` for one of OpenStreetMap.
  public let place: Int?

  /// `way/123`, as OpenStreetMap's addresses have it, or what another source calls it.
  public var name: String { given ?? "\(kind.name)/\(id)" }

  /// A feature of another source that is described by the tags of OpenStreetMap.
  ///
  /// - Parameter place: the line or number of one that is told where nothing becomes of it.
  public init(
    _ kind: Kind, named name: String, at place: Int? = nil, tags: OSMTags, shape: Shape
  ) {
    (self.kind, given, self.tags, self.shape) = (kind, name, tags, shape)
    (id, self.place) = (0, place)
  }

  /// One of OpenStreetMap.
  init(_ kind: Kind, _ id: Int64, _ tags: OSMTags, _ shape: Shape) {
    (self.kind, self.id, self.tags, self.shape) = (kind, id, tags, shape)
    (given, place) = (nil, nil)
  }
}

/// Tags of a feature in the order of the file.
public struct OSMTags: Sendable {
  /// Keys and values.
  public let pairs: [(key: String, value: String)]

  /// Makes tags.
  public init(_ pairs: [(key: String, value: String)]) { self.pairs = pairs }

  /// Makes tags of a file that may have a key twice: the first counts.
  package init(once pairs: [(key: String, value: String)]) {
    guard pairs.count > 16 else {
      // A set costs more than a few comparisons; most features have a few tags.
      for i in pairs.indices.dropFirst()
      where pairs[..<i].contains(where: { $0.key == pairs[i].key }) {
        self.pairs = pairs.indices.filter { i in
          !pairs[..<i].contains { $0.key == pairs[i].key }
        }.map { pairs[$0] }
        return
      }
      self.pairs = pairs
      return
    }
    var known: Set<String> = []
    self.pairs = pairs.filter { known.insert($0.key).inserted }
  }

  /// The value of a key; `nil` where there is none.
  public subscript(_ key: String) -> String? { pairs.first { $0.key == key }?.value }

  /// Whether a key has a value other than `no`.
  public func has(_ key: String) -> Bool { self[key].map { $0 != "no" } ?? false }
}

/// What was read of a file.
public struct OSMCounts: Sendable, Hashable {
  /// Objects of the file.
  public var nodes = 0
  public var ways = 0
  public var relations = 0
  /// Ways of which nodes are missing: what there is of them is told.
  public var incompleteWays = 0
  /// Rings and relations that make no area, as they are open or cut themselves, and such of which ways are missing.
  public var unassembledAreas = 0
  public var incompleteRelations = 0
  /// The box around all nodes; `nil` where there are none.
  public var extent: GeographicBounds?

  /// Counts of nothing.
  public init() {}
}
