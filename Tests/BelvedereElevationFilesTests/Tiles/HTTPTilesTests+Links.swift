import BelvedereElevationFiles
import BelvedereTestSupport
import Foundation
import Testing

extension HTTPTilesTests {
  @Test("links and pipes in the cache are neither followed nor waited for")
  func cacheLinks() throws {
    let folder = try TemporaryFolder()
    let png = png
    let server = try Server { _ in Server.response("200 OK", png) }
    defer { server.stop() }
    var settings = network
    settings.cacheFolder = folder.path + "/cache"
    #expect(try tiles(server, settings).tile(#require(id)) == png)
    let files = FileManager.default
    let template = try #require(try files.contentsOfDirectory(atPath: folder.path + "/cache").first)
    let column = "\(folder.path)/cache/\(template)/3/2"
    let path = column + "/1.tile"
    let good = try bytes(ofFile: path)
    let victim = try folder.write("victim", "precious")
    try files.removeItem(atPath: path)
    try files.createSymbolicLink(atPath: path, withDestinationPath: victim)
    #expect(try tiles(server, settings).tile(#require(id)) == png)
    #expect(try bytes(ofFile: victim) == Array("precious".utf8))
    #expect(try bytes(ofFile: path) == good)
    try files.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    // With a reader of its own the pipe keeps nobody waiting who writes to it.
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try tiles(server, settings).tile(#require(id)) == png)
    let kind = try files.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    try #require(kind == .typeRegular)
    #expect(try bytes(ofFile: path) == good)
    // A folder elsewhere is neither read nor written.
    let elsewhere = folder.path + "/elsewhere"
    try files.moveItem(atPath: column, toPath: elsewhere)
    try files.createSymbolicLink(atPath: column, withDestinationPath: elsewhere)
    try files.removeItem(atPath: elsewhere + "/1.tile")
    #expect(try tiles(server, settings).tile(#require(id)) == png)
    #expect(try files.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }
}
