import Belvedere
import BelvedereJSON
import BelvedereLimits

/// A request that cannot be answered, in words.
struct QueryFailure: Error {
  let message: String
}

/// Answers the requests of the query protocol.
struct QueryEngine: Sendable {
  private typealias Operation =
    @Sendable (QueryEngine, QueryArguments) throws -> [(String, JSONValue)]

  /// The scene of the session as it was loaded; `nil` for none.
  let loaded: Scene?
  /// Whether it is elevation data and nothing else, which pictures show on a base.
  private let isBare: Bool
  private let drawn = LazyScene()
  private let surface: LazyGround
  private let real = LazyGround(isAsDrawn: false)
  let solids = LazySolids()
  let covers = LazyCovers()
  let renderer = LazyRenderer()
  let resident = LazyResident()
  let annotations: LazyAnnotations

  /// The scene as pictures show it.
  var scene: Scene? { drawn.value(of: loaded, isBare: isBare) }

  /// Its ground as rays meet it, made when it is first needed; `nil` for none, or one that is too
  /// large.
  var ground: GroundSurface? { surface.value(of: scene) }

  /// The ground as it is, also of a map that is drawn flat.
  var realGround: GroundSurface? {
    scene?.configuration.elevationStyle == .flat ? real.value(of: scene) : ground
  }

  /// The most points or cameras that an answer lists: about 700 bytes are needed for one.
  let mostListed: Int

  /// - Parameters:
  ///   - isBare: whether the scene is elevation data and nothing else.
  ///   - memory: bytes that one answer may take while it is made.
  init(scene: Scene?, isBare: Bool = false, memory: Int = Limits.standard.maximumMemory) {
    loaded = scene
    self.isBare = isBare
    mostListed = min(memory / 1024, 1_000_000)
    surface = LazyGround(isAsDrawn: true)
    annotations = LazyAnnotations(renderer)
  }

  private static let table: [(name: String, run: Operation)] = [
    ("mapPoint", { try $0.mapPoint($1) }),
    ("coordinate", { try $0.coordinate($1) }),
    ("metersPerMapPoint", { try $0.metersPerMapPoint($1) }),
    ("geodesic", { try $0.geodesic($1) }),
    ("destination", { try $0.destination($1) }),
    ("geodesicPath", { try $0.geodesicPath($1) }),
    ("lookAt", { try $0.lookAt($1) }),
    ("eye", { try $0.eye($1) }),
    ("clamp", { try $0.clamp($1) }),
    ("project", { try $0.project($1) }),
    ("unproject", { try $0.unproject($1) }),
    ("visibleRegion", { try $0.visibleRegion($1) }),
    ("fit", { try $0.fit($1) }),
    ("elevation", { try $0.elevation($1) }),
    ("pick", { try $0.pick($1) }),
    ("lineOfSight", { try $0.lineOfSight($1) }),
    ("plan", { try $0.plan($1) }),
  ]

  /// The names of the operations.
  static var operations: [String] { table.map(\.name) }

  /// Operations whose answer depends on the Earth's shape and that do not know the globe.
  private static let flatOnly = ["fit", "clamp", "plan"]

