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
    var batch = FeatureBatch()
    do throws(FileError) {
      let size = max(try InputFile.size(of: path), 1)
      var read = 0
      try InputFile.forEachPart(of: path) { part in
        guard failure == nil, !isDone else { return }
        read += part.count
        do throws(FeatureImportError) {
          isDone = try !scanner.scan(part) { piece, origin throws(FeatureImportError) in
            try reader.add(piece, origin, &batch, to: queue)
          }
          if !progress(Double(read) / Double(size)) { isDone = true }
        } catch {
          failure = error
        }
      }
    } catch {
      throw FeatureImportError(error.reason)
    }
    // What stands before a flaw may have another one.
    if !isDone { _ = try reader.add(&batch, to: queue) }
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
        let feature = try source.feature(number, maximumVertices: Self.maximumVertices)
        add(DescribedFeature(feature, fallback: options.tags), number, to: queue)
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
    _ piece: GeoJSONScanner.Piece, _ origin: GeoJSONScanner.Origin, _ batch: inout FeatureBatch,
    to queue: ContentQueue
  ) throws(FeatureImportError) -> Bool {
    switch piece {
    case .feature(let text):
      return batch.add(text, origin) ? try add(&batch, to: queue) : true
    case .document(let text, isCollection: false):
      return batch.add(text, origin, isAlone: true) ? try add(&batch, to: queue) : true
    case .document(let text, isCollection: true):
      guard try add(&batch, to: queue) else { return false }
      let value = try FeatureBatch.value(text, origin, maximumMemory: maximumMemory / 4)
      guard case .object(let members) = value.content else { return true }
      try check(members, isCollection: true, origin)
      return queue.hasRoom
    }
  }

  /// Adds the features of a batch, in their order.
  ///
  /// - Returns: whether to go on.
  private mutating func add(
    _ batch: inout FeatureBatch, to queue: ContentQueue
  ) throws(FeatureImportError) -> Bool {
    let outcomes = batch.take(maximumMemory: maximumMemory / 4, fallback: options.tags)
    for (origin, outcome) in outcomes { try add(outcome, origin, to: queue) }
    return queue.hasRoom
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
    _ outcome: FeatureBatch.Outcome, _ origin: GeoJSONScanner.Origin, to queue: ContentQueue
  ) throws(FeatureImportError) {
    switch outcome {
    case .feature(let feature): add(feature, origin.first, to: queue)
    case .damage(let reason): noteDamage(reason)
    case .failure(let error): throw error
    case .document(let value):
      guard case .object(let members) = value.content else { return }
      try check(members, isCollection: false, origin)
      let isGeometry = !Self.isFeature(members)
      let outcome = FeatureBatch.outcome(value, isGeometry: isGeometry, origin, options.tags)
      try add(outcome, origin, to: queue)
    }
  }

  // MARK: Features

  private mutating func noteDamage(_ reason: String) {
    damagedCount += 1
    if damaged.count < 5 { damaged.append(reason) }
  }

  /// - Parameter place: its line or its number.
  private mutating func add(_ feature: DescribedFeature, _ place: Int, to queue: ContentQueue) {
    count += 1
    repaired.add(feature.repairs, at: place)
    let name = feature.name ?? "\(count)"
    for key in feature.unused { unused.note(key) }
    for part in feature.parts {
      _ = queue.add(
        OSMFeature(part.kind, named: name, at: place, tags: part.tags, shape: part.shape))
    }
    box.add(feature.box)
    if feature.isEmpty {
      empty.add(place)
    } else if !feature.isDescribed {
      undescribed.add(place)
    } else if feature.isDoubtful {
      doubtful += 1
    }
  }
}
