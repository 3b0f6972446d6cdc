import BelvedereElevationFiles
import BelvedereFiles
import BelvedereGLTF
import BelvedereImaging
import BelvedereJSON
import BelvedereLimits
import BelvedereTerrain

/// A file being decoded: its name for messages, its folder, and what is collected on the way.
final class SceneFile {
  /// What every file of one scene shares.
  final class Collection {
    let limits: Limits
    let allowsOutsideFiles: Bool
    /// The folder that no file may leave; resolved.
    let root: String
    var warnings: [SceneWarning] = []
    var suppressedWarnings = 0
    var report = SceneReport()
    var objectCount = 0
    /// Samples of elevations in memory.
    var elevationSampleCount = 0
    /// Samples of rasters from which alone pictures are drawn, in memory or not.
    var wholeSampleCount = 0
    /// The sources of elevations so far.
    var elevations: Set<ElevationIdentity> = []
    var hillFields: Set<HillField.Identity> = []
    var pyramidCount = 0
    /// Where the blocks of all rasters are kept.
    let elevationCache: ElevationCache
    /// The files of warnings that are given once, by their words.
    var sharedWarnings: [String: (first: String, count: Int)] = [:]
    /// How often a warning that is summed up was given, by its words without numbers.
    var summedWarnings: [String: Int] = [:]
    var jsonByteCount = 0
    /// About how many bytes the features of KML and GPX take.
    var featureByteCount = 0
    /// How many indoor venues there are.
    var venueCount = 0
    /// The level of venues instead of those that the scene names.
    var venueLevel: String?
    /// Whom overlays and venues are owed to by their own words, and their licences.
    var credit = DataCredit()
    /// Pictures of annotations by the names of their files, and their pixels together.
    var annotationImages: [String: Image] = [:]
    var annotationPixels = 0
    /// Models by the names of their files, and their triangles and pictures' pixels together.
    var models: [String: (model: Model, measures: PlacedModel.Measures)] = [:]
    var modelTriangles = 0
    var modelPixels = 0
    /// Colour tiles by their paths.
    var rasterTiles: [String: RasterTiles] = [:]
    var files: [String] = []

    init(root: String, limits: Limits, allowsOutsideFiles: Bool) {
      self.root = root
      self.limits = limits
      elevationCache = ElevationCache(
        maximumBytes: ElevationCache.bytes(ofMemory: limits.maximumMemory))
      self.allowsOutsideFiles = allowsOutsideFiles
    }
  }

  /// A source of elevations and how it is read: the same again adds nothing.
  struct ElevationIdentity: Hashable {
    var name: String
    var reading: ElevationReading
  }

  let name: String
  let shared: Collection
  var limits: Limits { shared.limits }

  init(name: String, shared: Collection) {
    self.name = name
    self.shared = shared
  }

  /// Notes a warning; after a thousand, only their number.
  ///
  /// - Parameter isSummed: Whether of more than three such warnings, whatever numbers they name, only
  ///   the number is told.
  func warn(line: Int? = nil, path: String = "", _ message: String, isSummed: Bool = false) {
    if isSummed {
      let words = String(message.filter { !$0.isNumber })
      shared.summedWarnings[words, default: 0] += 1
      if shared.summedWarnings[words, default: 0] > Self.fullWarnings { return }
    }
    if shared.warnings.count < 1000 {
      shared.warnings.append(SceneWarning(file: name, line: line, path: path, message: message))
    } else {
      shared.suppressedWarnings += 1
    }
  }

  /// Notes what was done as it should be.
  func note(line: Int? = nil, path: String = "", _ message: String) {
    shared.warnings.append(
      SceneWarning(file: name, line: line, path: path, message: message, isNote: true))
  }

  /// Notes a warning that is the same for every file that it is about: it is told once, with the number
  /// of files.
  func warnOnce(_ message: String) {
    if let known = shared.sharedWarnings[message] {
      shared.sharedWarnings[message] = (known.first, known.count + 1)
    } else {
      shared.sharedWarnings[message] = (name, 1)
      warn(message)
    }
  }

  /// How many warnings of one kind are told in full.
  private static let fullWarnings = 3

  /// All warnings, with the numbers of those that were left out.
  static func allWarnings(of shared: Collection) -> [SceneWarning] {
    var warnings: [SceneWarning] = []
    var told: [String: Int] = [:]
    for warning in shared.warnings {
      if let files = shared.sharedWarnings[warning.message], files.first == warning.file,
        files.count > 1
      {
        warnings.append(
          SceneWarning(
            file: warning.file,
            message: warning.message + " (so of \(files.count) files together)"))
        continue
      }
      warnings.append(warning)
      let words = String(warning.message.filter { !$0.isNumber })
      guard let count = shared.summedWarnings[words], count > fullWarnings else { continue }
      told[words, default: 0] += 1
      if told[words] == fullWarnings {
        warnings.append(
          SceneWarning(
            file: warning.file, message: "and \(more(count - fullWarnings)) like this one"))
      }
    }
    if shared.suppressedWarnings > 0 {
      warnings.append(
        SceneWarning(
          file: warnings.last?.file ?? "", message: more(shared.suppressedWarnings)))
    }
    return warnings
  }

