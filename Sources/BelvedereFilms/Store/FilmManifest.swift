import BelvedereJSON

/// What the frames in a folder are frames of: a film's form, and everything that its pixels follow from.
///
/// Two films with the same manifest have the same frames; whoever finds another one in a folder must not add
/// to it.
public struct FilmManifest: Sendable, Hashable {
  /// Frames of the whole film.
  public let frameCount: Int
  /// Frames a second.
  public let rate: FrameRate
  /// The size of a frame in pixels.
  public let width, height: Int
  /// What the pixels follow from, by kind and name: digests of files, settings as text.
  public let origins: [String: [String: String]]
  /// Who must be credited where the film is shown.
  public let credits: [String]

  /// The file's name in the folder of frames.
  public static let fileName = "film.json"
  private static let format = "belvedere-film-1"

  /// Describes a film.
  public init(
    frameCount: Int, rate: FrameRate, width: Int, height: Int,
    origins: [String: [String: String]], credits: [String] = []
  ) {
    self.frameCount = frameCount
    self.rate = rate
    self.width = width
    self.height = height
    self.origins = origins
    self.credits = credits
  }

  /// 32 hexadecimal digits that stand for all of it.
  public var fingerprint: String { String(SHA256.hexadecimal(of: encoded()).prefix(32)) }

  /// The file's bytes: sorted, so that the same film has the same.
  public func encoded() -> [UInt8] {
    func object(_ members: [(String, JSONValue)]) -> JSONValue {
      JSONValue(.object(members.map { JSONMember(name: $0.0, value: $0.1) }))
    }
    let kinds = origins.sorted { $0.key < $1.key }.map { kind, members in
      (kind, object(members.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }
    let value = object([
      ("format", .string(Self.format)), ("frames", .integer(frameCount)),
      ("rate", .string("\(rate)")), ("width", .integer(width)), ("height", .integer(height)),
      ("credits", JSONValue(.array(credits.map { .string($0) }))), ("origins", object(kinds)),
    ])
    return Array((JSONWriter.pretty(value) + "\n").utf8)
  }

  /// Reads a file's bytes; `nil` for what is no manifest of this form.
  public init?(_ bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes, maximumDepth: 8, maximumMemory: 1 << 28),
      case .object(let members) = value.content
    else { return nil }
    let values = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { a, _ in a })
    func whole(_ name: String, _ range: ClosedRange<Int>) -> Int? {
      guard case .number(let number)? = values[name]?.content, let whole = Int(exactly: number),
        range.contains(whole)
      else { return nil }
      return whole
    }
    func text(_ name: String) -> String? {
      guard case .string(let text)? = values[name]?.content else { return nil }
      return text
    }
    guard text("format") == Self.format,
      let frames = whole("frames", 1...FilmTiming.mostFrames),
      let rate = text("rate").flatMap({ FrameRate(text: $0) }),
      let width = whole("width", 1...100_000), let height = whole("height", 1...100_000),
      case .object(let kinds)? = values["origins"]?.content
    else { return nil }
    var origins: [String: [String: String]] = [:]
    for kind in kinds {
      guard case .object(let members) = kind.value.content else { return nil }
      for member in members {
        guard case .string(let text) = member.value.content else { return nil }
        origins[kind.name, default: [:]][member.name] = text
      }
    }
    var credits: [String] = []
    if case .array(let texts)? = values["credits"]?.content {
      for case .string(let text) in texts.map(\.content) { credits.append(text) }
    }
    self.init(
      frameCount: frames, rate: rate, width: width, height: height, origins: origins,
      credits: credits)
  }

  /// In what another film differs from this one, in words; empty where in nothing.
  public func differences(from other: FilmManifest) -> [String] {
    var found: [String] = []
    func compare(
      _ name: String, _ mine: some CustomStringConvertible, _ theirs: some CustomStringConvertible
    ) {
      guard "\(mine)" != "\(theirs)" else { return }
      found.append("\(name) \(mine), now \(theirs)")
    }
    compare("size", "\(width)x\(height)", "\(other.width)x\(other.height)")
    compare("frames a second", rate, other.rate)
    for kind in Set(origins.keys).union(other.origins.keys).sorted() {
      let (mine, theirs) = (origins[kind] ?? [:], other.origins[kind] ?? [:])
      for name in Set(mine.keys).union(theirs.keys).sorted() where mine[name] != theirs[name] {
        switch (mine[name], theirs[name]) {
        case (let a?, let b?):
          found.append(
            kind == Self.files ? "\(name) has changed" : "\(kind) \(name) \(a), now \(b)")
        case (_?, nil):
          found.append("\(name) is no longer \(kind == Self.files ? "read" : "given")")
        default: found.append("\(name) is new")
        }
      }
    }
    if found.isEmpty { compare("frames", frameCount, other.frameCount) }
    if found.isEmpty {
      compare(
        "credits", credits.joined(separator: "; "), other.credits.joined(separator: "; "))
    }
    return found
  }

  /// The kind of origins whose values are digests of files.
  public static let files = "files"
}
