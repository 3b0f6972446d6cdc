import BelvedereElevationFiles
import BelvedereTestSupport
import Foundation
import Testing

@Suite(
  "Tiles over HTTP", .serialized,
  .enabled(if: HTTPTiles.libraryVersion != nil, "built without libcurl"))
struct HTTPTilesTests {
  typealias Server = MisbehavingServer

  /// Allowed to talk to this machine, which may be busy.
  var network: TileNetwork {
    var network = TileNetwork(isAllowed: true)
    network.allowsPrivateAddresses = true
    network.totalTimeout = 20
    network.connectTimeout = 20
    network.backOff = 0.01
    network.maximumRetries = 2
    network.maximumBytes = 1 << 16
    return network
  }

  let id = TileID(zoom: 3, x: 2, y: 1)
  let png: [UInt8]

  init() throws {
    png = try terrariumTile(#require(TileID(zoom: 3, x: 2, y: 1))) { _, _ in 42 }
  }

  func tiles(_ server: MisbehavingServer, _ network: TileNetwork? = nil) throws -> HTTPTiles {
    HTTPTiles(
      template: try TileTemplate(server.template), encoding: .terrarium, tileSize: 8,
      network: network ?? self.network)
  }

  /// The failure of one tile.
  private func failure(
    of answer: @escaping @Sendable (MisbehavingServer.Request) -> [MisbehavingServer.Step],
    _ network: TileNetwork? = nil
  ) throws -> (error: TileNetworkError?, requests: Int) {
    let server = try MisbehavingServer(answer)
    defer { server.stop() }
    let tiles = try tiles(server, network)
    let error = #expect(throws: TileNetworkError.self) { try tiles.tile(#require(id)) }
    return (error, server.requests.count)
  }

  @Test("a tile, a missing tile, what the request says")
  func good() throws {
    let png = png
    let server = try Server { request in
      request.path == "/3/2/1.png"
        ? Server.response("200 OK", png, headers: ["Set-Cookie: a=b"])
        : Server.response("404 Not Found", Array("no".utf8))
    }
    defer { server.stop() }
    let tiles = try tiles(server)
    #expect(try tiles.tile(#require(id)) == png)
    #expect(try tiles.tile(#require(id)) == png)
    #expect(try tiles.tile(#require(TileID(zoom: 0, x: 0, y: 0))) == nil)
    for request in server.requests {
      #expect(request.headers.contains("User-Agent: Belvedere/"))
      #expect(!request.headers.contains("Cookie"))
      #expect(!request.headers.contains("Accept-Encoding"))
    }
    let model = try TileElevation(source: tiles, options: .init(zoom: 3))
    let at = coordinate(x: 20, y: 12, zoom: 3)
    #expect(model.elevation(latitude: at.latitude, longitude: at.longitude) == 42)
  }

  @Test("a server that lets bytes trickle is given up long before the time for an answer")
  func trickle() throws {
    var network = network
    network.totalTimeout = 600
    network.minimumSpeed = 1000
    network.slowTime = 1
    let start = ContinuousClock.now
    let (error, requests) = try failure(
      of: { _ in
        [
          .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 30000\r\n\r\n".utf8)),
          .repeatForever([0x89], pause: 0.05),
        ]
      }, network)
    #expect(error?.kind == .timeout)
    #expect(error?.reason.contains("less than 1000.0 bytes a second") == true, "\(error as Any)")
    // Once more after a time-out, no oftener.
    #expect(requests == 2)
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test("answers that are no tiles fail and are not asked for again")
  func wrongAnswers() throws {
    let png = png
    let cases: [(String, [MisbehavingServer.Step])] = [
      ("HTML", Server.response("200 OK", Array("<html>sign in</html>".utf8))),
      (
        "compressed",
        Server.response("200 OK", [0x1F, 0x8B, 8, 0], headers: ["Content-Encoding: gzip"])
      ),
      ("ends too early", Server.response("200 OK", png, length: png.count - 20)),
      ("not a PNG", Server.response("200 OK")),
      ("status 403", Server.response("403 Forbidden")),
      ("status 418", Server.response("418 Teapot", png)),
      ("status 304", Server.response("304 Not Modified")),
      ("more than 65536 bytes", Server.response("200 OK", length: 1 << 40)),
      (
        "more than 65536 bytes",
        [
          .send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)),
          .repeatForever([UInt8](repeating: 0, count: 4096), pause: 0),
        ]
      ),
      (
        "more than 65536 bytes",
        [
          .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
          .repeatForever(
            Array("X-More: \(String(repeating: "a", count: 1000))\r\n".utf8), pause: 0),
        ]
      ),
    ]
    for (words, steps) in cases {
      let (error, requests) = try failure(of: { _ in steps })
      #expect(error?.kind == .answer, "\(words): \(String(describing: error))")
      #expect(error?.reason.contains(words) == true, "\(words): \(error?.reason ?? "")")
      #expect(requests == 1)
    }
  }

