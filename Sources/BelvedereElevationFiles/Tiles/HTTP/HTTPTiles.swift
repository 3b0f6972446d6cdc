import BelvedereGeoMath
import BelvedereTerrain
import BelvedereThreads
internal import CBelvedereCurl
import Synchronization

/// Tiles of a server, `https://host/{z}/{x}/{y}.png`, through libcurl, with a cache on disk.
///
/// Nothing is fetched unless ``TileNetwork/isAllowed`` is set. What is kept in the cache has been
/// decoded once: a wrong answer never gets there.
public final class HTTPTiles: TileSource {
  public let name: String
  public let info: TileSourceInfo
  private let template: TileTemplate
  private let network: TileNetwork
  private let encoding: TileEncoding
  private let state: State

  /// What is found out while a server is asked.
  private final class State: Sendable {
    let client: HTTPClient
    let cache: TileDiskCache?
    /// Two threads that want one tile fetch it once.
    let gates: [Gate]
    let failuresInARow = Atomic<Int>(0)
    /// Set by the first failure that is the server's and not a tile's.
    let isGivenUp = Atomic<Bool>(false)
    /// A failure that nobody was told of yet.
    let untold = Mutex<TileNetworkError?>(nil)

    init(template: TileTemplate, network: TileNetwork) {
      client = HTTPClient(template: template, network: network)
      cache = network.cacheFolder.map {
        TileDiskCache(folder: $0, template: template.text, maximumBytes: network.cacheBytes)
      }
      gates = (0..<16).map { _ in Gate() }
    }
  }

  private final class Gate: Sendable { let lock = Mutex<Void>(()) }

  /// The version of libcurl that is loaded; `nil` in a build without it.
  public static var libraryVersion: String? {
    bv_http_library_version().map(String.init(cString:))
  }

  /// Prepares a server; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - zooms: The zooms that the server has, within 0 to 24.
  ///   - bounds: The box that its tiles cover.
  ///   - tileSize: Samples along a tile's edge, 256 or 512.
  ///   - tiles: All tiles that are to be asked for, where they are few.
  public init(
    template: TileTemplate, encoding: TileEncoding, zooms: ClosedRange<Int> = 0...15,
    bounds: GeographicBounds = TileSourceInfo.world, tileSize: Int = 256, tiles: [TileID]? = nil,
    network: TileNetwork
  ) {
    name = TileTemplate.withoutQuery(template.text)
    self.template = template
    self.network = network
    self.encoding = encoding
    state = State(template: template, network: network)
    var info = TileSourceInfo(
      zooms: zooms.clamped(to: 0...TileID.maximumZoom), bounds: bounds, encoding: encoding,
      tileSize: TileSamples.sizes.contains(tileSize) ? tileSize : 256,
      tiles: tiles)
    info.isConfined = bounds != TileSourceInfo.world
    self.info = info
  }

  private init(_ other: HTTPTiles, _ info: TileSourceInfo) {
    name = other.name
    self.info = info
    (template, network, encoding) = (other.template, other.network, other.encoding)
    state = other.state
  }

  /// The same server with fewer zooms, up to a finest one, and of that one only the tiles that are
  /// listed, where they are few. What was found out about the server counts for both.
  public func limited(to finest: Int, tiles: [TileID]?) -> HTTPTiles {
    var info = info
    info.zooms = min(info.zooms.lowerBound, finest)...finest
    info.tiles = tiles
    return HTTPTiles(self, info)
  }

  public func tile(_ id: TileID) throws -> [UInt8]? {
    try state.gates[(id.x &* 5 &+ id.y) & 15].lock.withLock { _ in try answer(id) }
  }

  /// The finest zoom that has a tile at one of five places of the box: its middle, and the middles of
  /// its quarters. `nil` where no zoom has one, and where the server fails; the first tile that is asked
  /// for afterwards then fails for that reason.
  ///
  /// Cost: asks for up to five tiles a zoom, at once.
  public func finestZoomWithTiles() -> Int? {
    let box = info.bounds
    let places = [(0.5, 0.5), (0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)].map {
      (
        latitude: box.south + $0 * (box.north - box.south),
        longitude: box.west + $1 * (box.east - box.west)
      )
    }
    for zoom in info.zooms.reversed() {
      let ids = Set(
        places.compactMap {
          TileID(zoom: zoom, latitude: $0.latitude, longitude: wrappedLongitude($0.longitude))
        })
      let found = Atomic<Bool>(false)
      let failure = Mutex<TileNetworkError?>(nil)
      let asked = Array(ids)
      Parallel.forEach(asked.count, threads: asked.count) { i, _ in
        do {
          if try tile(asked[i]) != nil { found.store(true, ordering: .relaxed) }
        } catch let error as TileNetworkError where error.kind == .offline {
          // The cache may have coarser ones.
        } catch {
          failure.withLock { $0 = $0 ?? error as? TileNetworkError }
        }
      }
      if found.load(ordering: .relaxed) { return zoom }
      if let failure = failure.withLock({ $0 }) {
        state.untold.withLock { $0 = failure }
        return nil
      }
    }
    return nil
  }

