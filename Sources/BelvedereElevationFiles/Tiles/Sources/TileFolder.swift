import BelvedereFiles
import BelvedereTerrain

/// Tiles as files of a folder, `{z}/{x}/{y}.png`, or as flat names with one file a tile:
/// `z_x_y.png` or `z-x-y.png`, whatever else may surround the three numbers
/// (`terrarium_12_657_1453_name.png`).
public struct TileFolder: TileSource {
  public let name: String
  public let info: TileSourceInfo
  /// The files of flat names.
  private let files: [TileID: String]
  private let isFolder: Bool
  /// The resolved folder that no link may leave; `nil` for any place.
  private let root: String?
  private let covered: TileCoverage
  private let content: TileContent

  /// The most tiles that are looked at when a folder is opened.
  static let maximumEntries = 1_000_000

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - content: What its tiles are.
  ///   - root: A resolved folder that no file may leave by a link.
  public init(
    path: String, content: TileContent = .pictures, within root: String? = nil
  ) throws {
    name = path
    self.content = content
    self.root = root
    var survey = TileSurvey()
    var files: [TileID: String] = [:]
    let prefix = path.hasSuffix("/") ? path : path + "/"
    for entry in InputFile.names(inFolder: path).sorted() {
      if let zoom = Self.number(entry[...]), zoom <= TileID.maximumZoom {
        try Self.list(zoom: zoom, content, in: prefix + entry, into: &survey)
      } else if let id = Self.address(ofFlatName: entry, content), files[id] == nil {
        files[id] = prefix + entry
        survey.add(id)
      }
    }
    guard let zooms = survey.zooms, let bounds = survey.bounds else {
      throw TerrainFileError(
        file: path,
        reason: "the folder holds no tiles named {z}/{x}/{y}\(content.endings[0]) or "
          + "z_x_y\(content.endings[0])")
    }
    self.files = files
    covered = survey.coverage
    isFolder = true
    var info = TileSourceInfo(
      zooms: zooms, bounds: bounds,
      encoding: try TileMetadata.encoding(besideTilesIn: path, within: root),
      tiles: survey.tiles)
    info.examples = survey.examples
    info.attribution = try TileMetadata.attribution(besideTilesIn: path, within: root)
    info.licence = try TileMetadata.licence(besideTilesIn: path, within: root)
    self.info = info
  }

  /// One file whose name holds its address.
  public init(file: String) throws {
    name = file
    content = .pictures
    let base = file.split(separator: "/").last.map(String.init) ?? file
    guard let id = Self.address(ofFlatName: base) ?? Self.address(ofPath: file) else {
      throw TerrainFileError(
        file: file,
        reason: "the name does not say which tile it is; name it {z}/{x}/{y}.png or z_x_y.png")
    }
    files = [id: file]
    covered = TileCoverage([id])
    isFolder = false
    root = nil
    var info = TileSourceInfo(zooms: id.zoom...id.zoom, bounds: id.bounds, tiles: [id])
    info.examples = [id]
    self.info = info
  }

  /// The encoding that the metadata beside a folder's tiles name; `nil` where they name none.
  public static func encoding(in folder: String) throws -> TileEncoding? {
    try TileMetadata.encoding(besideTilesIn: folder)
  }

  /// Whether a folder looks like one of tiles; cheap.
  public static func isPlausible(_ path: String) -> Bool {
    InputFile.names(inFolder: path).contains { entry in
      (number(entry[...]).map { $0 <= TileID.maximumZoom } ?? false)
        && InputFile.kind(of: "\(path)/\(entry)") == .folder
        || address(ofFlatName: entry) != nil
    }
  }

  public func coverage() -> TileCoverage? { covered }

