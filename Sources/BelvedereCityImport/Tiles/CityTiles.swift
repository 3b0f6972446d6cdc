import BelvedereElevationFiles
import BelvedereFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereLimits
import BelvedereTerrain
import BelvedereThreads
import Synchronization

/// Features of vector tiles, each cut to its own tile: what reaches over an edge is in both.
struct CityTiles {
  private let archive: VectorTileArchive
  private let zoom: Int
  private let box: GeographicBounds
  /// Without a box that is asked for tiles are taken whole: what archives say of theirs is rounded.
  private let isCut: Bool
  /// Tiles that hold something.
  private(set) var count = 0
  /// Features that are not drawn, by the layer and the kind.
  private(set) var undrawn: [TileKind: Int] = [:]
  /// Tiles that are damaged, each with the reason.
  private(set) var damaged: [String] = []
  private(set) var repairs = 0

  /// Of more kinds that are not drawn only the layers are told.
  private static let mostKinds = 1000

  /// Bytes of tiles of which more are read at once than there are threads.
  private static let mostBytes = 1 << 18

  /// The most tiles that are read for one scene.
  static let mostTiles = 1 << 16

  /// - Parameters:
  ///   - zoom: of the tiles, the finest unless given.
  ///   - box: what is wanted; all there is unless given.
  /// - Throws: ``TileImportError`` for a zoom that there is not, and for a box of more tiles than are read.
  init(
    _ archive: VectorTileArchive, zoom: Int?, box: GeographicBounds?
  ) throws(TileImportError) {
    self.archive = archive
    let zooms = archive.info.zooms
    self.zoom = zoom ?? zooms.upperBound
    guard zooms.contains(self.zoom) else {
      throw TileImportError(
        "has tiles of the zooms \(zooms.lowerBound) to \(zooms.upperBound), none of \(self.zoom)")
    }
    // Of a larger box there is no more than the archive has.
    let common = box.map { $0.intersections(with: archive.info.bounds) } ?? []
    self.box = common.count == 1 ? common[0] : box ?? archive.info.bounds
    isCut = box != nil
    let tiles = Double(columns.count) * Double(rows.count)
    guard tiles <= Double(Self.mostTiles) else {
      throw TileImportError(
        "has up to \(Int(flooring: tiles, in: 0...(1 << 60))) tiles of zoom \(self.zoom) there, and \(Self.mostTiles) are read at most; "
          + "name a smaller box with --bbox, or a coarser zoom with --tile-zoom")
    }
  }

  /// Columns of tiles, also beyond the world's edge.
  private var columns: ClosedRange<Int> {
    let scale = Double(1 << zoom) / 360
    // A box that ends at a tile's edge has nothing of the next one.
    let first = ((box.west + 180) * scale + 1e-9).rounded(.down)
    let last = ((box.east + 180) * scale - 1e-9).rounded(.down)
    let all = -(1 << 30)...(1 << 30)
    let low = Int(flooring: first, in: all)
    return low...max(low, Int(flooring: last, in: all))
  }

  private var rows: ClosedRange<Int> {
    let world = TileSourceInfo.world
    func row(_ latitude: Double, _ slack: Double) -> Int {
      let y = MapPoint(
        Coordinate(latitude: min(max(latitude, world.south), world.north), longitude: 0)
      ).y
      let place = y / MapPoint.worldWidth * Double(1 << zoom) + slack
      return Int(flooring: place, in: 0...((1 << zoom) - 1))
    }
    let low = row(box.north, 1e-9)
    return low...max(low, row(box.south, -1e-9))
  }

