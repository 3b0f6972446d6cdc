import BelvedereTerrain
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
  private let client: HTTPClient
  private let cache: TileDiskCache?
  /// Two threads that want one tile fetch it once.
  private let gates: [Gate]
  private let failuresInARow = Atomic<Int>(0)
  /// Set by the first failure that is the server's and not a tile's.
  private let isGivenUp = Atomic<Bool>(false)

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
    client = HTTPClient(template: template, network: network)
    cache = network.cacheFolder.map {
      TileDiskCache(folder: $0, template: template.text, maximumBytes: network.cacheBytes)
    }
    gates = (0..<16).map { _ in Gate() }
    var info = TileSourceInfo(
      zooms: zooms.clamped(to: 0...TileID.maximumZoom), bounds: bounds, encoding: encoding,
      tileSize: TileSamples.sizes.contains(tileSize) ? tileSize : 256,
      tiles: tiles)
    info.isConfined = bounds != TileSourceInfo.world
    self.info = info
  }

  public func tile(_ id: TileID) throws -> [UInt8]? {
    try gates[(id.x &* 5 &+ id.y) & 15].lock.withLock { _ in try answer(id) }
  }

  /// Of listed tiles theirs. Of others those zooms, from the finest up, that have a tile over the middle
  /// of the box: a server that has one has them all, or leaves out what the finer ones lack, too.
  public func wholeZooms() -> [Int] {
    if let listed = coverage() { return listed.wholeZooms }
    let middle = info.bounds.center
    let found = info.zooms.reversed().prefix { zoom in
      let id = TileID(zoom: zoom, latitude: middle.latitude, longitude: middle.longitude)
      return (try? tile(id)) != nil
    }
    return found.reversed()
  }

  private func answer(_ id: TileID) throws -> [UInt8]? {
    let known = cache?.read(id)
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
    guard !isGivenUp.load(ordering: .relaxed) else {
      return try stale(
        TileNetworkError(
          .givenUp, url: shown, reason: "not asked for: the server could not be reached before"))
    }
    guard failuresInARow.load(ordering: .relaxed) < max(network.maximumFailures, 1) else {
      return try stale(
        TileNetworkError(
          .givenUp, url: shown, reason: "not asked for: the server failed too often"))
    }
    do {
      let bytes = try fetch(id, known, shown)
      failuresInARow.store(0, ordering: .relaxed)
      return bytes
    } catch let error as TileNetworkError {
      failuresInARow.add(1, ordering: .relaxed)
      if error.isOfServer { isGivenUp.store(true, ordering: .relaxed) }
      return try stale(error)
    }
  }

  private func fetch(
    _ id: TileID, _ known: TileDiskCache.Entry?, _ shown: String
  ) throws -> [UInt8]? {
    let mark = known?.etag ?? ""
    let answer = try client.get(template.url(id), etag: mark.isEmpty ? nil : mark)
    let now = TileDiskCache.now()
    switch answer.code {
    case 200:
      do {
        _ = try TileSamples(png: answer.body, name: shown, encoding: encoding)
      } catch let error as TerrainFileError {
        throw TileNetworkError(
          .answer, url: shown, reason: error.reason + "; check the URL, and open it in a browser")
      }
      cache?.write(.init(bytes: answer.body, etag: answer.etag, fetched: now), for: id)
      return answer.body
    case 304:
      guard var known else { break }
      known.fetched = now
      cache?.write(known, for: id)
      return known.bytes
    case 204, 404, 410:
      cache?.write(.init(bytes: nil, etag: "", fetched: now), for: id)
      return nil
    default: break
    }
    throw TileNetworkError.answer(status: answer.code, url: shown)
  }
}
