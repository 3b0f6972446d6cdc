import BelvedereFiles
import BelvedereImaging
import BelvedereTerrain
import Synchronization

/// Colour pictures in a pyramid of tiles: a folder of `{z}/{x}/{y}.png`, an MBTiles or a PMTiles file.
///
/// Tiles are PNG, of one size, square, 64 to 1024 pixels a side; what is half as large shows a tile's place
/// half as finely. Two values are the same where they are one object: a file that is opened twice is two.
public final class RasterTiles: Sendable, Hashable {
  /// The source's name, for messages.
  public let name: String
  /// The coarsest and finest zoom with tiles.
  public let zooms: ClosedRange<Int>
  /// The box that the tiles cover.
  public let bounds: GeographicBounds
  /// Pixels along a tile's side: a power of two.
  public let tileSize: Int
  private let source: any TileSource
  private let state = Mutex(State())

  /// Decoded tiles that are kept, and what went wrong.
  private struct State {
    var tiles: [TileID: (tile: Tile?, used: Int)] = [:]
    var clock = 0
    var bytes = 0
    var problems: [TileID: String] = [:]
  }

  /// A decoded tile: rows of sRGB-encoded red, green, blue and opacity, from the lowest byte up; colours
  /// multiplied by the opacity.
  package final class Tile: Sendable {
    package let pixels: [UInt32]
    init(_ pixels: [UInt32]) { self.pixels = pixels }
  }

  /// Bytes of decoded tiles that are kept.
  private static let keptBytes = 24 << 20

  /// Opens tiles by their name; the contents decide what it is.
  ///
  /// - Parameters:
  ///   - name: for messages; `nil` for the path.
  ///   - root: a resolved folder that no file of a folder may leave by a link.
  /// - Throws: ``TerrainFileError``, `FileError`.
  public init(path: String, name: String? = nil, within root: String? = nil) throws {
    let source = try TileElevation.source(path, root)
    self.source = source
    self.name = name ?? path
    (zooms, bounds) = (source.info.zooms, source.info.bounds)
    guard let example = source.info.examples.last ?? source.info.tiles?.last,
      let data = try source.tile(example)
    else {
      throw TerrainFileError(file: path, reason: "holds no tile that could be read")
    }
    let image: Image
    do {
      image = try PNG.decodeImage(data, maximumPixels: Self.mostPixels)
    } catch {
      throw TerrainFileError(
        file: path, reason: "tile \(example): \(error); colour tiles are PNG")
    }
    guard image.width == image.height, (64...1024).contains(image.width),
      image.width & (image.width - 1) == 0
    else {
      throw TerrainFileError(
        file: path,
        reason:
          "tile \(example) is \(image.width) × \(image.height) pixels; tiles are square, 64, 128, "
          + "256, 512 or 1024 pixels a side")
    }
    tileSize = image.width
  }

  private static let mostPixels = 1 << 22

  /// The binary logarithm of ``tileSize``.
  package var sizeExponent: Int { tileSize.trailingZeroBitCount }

  /// A decoded tile; `nil` where there is none, or where it is damaged.
  ///
  /// - Parameter x: may lie whole worlds away.
  package func tile(zoom: Int, x: Int, y: Int) -> Tile? {
    guard (0...TileID.maximumZoom).contains(zoom) else { return nil }
    let across = 1 << zoom
    guard let id = TileID(zoom: zoom, x: x & (across - 1), y: y) else { return nil }
    let known = state.withLock { state -> Tile?? in
      state.clock += 1
      guard let index = state.tiles.index(forKey: id) else { return nil }
      state.tiles.values[index].used = state.clock
      return .some(state.tiles.values[index].tile)
    }
    if let known { return known }
    let made = read(id)
    state.withLock { state in
      guard state.tiles[id] == nil else { return }
      state.clock += 1
      state.tiles[id] = (made, state.clock)
      state.bytes += Self.bytes(made)
      guard state.bytes > Self.keptBytes else { return }
      for (key, entry) in state.tiles.sorted(by: { $0.value.used < $1.value.used }) {
        guard state.bytes > Self.keptBytes / 4 * 3, key != id else { continue }
        state.tiles[key] = nil
        state.bytes -= Self.bytes(entry.tile)
      }
    }
    return made
  }

  private static func bytes(_ tile: Tile?) -> Int { (tile.map { 4 * $0.pixels.count } ?? 0) + 96 }

  private func read(_ id: TileID) -> Tile? {
    do {
      guard let data = try source.tile(id) else { return nil }
      let image = try PNG.decodeImage(data, maximumPixels: Self.mostPixels)
      guard image.width == tileSize, image.height == tileSize else {
        note(id, "is \(image.width) × \(image.height) pixels, others \(tileSize)")
        return nil
      }
      return Tile(Self.premultiplied(image))
    } catch {
      note(id, "\(error)")
      return nil
    }
  }

  private func note(_ id: TileID, _ reason: String) {
    state.withLock { if $0.problems.count < 10_000 { $0.problems[id] = reason } }
  }

  /// What tiles could not be read, in a sentence; `nil` where all could.
  public var problem: String? {
    let problems = state.withLock { $0.problems }
    let first = problems.min {
      ($0.key.zoom, $0.key.y, $0.key.x) < ($1.key.zoom, $1.key.y, $1.key.x)
    }
    guard let first else { return nil }
    let others = problems.count > 1 ? ", and \(problems.count - 1) more such tiles" : ""
    return "\(name), tile \(first.key): \(first.value)\(others); shown as if missing"
  }

  private static func premultiplied(_ image: Image) -> [UInt32] {
    image.bytes.withUnsafeBufferPointer { bytes in
      (0..<image.width * image.height).map { i in
        let alpha = UInt32(bytes[4 * i + 3])  // checked: a byte
        func value(_ channel: Int) -> UInt32 {
          (UInt32(bytes[4 * i + channel]) * alpha + 127) / 255  // checked: a byte
        }
        return value(0) | value(1) << 8 | value(2) << 16 | alpha << 24
      }
    }
  }

  public static func == (a: RasterTiles, b: RasterTiles) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
