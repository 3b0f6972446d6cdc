import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereJSON
import BelvedereOSM
import BelvedereSceneModel
import BelvedereTerrain

/// Features of GeoJSON or FlatGeobuf on their way into a city.
struct CityFeatures {
  private let options: CityImport.Options
  private let maximumMemory: Int
  /// Features that were read.
  private(set) var count = 0
  /// The box around them.
  private var box = GeographicBox()
  /// What of features that cannot be used, each with the reason.
  private(set) var damaged: [String] = []
  private(set) var damagedCount = 0
  /// Features that do not say what they are, and the place of the first.
  private(set) var undescribed = PlacedCount()
  /// Properties of which nothing is made.
  private(set) var unused = UnusedProperties()
  /// Features without any geometry.
  private(set) var empty = PlacedCount()
  /// What of features was read otherwise than it stands there, by the lines or numbers of the first.
  private var repaired = RepairTally()
  private var collection = GeometryRepairs()
  private var isText = false
  /// Features of which an edge takes the short way across the antimeridian that may be meant to take the long one.
  private(set) var doubtful = 0
  /// Whom a file says its data are owed to, and their licences.
  private(set) var credit = DataCredit()

  private static let maximumVertices = 10_000_000
  /// One feature may have this part of the memory: its values take several times its text.
  private static let share = 32

  /// Whether a file may be GeoJSON, by what it begins with: an object that says nothing of city models.
  static func isPlausible(_ start: [UInt8]) -> Bool {
    // What parts a sequence, and the mark of the order of bytes.
    let text = String(decoding: start, as: UTF8.self).drop {
      $0.isWhitespace || $0 == "\u{1E}" || $0 == "\u{FEFF}"
    }
    guard text.first == "{" else { return false }
    return !["\"CityJSON", "\"CityObjects\""].contains { text.contains($0) }
  }

  init(_ options: CityImport.Options, maximumMemory: Int) {
    (self.options, self.maximumMemory) = (options, maximumMemory)
  }

  /// What was read otherwise than it stands there, with the number of features and the place of the first.
  var repairs: [CityImport.Repair] {
    repaired.entries.map { repair, count, first in
      CityImport.Repair(
        place: place(first), reason: RepairTally.words(repair, count), count: count,
        isHarmless: repair.isHarmless)
    }
      + GeometryRepair.allCases.filter(collection.contains).map {
        CityImport.Repair(place: "", reason: "the collection \($0.words)", count: 1)
      }
  }

  /// What messages call a line or a feature's number.
  func place(_ number: Int) -> String { isText ? "line \(number)" : "features[\(number)]" }

  /// The box around all features; `nil` where there are none.
  var extent: GeographicBounds? {
    guard !box.isEmpty else { return nil }
    return GeographicBounds(south: box.south, west: box.west, north: box.north, east: box.east)
  }

  /// Reads GeoJSON, a feature at a time.
  mutating func read(
    geoJSON path: String, into queue: ContentQueue, progress: (Double) -> Bool
  ) throws(FeatureImportError) {
    var scanner = GeoJSONScanner(maximumBytes: max(maximumMemory / Self.share, 1 << 20))
    var failure: FeatureImportError?
    var isDone = false
    isText = true
    var reader = self
    do throws(FileError) {
      let size = max(try InputFile.size(of: path), 1)
      var read = 0
      try InputFile.forEachPart(of: path) { part in
        guard failure == nil, !isDone else { return }
        read += part.count
        do throws(FeatureImportError) {
          isDone = try !scanner.scan(part) { piece, origin throws(FeatureImportError) in
            try reader.add(piece, origin, to: queue)
          }
          if !progress(Double(read) / Double(size)) { isDone = true }
        } catch {
          failure = error
        }
      }
    } catch {
      throw FeatureImportError(error.reason)
    }
    self = reader
    if let failure { throw failure }
    if !isDone { try scanner.end() }
  }

  /// Reads FlatGeobuf.
  mutating func read(
    flatGeobuf bytes: [UInt8], into queue: ContentQueue, progress: (Double) -> Bool
  ) throws(FeatureImportError) {
    let (source, header) = try Self.source(bytes)
    if let value = try? JSONParser.parse(Array(header.metadata.utf8), maximumMemory: 64 << 20),
      let members = value.members
    {
      credit.add(members)
    }
    for number in 0..<source.count {
      do throws(FeatureGeometry.Problem) {
        add(try source.feature(number, maximumVertices: Self.maximumVertices), number, to: queue)
      } catch {
        noteDamage("features[\(number)]: \(error.message)")
      }
      if number % 4096 == 0 {
        guard queue.hasRoom, progress(Double(number) / Double(source.count)) else { return }
      }
    }
  }

  private static func source(
    _ bytes: [UInt8]
  ) throws(FeatureImportError) -> (FlatGeobufSource, FlatGeobufHeader) {
    var reason: String?
    do throws(FlatGeobufError) {
      let file = try FlatGeobufFile(bytes)
      reason = FlatGeobufSource.unknownSystem(file.header)
      if reason == nil { return (try FlatGeobufSource(file), file.header) }
    } catch {
      reason = error.description
    }
    throw FeatureImportError(reason ?? "")
  }

  /// Refuses content for which there was no room.
  func checkRoom(_ content: CityContent) throws(FeatureImportError) {
    if let failure = content.failure {
      throw FeatureImportError(failure.description, isScratch: true)
    }
    guard content.hasRoom else {
      throw FeatureImportError(
        "has buildings and roads that need more than \(maximumMemory >> 20) MiB of memory; "
          + "name a part of it with --bbox, or raise --memory", isMemory: true)
    }
  }