  private static func more(_ count: Int) -> String {
    count == 1 ? "1 more warning" : "\(count) more warnings"
  }

  func error(_ message: String) -> SceneError { SceneError(file: name, message: message) }

  /// Counts objects against the limit before they are made.
  func count(objects: Int) throws {
    let (sum, overflow) = shared.objectCount.addingReportingOverflow(objects)
    guard !overflow, sum <= limits.maximumObjects else {
      throw LimitError(
        subject: name, value: "\(sum) objects with those before it",
        limit: "\(limits.maximumObjects) objects", remedy: "draw a part of the scene")
    }
    shared.objectCount = sum
  }

  /// Parses a file's text.
  func parse(_ data: [UInt8]) throws -> SceneNode {
    shared.jsonByteCount += data.count
    let (need, overflow) = shared.jsonByteCount.multipliedReportingOverflow(by: 2)
    guard !overflow, need <= limits.maximumMemory else {
      throw tooMuchMemory("contents", atLeast: overflow ? .max : need)
    }
    do {
      let value = try JSONParser.parse(
        data, maximumDepth: limits.maximumJSONDepth,
        maximumMemory: limits.maximumMemory - shared.jsonByteCount)
      return SceneNode(value: value, path: .root, file: self)
    } catch {
      if error.exceedsMemory {
        throw tooMuchMemory(
          "contents", atLeast: shared.jsonByteCount + error.neededMemory,
          passedAt: "line \(error.line)")
      }
      throw SceneError(
        file: name, line: error.line,
        message: data.isEmpty
          ? "the file is empty"
          : "not valid JSON, column \(error.column): " + error.reason
            + (Self.isText(data) ? "" : "; extracts and tiles become a scene by 'belvedere import'")
      )
    }
  }

  /// Whether data begin as a JSON text of objects or lists may.
  private static func isText(_ data: some Swift.Collection<UInt8>) -> Bool {
    data.prefix(64).allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
      && data.first { $0 > 0x20 } != UInt8(ascii: "<")
  }

  /// - Parameters:
  ///   - value: what needs too much memory.
  ///   - bytes: how much all of it needs with all before it.
  ///   - place: up to where it is more than there may be; `nil` for anywhere.
  func tooMuchMemory(_ value: String, atLeast bytes: Int, passedAt place: String? = nil)
    -> LimitError
  {
    let mebibytes = bytes >> 20 + (bytes & (1 << 20 - 1) > 0 ? 1 : 0)
    return LimitError(
      subject: name,
      value: "\(value) that need at least about \(mebibytes) MiB while they are read"
        + (place.map { " (those up to \($0) pass the limit)" } ?? ""),
      limit: "\(limits.maximumMemory >> 20) MiB of memory",
      remedy: "raise it with --memory, or split the file")
  }

  /// Reads a file that this one names.
  func read(_ node: SceneNode, maximumBytes: Int, remedy: String) throws -> (SceneFile, [UInt8]) {
    let (file, path) = try path(node)
    do {
      return (
        file,
        try InputFile.read(
          path, shownAs: file.name, maximumBytes: maximumBytes, remedy: remedy)
      )
    } catch let error as FileError {
      throw node.error("\(file.name): \(error.reason)")
    }
  }

  /// A file that this one names, and its real path.
  func path(_ node: SceneNode) throws -> (SceneFile, String) {
    let given = try node.string("a file's name")
    let path = try resolve(given, node)
    shared.files.append(given)
    return (SceneFile(name: given, shared: shared), path)
  }

  /// The folder that no file may leave; `nil` where any may be named.
  var confinement: String? { shared.allowsOutsideFiles ? nil : shared.root }

  /// The real path of a name, which stays inside the scene's folder.
  private func resolve(_ given: String, _ node: SceneNode) throws(SceneError) -> String {
    guard !given.isEmpty, !given.utf8.contains(0) else { throw node.error("is not a file's name") }
    let isAbsolute = given.hasPrefix("/")
    let climbs = given.split(separator: "/").contains("..")
    if !shared.allowsOutsideFiles, isAbsolute || climbs {
      throw node.error(
        "\"\(given)\" leaves the scene's folder; name files relative to it, "
          + "or allow this with --allow-outside-files")
    }
    let joined = isAbsolute ? given : shared.root + "/" + given
    guard let real = resolvedPath(joined) else {
      if InputFile.isLink(joined) {
        throw node.error("\(given): is a link that leads nowhere, or to itself")
      }
      throw node.error("\(given): there is no such file beside the scene")
    }
    let inside = shared.root == "/" ? "/" : shared.root + "/"
    guard shared.allowsOutsideFiles || real == shared.root || real.hasPrefix(inside)
    else {
      throw node.error(
        "\"\(given)\" is a link that leaves the scene's folder; "
          + "allow this with --allow-outside-files")
    }
    return real
  }
}
