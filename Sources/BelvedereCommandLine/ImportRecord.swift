import Belvedere
import BelvedereCityImport
import BelvedereFiles
import BelvedereJSON
import Foundation

/// What an import made of its sources, as the scene's folder keeps it.
struct ImportRecord {
  /// What became of one source.
  struct Part {
    /// The source's `ImportSource.key(settings:)`; empty for one that has none.
    var key: String
    var layers: [Layer]
    var attribution: [String]
    var licences: [String] = []
  }

  /// A layer's file.
  struct Layer {
    var name: String
    var file: String
    var count: Int
    /// A digest of the file.
    var digest: String
    /// Whether it is streamed, and the size of its things.
    var isStreamed = false
    var size: Double?
    var standsFor: Double?
    /// Of land the box in which its outlines are known.
    var bounds: GeographicBounds?
  }

  /// The file's name.
  static let file = "import.json"

  private(set) var parts: [Part]
  /// Files that imports made or were about to make and that belong to no part: of one that was killed. Where they have
  /// another digest somebody else made them.
  private(set) var leftovers: [Leftover] = []
  private var folder = ""
  /// Why a record that is there is none that an import wrote, behind the field; nothing of it is used then.
  private(set) var flaw: String?

  /// A file of an import that may be there still.
  struct Leftover: Hashable {
    var file: String
    var digest: String
  }

  /// Of a larger file no record is read.
  static let mostBytes = 1 << 24

  init(parts: [Part]) { self.parts = parts }