  /// Reads the tiles, from the north-west to the south-east, as far as there is room.
  ///
  /// - Throws: ``TileImportError`` where a file cannot be read, or where all tiles are damaged.
  mutating func read(
    into queue: ContentQueue, progress: (Double) -> Bool
  ) throws(TileImportError) {
    let total = columns.count * rows.count  // bounded: `mostTiles`
    let scale = 1 << zoom
    var done = 0
    while done < total {
      // Several at once for each thread where they are small; what they hold is added in their order.
      var next = done..<done
      var tiles: [PackedTile] = []
      var size = 0
      while next.upperBound < total, next.count < ProcessorCount.online || size < Self.mostBytes,
        next.count < 8 * ProcessorCount.online
      {
        let n = next.upperBound
        next = done..<n + 1
        let (column, row) = (n % columns.count, n / columns.count)
        let x = (columns.lowerBound + column) & (scale - 1)
        guard let tile = TileID(zoom: zoom, x: x, y: rows.lowerBound + row) else { continue }
        if let packed = try packed(tile) {
          tiles.append(packed)
          size += packed.bytes.count
        }
      }
      for contents in decoded(tiles) {
        if let damage = contents.damage {
          damaged.append("\(contents.tile) \(damage)")
          continue
        }
        count += 1
        repairs += contents.repairCount
        for (kind, count) in contents.undrawn {
          let isKnown = undrawn.count < Self.mostKinds || undrawn[kind] != nil
          undrawn[isKnown ? kind : TileKind(layer: kind.layer), default: 0] += count
        }
        for feature in contents.features {
          guard queue.add(feature) else { return }
        }
      }
      done = next.upperBound
      guard progress(Double(done) / Double(total)) else { return }
    }
    if count == 0, let first = damaged.first { throw TileImportError("tile \(first)") }
  }

  /// Refuses content for which there was no room.
  static func checkRoom(
    _ content: CityContent, maximumMemory: Int
  ) throws(TileImportError) {
    if let failure = content.failure { throw TileImportError(scratch: failure) }
    guard content.hasRoom else {
      throw TileImportError(
        "has buildings and roads that need more than \(maximumMemory >> 20) MiB of memory; "
          + "name a part of it with --bbox, or raise --memory", isMemory: true)
    }
  }

  /// A tile and its bytes, or why there are none.
  private struct PackedTile: Sendable {
    let tile: TileID
    var bytes: [UInt8] = []
    var damage: String?
  }

  /// The bytes of a tile; `nil` where there is none.
  private func packed(_ tile: TileID) throws(TileImportError) -> PackedTile? {
    do {
      return try archive.tile(tile).map { PackedTile(tile: tile, bytes: $0) }
    } catch let error as TerrainFileError {
      // One tile's bytes; the others may be sound.
      return PackedTile(tile: tile, damage: error.reason)
    } catch let error as LimitError {
      return PackedTile(tile: tile, damage: "has \(error.value); \(error.limit) are allowed")
    } catch {
      throw TileImportError(file: "\(error)")
    }
  }

  /// What tiles hold, in their order.
  private func decoded(_ tiles: [PackedTile]) -> [TileContents] {
    let results = Mutex([TileContents?](repeating: nil, count: tiles.count))
    let box = isCut ? box : nil
    Parallel.forEach(tiles.count, threads: ProcessorCount.online) { n, _ in
      let packed = tiles[n]
      let contents =
        if let damage = packed.damage {
          TileContents(packed.tile, damage: damage)
        } else {
          TileContents(packed.tile, packed.bytes, within: box)
        }
      results.withLock { $0[n] = contents }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}

/// Why vector tiles make no scene.
public struct TileImportError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and what helps.
  public let description: String
  /// Whether the description names the file.
  public let namesFile: Bool

  /// Whether more memory helps.
  public let isMemory: Bool

  /// Whether a temporary file for what does not fit into memory could not be written.
  public let isScratch: Bool

  init(_ reason: String, isMemory: Bool = false) {
    (description, namesFile, self.isMemory, isScratch) = (reason, false, isMemory, false)
  }

  init(file description: String) {
    (self.description, namesFile, isMemory, isScratch) = (description, true, false, false)
  }

  init(scratch error: FileError) {
    (description, namesFile, isMemory, isScratch) = (error.description, true, false, true)
  }
}