  public func tile(_ id: TileID) throws -> [UInt8]? {
    let file: String
    if let flat = files[id] {
      file = flat
    } else {
      guard isFolder else { return nil }
      let names = content.endings.map { "\(name)/\(id)\($0)" }
      guard let found = names.first(where: { InputFile.kind(of: $0) != .missing }) else {
        return nil
      }
      file = found
    }
    if let root { try Self.check(file, within: root) }
    return try InputFile.read(
      file, maximumBytes: TileSourceInfo.maximumTileBytes, remedy: "a tile is far smaller")
  }

  /// Refuses a file that a link leads out of a folder.
  static func check(_ file: String, within root: String) throws {
    guard let real = resolvedPath(file), real.hasPrefix(root == "/" ? "/" : root + "/") else {
      throw TerrainFileError(
        file: file, reason: "is a link that leaves the folder; put the file itself there")
    }
  }

  private static func list(
    zoom: Int, _ content: TileContent, in folder: String, into survey: inout TileSurvey
  ) throws {
    for column in InputFile.names(inFolder: folder) {
      guard let x = number(column[...]) else { continue }
      for row in InputFile.names(inFolder: "\(folder)/\(column)") {
        guard let base = base(of: row, content), let y = number(base),
          let id = TileID(zoom: zoom, x: x, y: y)
        else { continue }
        survey.add(id)
        guard survey.count <= maximumEntries else {
          throw TerrainFileError(
            file: folder,
            reason: "the folder holds more than \(maximumEntries) tiles; pack them into an "
              + ".mbtiles or .pmtiles file")
        }
      }
    }
  }

  /// A file's name without its ending; `nil` where it has another one.
  private static func base(of name: String, _ content: TileContent) -> Substring? {
    let lowered = name.lowercased()
    return content.endings.first { lowered.hasSuffix($0) }.map { name.dropLast($0.count) }
  }

  /// A number written in nothing but digits, at most nine.
  private static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
      return nil
    }
    return Int(text)  // checked: nil for other texts
  }

  /// The tile of a path that ends in `z/x/y.png`.
  static func address(ofPath path: String) -> TileID? {
    let parts = path.split(separator: "/").suffix(3)
    guard parts.count == 3, let last = base(of: String(parts[parts.endIndex - 1]), .pictures),
      let z = number(parts[parts.startIndex]), let x = number(parts[parts.startIndex + 1]),
      let y = number(last)
    else { return nil }
    return TileID(zoom: z, x: x, y: y)
  }

  /// The tile of a name in which three numbers in a row, between `_` or `-`, are an address.
  static func address(ofFlatName name: String, _ content: TileContent = .pictures) -> TileID? {
    guard let base = base(of: name, content) else { return nil }
    let numbers = base.split(
      maxSplits: 32, omittingEmptySubsequences: false, whereSeparator: { "_-".contains($0) }
    ).map { number($0) }
    guard numbers.count >= 3 else { return nil }
    for i in 0...(numbers.count - 3) {
      if let z = numbers[i], let x = numbers[i + 1], let y = numbers[i + 2],
        let id = TileID(zoom: z, x: x, y: y)
      {
        return id
      }
    }
    return nil
  }
}

/// What a list of tiles covers.
struct TileSurvey {
  private(set) var zooms: ClosedRange<Int>?
  private(set) var count = 0
  private(set) var coverage = TileCoverage()
  /// All tiles, up to the number that is listed.
  private(set) var tiles: [TileID]? = []
  /// The first eight.
  private(set) var examples: [TileID] = []

  mutating func add(_ id: TileID) {
    count += 1
    coverage.add(id)
    zooms =
      zooms.map { min($0.lowerBound, id.zoom)...max($0.upperBound, id.zoom) } ?? id.zoom...id.zoom
    tiles?.append(id)
    if examples.count < 8 { examples.append(id) }
    if count > TileSourceInfo.maximumListedTiles { tiles = nil }
  }

  /// The box of the tiles that have no finer one within them; `nil` without tiles.
  var bounds: GeographicBounds? { coverage.finestBounds }
}