  /// Of listed tiles theirs. Of others those zooms, from the finest up, that have a tile over the middle
  /// of the box: a server that has one has them all, or leaves out what the finer ones lack, too.
  public func wholeZooms() -> [Int] {
    if let listed = info.tiles { return TileCoverage(listed).wholeZooms }
    let middle = info.bounds.center
    let found = info.zooms.reversed().prefix { zoom in
      let id = TileID(zoom: zoom, latitude: middle.latitude, longitude: middle.longitude)
      return (try? tile(id)) != nil
    }
    return found.reversed()
  }

  /// The listed tiles and those above them, which stand in for what the server lacks.
  public func coverage() -> TileCoverage? {
    info.tiles.map { listed in
      var all = Set(listed)
      for tile in listed {
        for zoom in info.zooms where zoom < tile.zoom { all.insert(tile.ancestor(atZoom: zoom)) }
      }
      return TileCoverage(all)
    }
  }

  private func answer(_ id: TileID) throws -> [UInt8]? {
    let known = state.cache?.read(id)
    if let known {
      let age = Double(TileDiskCache.now()) - Double(known.fetched)
      if !network.isAllowed || (age >= 0 && age <= network.maximumAge) { return known.bytes }
    }
    let shown = TileTemplate.withoutQuery(template.url(id))
    guard network.isAllowed else {
      throw TileNetworkError(
        .offline, url: shown,
        reason: "is not in the cache, and the network is not allowed (--allow-net)")
    }
    // An old tile is better than none.
    func stale(_ error: TileNetworkError) throws -> [UInt8]? {
      guard let known, error.kind != .forbidden else { throw error }
      return known.bytes
    }
    if let untold = state.untold.withLock({ $0.take() }) { return try stale(untold) }
    guard !state.isGivenUp.load(ordering: .relaxed) else {
      return try stale(
        TileNetworkError(
          .givenUp, url: shown, reason: "not asked for: the server could not be reached before"))
    }
    guard state.failuresInARow.load(ordering: .relaxed) < max(network.maximumFailures, 1) else {
      return try stale(
        TileNetworkError(
          .givenUp, url: shown, reason: "not asked for: the server failed too often"))
    }
    do {
      let bytes = try fetch(id, known, shown)
      state.failuresInARow.store(0, ordering: .relaxed)
      return bytes
    } catch let error as TileNetworkError {
      state.failuresInARow.add(1, ordering: .relaxed)
      if error.isOfServer { state.isGivenUp.store(true, ordering: .relaxed) }
      return try stale(error)
    }
  }

  private func fetch(
    _ id: TileID, _ known: TileDiskCache.Entry?, _ shown: String
  ) throws -> [UInt8]? {
    let mark = known?.etag ?? ""
    let answer = try state.client.get(template.url(id), etag: mark.isEmpty ? nil : mark)
    let now = TileDiskCache.now()
    switch answer.code {
    case 200:
      do {
        let size = try TileSamples(png: answer.body, name: shown, encoding: encoding).size
        guard size == info.tileSize ?? size else {
          throw TileNetworkError(
            .answer, url: shown,
            reason: "has \(size) samples on a side, not \(info.tileSize ?? size); say so with "
              + "--tile-size (\"tileSize\" in a scene)")
        }
      } catch let error as TerrainFileError {
        throw TileNetworkError(
          .answer, url: shown, reason: error.reason + "; check the URL, and open it in a browser")
      }
      state.cache?.write(.init(bytes: answer.body, etag: answer.etag, fetched: now), for: id)
      return answer.body
    case 304:
      guard var known else { break }
      known.fetched = now
      state.cache?.write(known, for: id)
      return known.bytes
    case 204, 404, 410:
      state.cache?.write(.init(bytes: nil, etag: "", fetched: now), for: id)
      return nil
    default: break
    }
    throw TileNetworkError.answer(status: answer.code, url: shown)
  }
}
