import BelvedereFlatGeobuf
import BelvedereThreads
import Synchronization

/// Features of a file, in whichever of the formats it is: GeoJSON or FlatGeobuf.
///
/// A damaged feature is left out with a warning; a damaged file is an error.
struct FeatureFile {
  private let source: any FeatureSource
  /// The file's value where it is no collection of features but a table.
  let table: SceneNode?

  /// Reads a file as far as what its features are.
  init(_ data: [UInt8], in file: SceneFile) throws {
    if FlatGeobufFile.isPlausible(Array(data.prefix(8))) {
      source = try FlatGeobufSource(data, file)
      table = nil
      return
    }
    let node = try file.parse(data)
    table = TableDecoder.isBlockTable(node) ? node : nil
    source = table == nil ? try GeoJSONSource(node) : GeoJSONSource()
  }

  /// Some features of a file that was opened before.
  init(_ features: FlatGeobufFile) throws(FlatGeobufError) {
    source = try FlatGeobufSource(features)
    table = nil
  }

  /// All of a file's features.
  static func features(of data: [UInt8], in file: SceneFile) throws -> [MapFeature] {
    try FeatureFile(data, in: file).converted(in: file) { feature, _ in [feature] }
  }

  /// What becomes of some features one after another.
  private struct Part<T> {
    var items: [T] = []
    var tally = FeatureTally()
    var damaged: [(number: Int, message: String)] = []
    var repairs = RepairTally()
    /// Bytes that they take while they are read.
    var memory = 0
  }

  private static let partSize = 2048

  /// What becomes of the features, in their order.
  ///
  /// - Parameter convert: makes objects of a feature and counts what it leaves out; called from several threads.
  func converted<T>(
    in file: SceneFile, _ convert: @Sendable (MapFeature, inout FeatureTally) -> [T]
  ) throws -> [T] {
    try numbered(in: file) { convert($1, &$2) }
  }

  /// The same with each feature's number in the file.
  func numbered<T>(
    in file: SceneFile, _ convert: @Sendable (Int, MapFeature, inout FeatureTally) -> [T]
  ) throws -> [T] {
    let (source, count, size) = (source, source.count, Self.partSize)
    let parts = SharedBuffer<Part<T>>(repeating: Part(), count: (count + size - 1) / size)
    defer { parts.deallocate() }
    let memory = Atomic(0)
    let (most, maximum) = (file.limits.maximumMemory, file.limits.maximumPolygonVertices)
    Parallel.forEach(parts.count, threads: ProcessorCount.online) { n, _ in
      var part = Part<T>()
      part.items.reserveCapacity(size)
      for i in n * size..<min((n + 1) * size, count) {
        do throws(FeatureGeometry.Problem) {
          let feature = try source.feature(i, maximumVertices: maximum)
          let need = source.memory(of: feature)
          part.memory += need
          guard memory.add(need, ordering: .relaxed).newValue <= most else {
            // What all of them need is told.
            part.items = []
            continue
          }
          part.repairs.add(feature.geometry.repairs, at: i)
          part.items.append(contentsOf: convert(i, feature, &part.tally))
        } catch {
          part.damaged.append((i, error.message))
        }
      }
      parts[n] = part
    }
    let need = memory.load(ordering: .relaxed)
    guard need <= most else {
      let passed = passed(most, (0..<parts.count).map { parts[$0].memory }, maximum)
      throw file.tooMuchMemory("features", atLeast: need, passedAt: "features[\(passed)]")
    }
    var items: [T] = []
    items.reserveCapacity((0..<parts.count).reduce(0) { $0 + parts[$1].items.count })
    var tally = FeatureTally()
    var repairs = RepairTally()
    var damaged = 0
    for n in 0..<parts.count {
      items += parts[n].items
      tally.add(parts[n].tally)
      repairs.add(parts[n].repairs)
      for (number, message) in parts[n].damaged.prefix(max(5 - damaged, 0)) {
        source.warn(of: number, "left out: \(message)", in: file)
      }
      damaged += parts[n].damaged.count
      parts[n] = Part()
    }
    if damaged > 5 {
      let words = damaged == 6 ? "feature" : "features"
      source.warn("\(damaged - 5) more damaged \(words) left out", in: file)
    }
    file.shared.report.add(SceneReport.damagedFeatures, in: file.name, by: damaged)
    tally.tell(file)
    for (repair, count, first) in repairs.entries {
      let words = RepairTally.words(repair, count)
      if repair.isHarmless {
        source.note(of: first, words, in: file)
      } else {
        source.warn(of: first, words, in: file)
      }
    }
    for repair in GeometryRepair.allCases where source.repairs.contains(repair) {
      source.warn("the collection " + repair.words, in: file)
    }
    return items
  }

  /// The feature up to which more memory is needed than there may be.
  ///
  /// - Parameter needs: those of the parts.
  private func passed(_ most: Int, _ needs: [Int], _ maximumVertices: Int) -> Int {
    var sum = 0
    for (n, need) in needs.enumerated() {
      guard sum + need > most else {
        sum += need
        continue
      }
      for i in n * Self.partSize..<min((n + 1) * Self.partSize, source.count) {
        if let feature = try? source.feature(i, maximumVertices: maximumVertices) {
          sum += source.memory(of: feature)
        }
        if sum > most { return i }
      }
    }
    return max(source.count - 1, 0)
  }
}

/// Where features come from.
protocol FeatureSource: Sendable {
  /// How many there are.
  var count: Int { get }
  func feature(
    _ number: Int, maximumVertices: Int
  ) throws(FeatureGeometry.Problem) -> MapFeature
  /// What a feature adds to the memory that the source was given.
  func memory(of feature: MapFeature) -> Int
  /// What is wrong with all of them together.
  var repairs: GeometryRepairs { get }
  /// Notes something about a feature.
  func note(of number: Int, _ message: String, in file: SceneFile)
  /// Warns about a feature, or about all of them.
  func warn(of number: Int, _ message: String, in file: SceneFile)
  func warn(_ message: String, in file: SceneFile)
}

/// What was counted while features became objects.
struct FeatureTally: Sendable {
  /// Of these alone may be counted, and in this order it is told.
  enum Subject: Int, CaseIterable {
    case otherGeometry, unknownKinds, tunnels, underground
    case heightsFromTags, heightsFromLevels, heightsAssumed, unreadableHeights, minHeightsIgnored

    var words: String {
      switch self {
      case .otherGeometry: SceneReport.otherGeometry
      case .unknownKinds: SceneReport.unknownKinds
      case .tunnels: SceneReport.tunnels
      case .underground: SceneReport.underground
      case .heightsFromTags: SceneReport.heightsFromTags
      case .heightsFromLevels: SceneReport.heightsFromLevels
      case .heightsAssumed: SceneReport.heightsAssumed
      case .unreadableHeights: SceneReport.unreadableHeights
      case .minHeightsIgnored: SceneReport.minHeightsIgnored
      }
    }
  }

  private var counts = [Int](repeating: 0, count: Subject.allCases.count)

  /// Counts one more.
  mutating func count(_ subject: Subject) { counts[subject.rawValue] += 1 }

  mutating func add(_ other: FeatureTally) {
    for i in counts.indices { counts[i] += other.counts[i] }
  }

  func tell(_ file: SceneFile) {
    for subject in Subject.allCases {
      file.shared.report.add(subject.words, in: file.name, by: counts[subject.rawValue])
    }
  }
}