  /// The answer to a line, UTF-8 without a newline; never throws, never traps.
  func answer(_ line: [UInt8]) -> [UInt8] {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      return Self.error("the line is empty; expected a JSON object", id: nil)
    }
    let request: JSONValue
    do {
      request = try JSONParser.parse(line, maximumDepth: Limits.standard.maximumJSONDepth)
    } catch {
      return Self.error("not valid JSON, column \(error.column): \(error.reason)", id: nil)
    }
    guard case .object(let members) = request.content else {
      return Self.error("expected an object, got \(request.kind)", id: nil)
    }
    let hasID = members.contains { $0.name == "id" }
    let id = hasID ? IdentifierText.find(in: line) ?? "null" : nil
    do {
      let arguments = QueryArguments(members)
      try arguments.refuseSlips(of: .request)
      let result = try operation(arguments)(self, arguments)
      guard result.allSatisfy({ Self.isFinite($0.1) }) else {
        throw QueryFailure(message: "the numbers are too large to compute with")
      }
      return Self.object(result, id: id)
    } catch let error as QueryFailure {
      return Self.error(error.message, id: id)
    } catch let error as DomainError {
      return Self.error(error.description, id: id)
    } catch {
      return Self.error("\(error)", id: id)
    }
  }

  private func operation(_ arguments: QueryArguments) throws -> Operation {
    let name = try arguments.string("op")
    if Self.flatOnly.contains(name), try arguments.projection() == .globe {
      throw QueryFailure(
        message: "\(name) knows the flat map only; leave projection out, or say \"flat\"")
    }
    if let entry = Self.table.first(where: { $0.name == name }) { return entry.run }
    let known = Self.operations.joined(separator: ", ")
    let hint = closestMatch(to: name, among: Self.operations).map { "; did you mean \"\($0)\"?" }
    throw QueryFailure(
      message: "unknown operation \"\(name.prefix(40))\"" + (hint ?? "; there are \(known)"))
  }

  /// Refuses a list that would not fit into memory.
  func checkListed(_ field: String, _ value: Double, count: Double) throws {
    guard count > Double(mostListed) else { return }
    throw QueryFailure(
      message:
        "\(field) of \(JSONNumber.short(value)) asks for \(JSONNumber.short(count.rounded(.up))) "
        + "places, and --memory has room for \(mostListed); ask for fewer, or raise --memory")
  }

  private static func isFinite(_ value: JSONValue) -> Bool {
    switch value.content {
    case .number(let number): number.isFinite
    case .array(let items): items.allSatisfy { isFinite($0) }
    case .object(let members): members.allSatisfy { isFinite($0.value) }
    default: true
    }
  }

  /// An answer that reports a mistake.
  static func error(_ message: String, id: String?) -> [UInt8] {
    object([("error", .string(message))], id: id)
  }

  static func object(_ members: [(String, JSONValue)], id: String?) -> [UInt8] {
    var out: [UInt8] = []
    // Room for most answers.
    out.reserveCapacity(192)
    out.append(UInt8(ascii: "{"))
    if let id { out.append(contentsOf: "\"id\":\(id)".utf8) }
    for (name, value) in members {
      if out.count > 1 { out.append(UInt8(ascii: ",")) }
      JSONWriter.append(name, to: &out)
      out.append(UInt8(ascii: ":"))
      JSONWriter.append(value, to: &out)
    }
    out.append(UInt8(ascii: "}"))
    return out
  }
}

/// Finds the text of a request's identifier, to repeat it exactly: a number of twenty digits would
/// not survive being read.
enum IdentifierText {
  /// The text of the value of the member `id` in a line that is known to be a valid object; `nil`
  /// where the name is written with escapes.
  static func find(in line: [UInt8]) -> String? {
    let name = Array("\"id\"".utf8)
    var depth = 0
    var i = 0
    while i < line.count {
      let byte = line[i]
      if byte == UInt8(ascii: "\"") {
        let end = endOfString(line, i)
        if depth == 1, line[i..<end].elementsEqual(name), let start = valueStart(line, end) {
          return String(decoding: line[start..<endOfValue(line, start)], as: UTF8.self)
        }
        i = end
        continue
      }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      i += 1
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  /// Behind a colon; `nil` for a text that is no name.
  private static func valueStart(_ line: [UInt8], _ end: Int) -> Int? {
    var i = end
    while i < line.count, isSpace(line[i]) { i += 1 }
    guard i < line.count, line[i] == UInt8(ascii: ":") else { return nil }
    i += 1
    while i < line.count, isSpace(line[i]) { i += 1 }
    return i
  }

  private static func endOfString(_ line: [UInt8], _ start: Int) -> Int {
    var i = start + 1
    while i < line.count, line[i] != UInt8(ascii: "\"") {
      i += line[i] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(i + 1, line.count)
  }

  private static func endOfValue(_ line: [UInt8], _ start: Int) -> Int {
    var depth = 0
    var i = start
    while i < line.count {
      switch line[i] {
      case UInt8(ascii: "\""):
        i = endOfString(line, i)
        if depth == 0 { return i }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return trimmed(line, start, i) }
        depth -= 1
        if depth == 0 { return i + 1 }
      case UInt8(ascii: ",") where depth == 0: return trimmed(line, start, i)
      default: break
      }
      i += 1
    }
    return i
  }

  private static func trimmed(_ line: [UInt8], _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, isSpace(line[end - 1]) { end -= 1 }
    return end
  }
}