  /// That of a folder; empty where there is none that can be read.
  init(folder: String) {
    self.folder = folder
    parts = []
    let path = "\(folder)/\(Self.file)"
    guard InputFile.kind(of: path) == .regular,
      let data = try? InputFile.read(path, maximumBytes: Self.mostBytes, remedy: "")
    else { return }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONParser.parse(data, maximumDepth: 16, maximumMemory: 1 << 28)
    } catch {
      flaw = "line \(error.line): is not valid JSON: \(error.reason)"
      return
    }
    flaw = Self.flaw(value)
    guard flaw == nil else { return }
    guard case .array(let list)? = Self.member(value, "sources")?.content else { return }
    parts = list.map { Self.part($0) }
    leftovers = Self.list(Self.member(value, "leftovers")).map {
      Leftover(
        file: Self.text(Self.member($0, "file")), digest: Self.text(Self.member($0, "digest")))
    }
  }

  /// The record while the files of a later one take their places: the same, and what may be there of the later one.
  func announcing(_ later: ImportRecord) -> ImportRecord {
    var record = self
    record.leftovers = Self.distinct(leftovers + later.own, without: Set(files))
    return record
  }

  /// The record while the files of an earlier one are removed: the same, and what may be there of the earlier one.
  func replacing(_ earlier: ImportRecord) -> ImportRecord {
    var record = self
    record.leftovers = Self.distinct(earlier.leftovers + earlier.own, without: Set(files))
    return record
  }

  private var own: [Leftover] {
    parts.flatMap { $0.layers.map { Leftover(file: $0.file, digest: $0.digest) } }
  }

  private static func distinct(_ files: [Leftover], without known: Set<String>) -> [Leftover] {
    var seen: Set<Leftover> = []
    return files.filter { !known.contains($0.file) && seen.insert($0).inserted }
  }

  /// What became of a source, if that was the same and its files are as they were made.
  func part(_ number: Int, key: String) -> Part? {
    guard parts.indices.contains(number), parts[number].key == key, !key.isEmpty,
      !parts[number].layers.isEmpty
    else { return nil }
    for layer in parts[number].layers {
      guard Self.isLayer(layer.file),
        let digest = try? ContentDigest(file: "\(folder)/\(layer.file)").text,
        digest == layer.digest
      else { return nil }
    }
    return parts[number]
  }

  /// What files are called that belong to others, such as the pictures of models.
  static let otherFiles = "files"

  /// The names of the layers' files.
  var files: [String] { parts.flatMap { $0.layers.map(\.file) } }

  /// Whether an import made a file that is there, be it one that was killed.
  func isMade(_ file: String) -> Bool {
    (own + leftovers).contains { $0.file == file && Self.isLayer(file) && isThere($0) }
  }

  private func isThere(_ leftover: Leftover) -> Bool {
    (try? ContentDigest(file: "\(folder)/\(leftover.file)").text) == leftover.digest
  }

  /// How many things the layers hold, those of all sources together.
  var counts: [(name: String, count: Int)] {
    var counts: [(name: String, count: Int)] = []
    // What stands for others is none of the city's.
    for layer in parts.flatMap(\.layers)
    where layer.standsFor == nil && layer.name != Self.otherFiles {
      if let i = counts.firstIndex(where: { $0.name == layer.name }) {
        counts[i].count += layer.count
      } else {
        counts.append((layer.name, layer.count))
      }
    }
    return counts
  }

  /// Removes the files of this record that a later one has no more, and those that killed imports made: as they were
  /// made, since the record may be a stranger's, and what somebody has changed is theirs.
  func removeFiles(thatAreNotIn later: ImportRecord, _ others: [String]) {
    let kept = Set(later.files + others + ["scene.json", Self.file])
    var folders: Set<String> = []
    let made = (own + leftovers).filter {
      !kept.contains($0.file) && Self.isLayer($0.file) && isThere($0)
    }
    for file in made.map(\.file) {
      let path = "\(folder)/\(file)"
      let inner = Self.folders(of: file).map { "\(folder)/\($0)" }
      guard InputFile.kind(of: path) == .regular, !inner.contains(where: InputFile.isLink) else {
        continue
      }
      try? FileManager.default.removeItem(atPath: path)
      folders.formUnion(inner)
    }
    // The inner ones first.
    for path in folders.sorted(by: >) { OutputFolder.removeIfEmpty(path) }
  }

  /// The folders of the scene's in which a file lies, the outer ones first.
  private static func folders(of file: String) -> [String] {
    let parts = file.split(separator: "/").dropLast()
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// Whether an import gives a file such a name. The record may be a stranger's, and what it names is removed.
  static func isLayer(_ file: String) -> Bool {
    let path = file.split(separator: "/", omittingEmptySubsequences: false)
    if path.count > 1 {
      // The files of a model or a venue have names of their own.
      let parts = path[0].split(separator: "-", omittingEmptySubsequences: false)
      return file.utf8.count < 4096 && ["model", "venue"].contains(parts[0]) && parts.count <= 2
        && parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
        && path.dropFirst().allSatisfy { !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }
    }
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, file.utf8.count < 100,
      ["fgb", "geojson", "json", "kml", "kmz", "gpx", "zip"].contains(parts[1])
    else { return false }
    let stems = [
      "land", "land-cover", "roads", "buildings", "city-model", "trees", "names", "overlay",
      "venue",
    ]
    return stems.contains { stem in
      guard parts[0].hasPrefix(stem) else { return false }
      // Of a size, and of a source.
      let suffixes = parts[0].dropFirst(stem.count)
        .split(separator: "-", omittingEmptySubsequences: false).dropFirst()
      return parts[0].count == stem.count
        || (parts[0].dropFirst(stem.count).first == "-" && suffixes.count <= 3
          && suffixes.allSatisfy { suffix in
            let digits = suffix.hasSuffix("m") ? suffix.dropLast() : suffix
            return suffix == "large" || (!digits.isEmpty && digits.allSatisfy(\.isNumber))
          })
    }
  }

  var bytes: [UInt8] {
    let sources = parts.map { part -> JSONValue in
      [
        "key": .string(part.key), "attribution": .strings(part.attribution),
        "licences": .strings(part.licences),
        "layers": JSONValue(
          .array(
            part.layers.map { layer -> JSONValue in
              [
                "name": .string(layer.name), "file": .string(layer.file),
                "count": .integer(layer.count), "digest": .string(layer.digest),
                "streamed": JSONValue(.bool(layer.isStreamed)),
                "size": layer.size.map { JSONValue.number($0) } ?? nil,
                "standsFor": layer.standsFor.map { JSONValue.number($0) } ?? nil,
                "bounds": layer.bounds.map { box in
                  JSONValue(
                    .array([box.south, box.west, box.north, box.east].map { .number($0) }))
                } ?? nil,
              ]
            })),
      ]
    }
    var members = [JSONMember(name: "sources", value: JSONValue(.array(sources)))]
    if !leftovers.isEmpty {
      let files = leftovers.map { leftover -> JSONValue in
        ["file": .string(leftover.file), "digest": .string(leftover.digest)]
      }
      members.append(JSONMember(name: "leftovers", value: JSONValue(.array(files))))
    }
    return Array((JSONWriter.pretty(JSONValue(.object(members))) + "\n").utf8)
  }

  static func member(_ value: JSONValue, _ name: String) -> JSONValue? {
    guard case .object(let members) = value.content else { return nil }
    return members.first { $0.name == name }?.value
  }

  private static func text(_ value: JSONValue?) -> String {
    if case .string(let text)? = value?.content { text } else { "" }
  }

  private static func list(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let values)? = value?.content { values } else { [] }
  }

  static func bounds(_ value: JSONValue?) -> GeographicBounds? {
    let numbers = list(value).compactMap { value -> Double? in
      if case .number(let number) = value.content { number } else { nil }
    }
    guard numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3],
      numbers.allSatisfy({ abs($0) <= 540 }), max(abs(numbers[0]), abs(numbers[2])) <= 90
    else { return nil }
    return GeographicBounds(
      south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
  }

  private static func part(_ value: JSONValue) -> Part {
    Part(
      key: text(member(value, "key")),
      layers: list(member(value, "layers")).map { layer in
        var count: Int?
        if case .number(let number)? = member(layer, "count")?.content {
          count = Int(exactly: number)
        }
        var isStreamed = false
        if case .bool(let value)? = member(layer, "streamed")?.content { isStreamed = value }
        func number(_ name: String) -> Double? {
          if case .number(let number)? = member(layer, name)?.content { number } else { nil }
        }
        // No file has an empty digest.
        return Layer(
          name: text(member(layer, "name")), file: text(member(layer, "file")), count: count ?? 0,
          digest: count == nil ? "" : text(member(layer, "digest")),
          isStreamed: isStreamed, size: number("size"), standsFor: number("standsFor"),
          bounds: bounds(member(layer, "bounds")))
      }, attribution: list(member(value, "attribution")).map { text($0) },
      licences: list(member(value, "licences")).map { text($0) })
  }
}

extension ImportRecord.Layer {
  /// That of a layer, whose file has a digest.
  init(_ layer: CityLayer, digest: ContentDigest) {
    self.init(
      name: layer.name, file: layer.file, count: layer.count, digest: digest.text,
      isStreamed: layer.isStreamed, size: layer.size, standsFor: layer.standsFor,
      bounds: layer.bounds)
  }
}