  // MARK: GeoJSON

  /// - Returns: whether to go on.
  private mutating func add(
    _ piece: GeoJSONScanner.Piece, _ origin: GeoJSONScanner.Origin, to queue: ContentQueue
  ) throws(FeatureImportError) -> Bool {
    switch piece {
    case .feature(let text):
      add(try Self.value(text, origin, maximumMemory), origin, to: queue)
    case .document(let text, let isCollection):
      let value = try Self.value(text, origin, maximumMemory)
      guard case .object(let members) = value.content else { return true }
      try check(members, isCollection: isCollection, origin)
      if !isCollection {
        add(value, isGeometry: !Self.isFeature(members), origin, to: queue)
      }
    }
    return queue.hasRoom
  }

  private static func value(
    _ text: [UInt8], _ origin: GeoJSONScanner.Origin, _ memory: Int
  ) throws(FeatureImportError) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONParser.parse(text, maximumMemory: memory / 4)
    } catch {
      throw FeatureImportError(
        "line \(origin.line(error.line)): "
          + (error.exceedsMemory
            ? "\(error.reason); raise --memory to at least \(error.neededMemory >> 18 + 1) MiB"
            : "is not valid JSON: \(error.reason)"),
        isMemory: error.exceedsMemory)
    }
  }

  private static func isFeature(_ members: [JSONMember]) -> Bool {
    members.contains { $0.name == "type" && $0.value.text == "Feature" }
  }

  private static let types: Set = [
    "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]

  /// Refuses what is no GeoJSON, and notes whom it is owed to.
  private mutating func check(
    _ members: [JSONMember], isCollection: Bool, _ origin: GeoJSONScanner.Origin
  ) throws(FeatureImportError) {
    if let reason = GeoJSONSource.unknownSystem(members) { throw FeatureImportError(reason) }
    let type = members.first { $0.name == "type" }?.value.text
    guard isCollection ? type == "FeatureCollection" : type.map(Self.types.contains) ?? false else {
      let place = "line \(origin.first): "
      if members.contains(where: { $0.name == "elements" }) {
        throw FeatureImportError(
          place + "is Overpass JSON; ask for [out:xml], or convert it with osmtogeojson")
      }
      switch type {
      case let type? where isCollection && Self.types.contains(type):
        throw FeatureImportError(
          place + "is a \(type) and has \"features\"; RFC 7946, 7.1, allows one of them")
      case "FeatureCollection"?:
        throw FeatureImportError(place + "the feature collection has no array \"features\"")
      case "Topology"?:
        throw FeatureImportError(place + "is TopoJSON; convert it with topo2geo")
      case let type?:
        throw FeatureImportError(place + "is not GeoJSON: unknown type \"\(type.prefix(40))\"")
      case nil: throw FeatureImportError(place + "is not GeoJSON: it has no \"type\"")
      }
    }
    credit.add(members)
    if isCollection { GeoJSONMembers.check(members, as: .collection, &collection) }
  }

  private mutating func add(
    _ value: JSONValue, isGeometry: Bool = false, _ origin: GeoJSONScanner.Origin,
    to queue: ContentQueue
  ) {
    do throws(FeatureGeometry.Problem) {
      add(
        try MapFeature(
          geoJSON: value, isGeometry: isGeometry, maximumVertices: Self.maximumVertices),
        origin.first, to: queue)
    } catch {
      noteDamage("line \(origin.first): \(error.message)")
    }
  }

  // MARK: Features

  private mutating func noteDamage(_ reason: String) {
    damagedCount += 1
    if damaged.count < 5 { damaged.append(reason) }
  }

  /// What a feature is called by its properties, as Overpass, GDAL and QuickOSM write it.
  private static func identifier(_ properties: FeatureProperties) -> String? {
    properties.texts().first { ["@id", "id", "osm_id", "full_id"].contains($0.key) }?.value
  }

  /// - Parameter place: its line or its number.
  private mutating func add(_ feature: MapFeature, _ place: Int, to queue: ContentQueue) {
    count += 1
    repaired.add(feature.geometry.repairs, at: place)
    let name = feature.id.isEmpty ? Self.identifier(feature.properties) ?? "\(count)" : feature.id
    let geometry = feature.geometry
    var isDescribed = true
    func put(_ shape: OSMFeature.Shape, _ kind: FeatureTags.Shape) {
      guard
        let tags = FeatureTags.tags(feature.properties, kind, fallback: options.tags)
      else {
        isDescribed = false
        return
      }
      for tag in tags { unused.note(tag.key) }
      // Areas of towns and their parts have their names in the middle, which OpenStreetMap has nodes for.
      let isTown =
        kind != .line && tags.contains { $0.key == "place" && CityPlace.isTown($0.value) }
      _ = queue.add(
        OSMFeature(
          kind == .point || isTown ? .node : .way, named: name, at: place, tags: OSMTags(tags),
          shape: shape))
    }
    for place in geometry.points {
      box.add(place)
      put(.point(place), .point)
    }
    for line in geometry.lines {
      for place in line { box.add(place) }
      put(.line(line), .line)
    }
    if !geometry.polygons.isEmpty {
      let polygons = geometry.polygons.map(\.rings)
      for rings in polygons { for place in rings[0] { box.add(place) } }
      put(.area(polygons), .area)
    }
    if geometry.points.isEmpty, geometry.lines.isEmpty, geometry.polygons.isEmpty {
      empty.add(place)
    } else if !isDescribed {
      undescribed.add(place)
    } else if geometry.isDoubtful {
      doubtful += 1
    }
  }
}
