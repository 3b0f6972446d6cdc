/// What was read, left out and assumed while a scene was loaded, as counts with words.
public struct SceneReport: Sendable, Hashable {
  /// A count with its words, such as `1,525 heights from tags`.
  public struct Entry: Sendable, Hashable {
    /// The file.
    public let file: String
    /// What was counted.
    public let subject: String
    /// How often.
    public var count: Int
  }

  /// The entries, in the order of their first appearance.
  public private(set) var entries: [Entry] = []
  private var positions: [String: Int] = [:]

  /// An empty report.
  public init() {}

  /// Adds to a count.
  mutating func add(_ subject: String, in file: String, by count: Int = 1) {
    guard count > 0 else { return }
    let key = file + "\0" + subject
    if let i = positions[key] {
      entries[i].count += count
    } else {
      positions[key] = entries.count
      entries.append(Entry(file: file, subject: subject, count: count))
    }
  }

  /// How often something was counted in all files.
  public func count(_ subject: String) -> Int {
    entries.reduce(0) { $0 + ($1.subject == subject ? $1.count : 0) }
  }
}

extension SceneReport {
  /// Words of counts.
  public static let damagedFeatures = "damaged features left out"
  public static let rastersLeftOut = "damaged or unreadable rasters left out"
  public static let heightsFromTags = "heights from tags"
  public static let heightsFromLevels = "heights from levels (3.2 m each + 1 m)"
  public static let heightsAssumed = "heights assumed from type and area"
  public static let unreadableHeights = "heights that are not a length above 0, 2,000 m at most"
  public static let minHeightsIgnored = "minimum heights above the height ignored"
  public static let underground = "buildings below the ground left out"
  public static let otherGeometry = "features of another kind of geometry left out"
  public static let tunnels = "roads in tunnels, not drawn"
  public static let unknownKinds = "features of an unknown kind left out"
  public static let unknownTraffic =
    "words of traffic that are none of low, moderate, heavy, severe and closed"
  public static let unreadableRoutes =
    "numbers of routes that are longer than 10 characters or no text"
  public static let buildings = "buildings"
  public static let roads = "roads"
  public static let landCover = "areas of land cover"
  public static let trees = "trees"
  public static let places = "places of files, as annotations"
}

extension SceneReport.Entry {
  /// What was counted, in words for its number.
  public var words: String { count == 1 ? Self.singles[subject] ?? subject : subject }

  private static let singles = [
    SceneReport.damagedFeatures: "damaged feature left out",
    SceneReport.rastersLeftOut: "damaged or unreadable raster left out",
    SceneReport.heightsFromTags: "height from tags",
    SceneReport.heightsFromLevels: "height from levels (3.2 m each + 1 m)",
    SceneReport.heightsAssumed: "height assumed from type and area",
    SceneReport.unreadableHeights: "height that is not a length above 0, 2,000 m at most",
    SceneReport.minHeightsIgnored: "minimum height above the height ignored",
    SceneReport.underground: "building below the ground left out",
    SceneReport.otherGeometry: "feature of another kind of geometry left out",
    SceneReport.tunnels: "road in a tunnel, not drawn",
    SceneReport.unknownKinds: "feature of an unknown kind left out",
    SceneReport.unknownTraffic:
      "word of traffic that is none of low, moderate, heavy, severe and closed",
    SceneReport.unreadableRoutes: "number of a route that is longer than 10 characters or no text",
    SceneReport.buildings: "building", SceneReport.roads: "road",
    SceneReport.landCover: "area of land cover", SceneReport.trees: "tree",
    SceneReport.places: "place of a file, as an annotation",
  ]
}
