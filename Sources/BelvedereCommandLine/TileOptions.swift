import ArgumentParser
import Belvedere
import BelvedereJSON

extension TileEncoding: ExpressibleByArgument {}

/// How pyramids of elevation tiles are read.
struct TileOptions: ParsableArguments {
  @Option(name: .long, help: "How pixels are metres, where the tiles do not say it.")
  var encoding: TileEncoding?

  @Option(
    name: .long, help: "The zoom whose samples are used. (default: the finest; 15 of servers)")
  var zoom: Int?

  @Option(name: .long, help: "Samples along the edge of a server's tiles.")
  var tileSize = 256

  @Flag(name: .long, help: "Let tiles be fetched over the network.")
  var allowNet = false

  @Flag(name: .long, help: "Let servers on this machine and in private networks be asked.")
  var allowPrivateNet = false

  @Option(name: .long, help: "A folder that keeps fetched tiles.")
  var tileCache: String?

  /// The pyramid that a name means: a file, a folder or a URL with {z}, {x} and {y}; `nil` where it
  /// means something else.
  func open(_ name: String) throws -> TileElevation? {
    let options = TileElevation.Options(encoding: encoding, zoom: zoom)
    if TileTemplate.recognizes(name) {
      var network = TileNetwork(isAllowed: allowNet, cacheFolder: tileCache)
      network.allowsPrivateAddresses = allowPrivateNet
      network.userAgent = "Belvedere/\(belvedereVersion)"
      let finest = min(max(zoom ?? 15, 0), TileID.maximumZoom)
      return try TileElevation.open(
        template: name, zooms: 0...finest, tileSize: tileSize, network: network, options: options)
    }
    return TileElevation.recognizes(name) ? try TileElevation.open(name, options: options) : nil
  }
}

extension TileElevation.Sample {
  /// The sample at a place, or the failure that explains why there is none.
  static func of(_ model: TileElevation, at place: Coordinate) throws -> TileElevation.Sample {
    let sample = model.sample(latitude: place.latitude, longitude: place.longitude)
    if sample.elevation == nil, let problem = model.problems.first {
      throw CommandFailure(problem.isOfNetwork ? .network : .inputRefused, problem.reason)
    }
    return sample
  }

  /// Which zoom was asked for and which gave the answer.
  var members: [JSONMember] {
    [
      JSONMember(name: "requestedZoom", value: .integer(requestedZoom)),
      JSONMember(name: "effectiveZoom", value: effectiveZoom.map { .integer($0) } ?? nil),
    ]
  }
}