  @Test("a cut body, no HTTP at all, a refused connection: tried again, then a failure")
  func broken() throws {
    let png = png
    for steps in [
      Server.response("200 OK", png, length: png.count + 100),
      [.send(Array("garbage\r\n\r\n".utf8))], [],
      [.send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".utf8))],
    ] as [[MisbehavingServer.Step]] {
      let (error, requests) = try failure(of: { _ in steps })
      #expect(error?.kind == .connection, "\(String(describing: error))")
      #expect(requests >= 3)
    }
    let server = try Server { _ in [] }
    server.stop()
    let tiles = try tiles(server)
    let error = #expect(throws: TileNetworkError.self) { try tiles.tile(#require(id)) }
    #expect(error?.kind == .unreachable)
  }

  @Test("a byte now and then, and silence, end by the time-out")
  func slow() throws {
    // Without a time-out the first would never end.
    var once = network
    once.totalTimeout = 0.6
    once.maximumRetries = 0
    for steps in [
      [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .repeatForever([0x89], pause: 0.05)],
      [.repeatForever(Array("H".utf8), pause: 0.05)], [.wait(2)],
    ] as [[MisbehavingServer.Step]] {
      let error = try failure(of: { _ in steps }, once).error
      #expect(error?.kind == .timeout || error?.kind == .connection, "\(String(describing: error))")
    }
  }

  @Test("500 then 200; 429 with Retry-After is honoured up to a limit")
  func retries() throws {
    let png = png
    let server = try Server { request in
      request.earlier < 2
        ? Server.response(request.earlier == 0 ? "500 Oops" : "503 Busy")
        : Server.response("200 OK", png)
    }
    defer { server.stop() }
    #expect(try tiles(server).tile(#require(id)) == png)
    #expect(server.requests.count == 3)

    let polite = try Server { request in
      request.earlier == 0
        ? Server.response("429 Slow down", headers: ["Retry-After: 1"])
        : Server.response("200 OK", png)
    }
    defer { polite.stop() }
    let start = ContinuousClock.now
    #expect(try tiles(polite).tile(#require(id)) == png)
    #expect(ContinuousClock.now - start >= .seconds(1))

    let (error, requests) = try failure { _ in
      Server.response("429 Slow down", headers: ["Retry-After: 3600"])
    }
    #expect(error?.reason.contains("429") == true)
    #expect(requests == 1)
    #expect(try failure { _ in Server.response("502 Bad") }.requests == 3)
  }

  @Test("an answer names the URL without its query, what happened and what helps")
  func advice() throws {
    let cases: [(String, [String], words: [String], requests: Int)] = [
      ("401 Unauthorized", [], ["status 401", "key"], 1),
      ("403 Forbidden", [], ["status 403 (forbidden)", "check the key"], 1),
      ("400 Bad Request", [], ["status 400", "check the URL"], 1),
      ("418 Teapot", [], ["status 418", "check the URL"], 1),
      ("500 Internal Server Error", [], ["status 500", "try again later"], 3),
      (
        "429 Too Many Requests", [],
        ["429 (too many requests)", "also when asked again", "--tile-cache"], 3
      ),
      ("503 Unavailable", ["Retry-After: 0"], ["503 (overloaded", "--tile-cache"], 3),
      ("429 Too Many Requests", ["Retry-After: 3600"], ["asks to wait 3600 s", "30 s"], 1),
      ("503 Unavailable", ["Retry-After: 99999999999"], ["asks to wait", "30 s"], 1),
    ]
    for (status, headers, words, requests) in cases {
      let server = try Server { _ in Server.response(status, headers: headers) }
      defer { server.stop() }
      let tiles = HTTPTiles(
        template: try TileTemplate(server.template + "?key=secret"), encoding: .terrarium,
        network: network)
      let error = #expect(throws: TileNetworkError.self) { try tiles.tile(#require(id)) }
      let text = error?.description ?? ""
      for word in words { #expect(text.contains(word), "\(status): \(text)") }
      #expect(text.contains("/3/2/1.png") && !text.contains("secret"), "\(text)")
      let named = #expect(throws: TileNetworkError.self) {
        try TileTemplate("http://user:secret@a/{z}/{x}/{y}")
      }
      #expect(named?.description.contains("secret") == false)
      #expect(server.requests.count == requests, "\(status) \(headers)")
    }
  }

  @Test("a wait that a server asks for is kept, within the time limit")
  func retryAfter() throws {
    let png = png
    let server = try Server { request in
      request.earlier == 0
        ? Server.response("503 Unavailable", headers: ["Retry-After: 1"])
        : Server.response("200 OK", png)
    }
    defer { server.stop() }
    let start = ContinuousClock.now
    #expect(try tiles(server).tile(#require(id)) == png)
    #expect(ContinuousClock.now - start >= .seconds(1))
    var hasty = network
    hasty.timeLimit = 2
    let late = try failure(
      of: { _ in Server.response("503 Unavailable", headers: ["Retry-After: 20"]) }, hasty)
    #expect(late.requests == 1)
    #expect(late.error?.reason.contains("asks to wait 20 s") == true, "\(late.error as Any)")
  }

  @Test("redirects: few, to allowed hosts, never to another scheme")
  func redirects() throws {
    func to(_ url: String) -> [MisbehavingServer.Step] {
      Server.response("302 Found", headers: ["Location: \(url)"])
    }
    let png = png
    let good = try Server { request in
      request.path == "/3/2/1.png"
        ? Server.response("301 Moved", headers: ["Location: /moved/1.png"])
        : Server.response("200 OK", png)
    }
    defer { good.stop() }
    #expect(try tiles(good).tile(#require(id)) == png)

    let loop = try failure { request in
      Server.response("302 Found", headers: ["Location: \(request.path)"])
    }
    #expect(loop.error?.reason.contains("more than 3 redirects") == true)
    #expect(loop.requests == 4)
    for url in [
      "file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/a", "http://localhost/",
      "http://169.254.169.254/latest/meta-data", "//example.org/a", "http://user:word@127.0.0.1/",
      "dict://127.0.0.1/", "https://127.0.0.2/", "\\\\host\\share", "http://[::1]/",
      "http://2130706434/",
    ] {
      let (error, requests) = try failure { _ in
        Server.response("302 Found", headers: ["Location: \(url)"])
      }
      #expect(
        error?.kind == .forbidden || error?.kind == .answer, "\(url): \(String(describing: error))")
      // Never a second connection; a path that is only odd may be asked for here.
      #expect(requests <= 4, "\(url)")
    }
    #expect(
      try failure { _ in Server.response("302 Found") }.error?.reason.contains("nowhere") == true)
  }

  @Test("addresses of this machine and of private networks are not connected to")
  func privateAddresses() throws {
    let png = png
    let server = try Server { _ in Server.response("200 OK", png) }
    defer { server.stop() }
    var strict = network
    strict.allowsPrivateAddresses = false
    for host in [
      "127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0.0.0.0",
      "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
    ] {
      let source = HTTPTiles(
        template: try TileTemplate("http://\(host):\(server.port)/{z}/{x}/{y}.png"),
        encoding: .terrarium, network: strict)
      let error = #expect(throws: TileNetworkError.self) { try source.tile(#require(id)) }
      #expect(error?.kind == .forbidden, "\(host): \(String(describing: error))")
    }
    #expect(server.requests.isEmpty)
    // A redirect to an allowed host with a forbidden address.
    for (bytes, isPublic) in [
      ([8, 8, 8, 8], true), ([10, 1, 2, 3], false), ([172, 31, 0, 1], false),
      ([172, 32, 0, 1], true), ([192, 168, 0, 1], false), ([169, 254, 169, 254], false),
      ([100, 64, 0, 1], false), ([100, 128, 0, 1], true), ([224, 0, 0, 1], false),
      ([255, 255, 255, 255], false), ([0, 0, 0, 0], false), ([1, 2, 3], false),
      ([0x20, 0x01, 0x48, 0x60] + [UInt8](repeating: 0, count: 12), true),
      ([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), false),
      ([0xFD, 0] + [UInt8](repeating: 0, count: 14), false),
      ([UInt8](repeating: 0, count: 15) + [1], false),
      ([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 8, 8, 8, 8], false),
      ([0x20, 0x02, 10, 0, 0, 1] + [UInt8](repeating: 0, count: 10), false),
      ([0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8) + [127, 0, 0, 1], false),
      ([0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8) + [8, 8, 8, 8], true),
    ] as [([UInt8], Bool)] {
      #expect(NetworkAddress.isPublic(bytes) == isPublic, "\(bytes)")
    }
  }

  @Test(
    "templates that are refused",
    arguments: [
      "file:///{z}/{x}/{y}.png", "ftp://a/{z}/{x}/{y}", "http://user@a/{z}/{x}/{y}",
      "http://u:p@a/{z}/{x}/{y}", "http://{z}.a/{x}/{y}", "http://a/{z}/{x}",
      "http://a/{z}/{x}/{y}{s}",
      "http://a/{z}/{x}/{y}\r\nX: 1", "http:///{z}/{x}/{y}", "http://a/{z}/{x}/{y}/{-y}", "",
      "http://a b/{z}/{x}/{y}", "http://a{z}{x}{y}",
    ])
  func templates(_ text: String) {
    let error = #expect(throws: TileNetworkError.self) { try TileTemplate(text) }
    #expect(error?.kind == .forbidden)
  }

  @Test("nothing is asked for unless allowed; the cache answers alone")
  func offline() throws {
    let folder = try TemporaryFolder()
    let png = png
    let server = try Server { request in
      request.path.contains("/2/1") ? Server.response("200 OK", png) : Server.response("404 No")
    }
    defer { server.stop() }
    var settings = network
    settings.cacheFolder = folder.path + "/deep/cache"
    settings.isAllowed = false
    let error = #expect(throws: TileNetworkError.self) {
      try tiles(server, settings).tile(#require(id))
    }
    #expect(error?.kind == .offline)
    #expect(server.requests.isEmpty)
    settings.isAllowed = true
    let other = try #require(TileID(zoom: 1, x: 1, y: 1))
    #expect(try tiles(server, settings).tile(#require(id)) == png)
    #expect(try tiles(server, settings).tile(other) == nil)
    #expect(server.requests.count == 2)
    #expect(try tiles(server, settings).tile(#require(id)) == png)
    settings.isAllowed = false
    #expect(try tiles(server, settings).tile(#require(id)) == png)
    #expect(try tiles(server, settings).tile(other) == nil)
    #expect(server.requests.count == 2)
  }

  @Test("an old tile is asked for with its mark; 304 keeps it; a failure keeps it too")
  func ages() throws {
    let folder = try TemporaryFolder()
    let png = png
    let server = try Server { request in
      switch request.earlier {
      case 0: Server.response("200 OK", png, headers: ["ETag: \"abc\""])
      case 1: Server.response("304 Not Modified")
      case 2: Server.response("200 OK", Array("<html>".utf8))
      default: Server.response("500 Oops")
      }
    }
    defer { server.stop() }
    var settings = network
    settings.cacheFolder = folder.path
    settings.maximumAge = -1
    for _ in 0..<4 { #expect(try tiles(server, settings).tile(#require(id)) == png) }
    let requests = server.requests
    #expect(!requests[0].headers.contains("If-None-Match"))
    #expect(requests.dropFirst().allSatisfy { $0.headers.contains("If-None-Match: \"abc\"") })
  }

  @Test("a bad tile never gets into the cache, a damaged cache file is none, no file is left over")
  func cacheIsClean() throws {
    let folder = try TemporaryFolder()
    let png = png
    let server = try Server { request in
      request.earlier == 0
        ? Server.response("200 OK", Array("<html>".utf8)) : Server.response("200 OK", png)
    }
    defer { server.stop() }
    var settings = network
    settings.cacheFolder = folder.path
    #expect(throws: TileNetworkError.self) { try tiles(server, settings).tile(#require(id)) }
    #expect(folder.contents.isEmpty)
    #expect(try tiles(server, settings).tile(#require(id)) == png)
    let template = try #require(folder.contents.first)
    let path = "\(folder.path)/\(template)/3/2/1.tile"
    let good = try bytes(ofFile: path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(template)/3/2")
        == ["1.tile"])
    settings.isAllowed = false
    for damaged in [Array(good.dropLast()), good + [0], [], Array(good[..<20])]
      + good.indices.map({ i in good.enumerated().map { $0 == i ? $1 ^ 4 : $1 } })
    {
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      #expect(throws: TileNetworkError.self) { try tiles(server, settings).tile(#require(id)) }
    }
  }

  @Test("the cache keeps within its size, the oldest leaving first")
  func cacheSize() throws {
    let folder = try TemporaryFolder()
    let png = png
    let server = try Server { _ in Server.response("200 OK", png) }
    defer { server.stop() }
    var settings = network
    settings.cacheFolder = folder.path
    settings.cacheBytes = (png.count + 26) * 20
    let tiles = try tiles(server, settings)
    for x in 0..<40 {
      _ = try tiles.tile(#require(TileID(zoom: 6, x: x, y: 0)))
      usleep(2000)
    }
    let template = try #require(folder.contents.first)
    let columns = try FileManager.default.contentsOfDirectory(
      atPath: "\(folder.path)/\(template)/6")
    let kept = columns.filter {
      FileManager.default.fileExists(atPath: "\(folder.path)/\(template)/6/\($0)/0.tile")
    }
    #expect(kept.count <= 20 && kept.count >= 16)
    #expect(kept.contains("39") && !kept.contains("0"))
  }

  @Test("threads that want one tile fetch it once")
  func once() async throws {
    let folder = try TemporaryFolder()
    let png = png
    let server = try Server { _ in [.wait(0.1)] + Server.response("200 OK", png) }
    defer { server.stop() }
    var settings = network
    settings.cacheFolder = folder.path
    let tiles = try tiles(server, settings)
    let id = try #require(id)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 { group.addTask { try tiles.tile(id) == png } }
      for try await isEqual in group { #expect(isEqual) }
    }
    #expect(server.requests.count == 1)
  }

  @Test("a server that fails too often is left alone; the ground is then unknown, not an error")
  func givesUp() throws {
    let server = try Server { _ in Server.response("403 Forbidden") }
    defer { server.stop() }
    let model = try TileElevation(source: tiles(server), options: .init(zoom: 3))
    for longitude in stride(from: -170.0, through: 170, by: 20) {
      #expect(model.elevation(latitude: 10, longitude: longitude) == nil)
    }
    #expect(server.requests.count == 4)
    #expect(model.problems.count > 4)
    #expect(model.problems.contains { $0.reason.contains("failed too often") })
  }
}
