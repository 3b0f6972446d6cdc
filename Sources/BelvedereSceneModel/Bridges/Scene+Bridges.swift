import BelvedereGeoMath
import BelvedereGeodesy

extension Scene {
  /// Adds the decks of all roads over bridges (``Road/bridge``) to the scene's beams. The ground's elevations are asked
  /// for where they are.
  ///
  /// A bridge that is too short to rise over what it crosses (6 m above roads, 7.5 m above rails and 4 m above paths, by
  /// grades of at most 7 %) is as high as it must be, and the roads on the ground that begin at its ends lead up to it
  /// by grades of at most 7 % (rails 2.5 %, paths 20 %, steps 55 %; where the ground is about as steep, a quarter of that more than
  /// the ground), within 400 m along roads. Where these are too few, the bridge has less room below it.
  ///
  /// These ramps lie on banks of earth, 1.5 m out for each metre down, to at most 16 m. Where a building, a road, a shore,
  /// a narrow bend or a steep slope leaves no room for that, they have walls of stone as far as 8 m high, and beyond that
  /// are viaducts; paths are decks where they are higher than 2.5 m. Over roads, rails and paths that pass 3.5 m or more
  /// below them without a junction they are decks, as wide as these and a metre to either side.
  ///
  /// Where a way over a bridge ends above the ground because the data end there, its deck ends on a pier.
  ///
  /// Roads with more than 10 km between two of their places are none of bridges, and are put on the ground. Of more than
  /// 6,000 km of bridges none is raised; of more than 6,000 km of roads that lead up to them, none is.
  ///
  /// - Returns: how many places of bridges were raised.
  @discardableResult
  public mutating func raiseBridges() -> Int { raiseBridges(beside: buildings) }

  /// The same beside some of the scene's buildings only.
  @discardableResult
  mutating func raiseBridges(beside buildings: ObjectList<Building>) -> Int {
    for i in roads.indices where roads[i].bridge > 0 && !Self.isBridge(roads[i].path) {
      roads[i].bridge = 0
    }
    let network = BridgeNetwork(roads, tunnels)
    guard !network.chains.isEmpty else {
      for i in roads.indices { roads[i].bridge = 0 }
      return 0
    }
    let crossings = BridgeCrossings(network, roads)
    let (ground, unknown) = (ground, unknownElevation)
    func elevation(_ place: Coordinate) -> Double {
      ground.elevation(latitude: place.latitude, longitude: wrappedLongitude(place.longitude))
        ?? unknown
    }
    let grades = BridgeGrades(network, crossings, ground: elevation)
    let ramps = BridgeRamps(network, crossings, grades, roads, ground: elevation)
    beams += BridgeDecks(network, ramps, crossings).beams
    let joints = RoadJoints(network, ramps, roads).byRoad
    let waters = landCover.filter { $0.kind == .water }.map(\.polygon) + (land ?? [])
    beams +=
      BridgeEmbankments(
        ramps, roads, joints: joints, buildings: buildings, shores: waters.flatMap(\.rings),
        elevation: elevation
      ).beams
    for (n, joints) in joints { roads[n].joints = joints }
    return network.places.count
  }

  /// Metres between two places of a way over a bridge; longer ones are mistakes.
  static let longestLeg = 10_000.0

  /// Whether a way may lie on a bridge.
  private static func isBridge(_ path: [Coordinate]) -> Bool {
    path.count >= 2
      && zip(path, path.dropFirst()).allSatisfy { a, b in
        abs(a.latitude) <= 85 && GroundMetres.length(a, b) <= longestLeg
      }
  }
}
