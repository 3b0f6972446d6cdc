import BelvedereGeodesy
import BelvedereJSON
import BelvedereSceneModel
import BelvedereTerrain

/// The files of a scene: a layer each, and the scene that names them.
enum SceneFiles {
  /// Makes layers that have something in them, in the order in which they are drawn, and takes the content of each.
  ///
  /// - Parameters:
  ///   - suffix: what the files' names end with, so that those of several sources differ.
  ///   - body: told each layer.
  /// - Throws: `FileError` of temporary files, and what `body` throws.
  static func takeLayers(
    of content: inout CityContent, land: Coast?,
    names: CityNames, format: LayerFormat,
    isStreamed: Bool, suffix: String, _ body: (CityLayer) throws -> Void
  ) throws {
    let space = content.space
    try content.growWoods(beside: land)
    func add(
      _ name: String, _ file: String, bounds: GeographicBounds? = nil, count: Int,
      _ content: LayerContent
    ) throws {
      try body(
        CityLayer(
          name: name, file: CityLayer.file(file, suffix), bounds: bounds, count: count,
          content: content))
    }
    if let land {
      let feature = CityFeature(id: "", properties: [], shape: .polygons(land.land))
      let file = try format.content(named: "land", space, of: land.land.isEmpty ? nil : feature)
      try add("land", format.file("land"), bounds: land.box, count: land.land.count, file)
    }
    if isStreamed {
      try takeStreamed(of: &content, suffix: suffix, ["landCover", "roads", "buildings"], body)
    }
    for name in ["landCover", "roads", "buildings"] where !isStreamed {
      guard let layer = try content.takeOrdered(name, isBySize: false) else { continue }
      let file = try format.content(named: name, space, of: layer.features, layer.packer)
      try add(name, format.file(name), count: layer.things, file)
    }
    if !content.models.isEmpty {
      try add(
        "cityModel", "city-model.json", count: content.models.count,
        LayerContent([.bytes(fragment(of: content.models))]))
    }
    if isStreamed {
      try takeStreamed(of: &content, suffix: suffix, ["trees"], body)
    }
    let trees = content.takeTrees()
    if !trees.isEmpty {
      try add("trees", "trees.json", count: trees.count, try self.trees(trees, space))
    }
    let places = content.places.filter { $0.isShown(names) }
    if !places.isEmpty {
      let annotations = JSONValue(.array(places.map(annotation)))
      try add(
        "annotations", "names.json", count: places.count,
        LayerContent([.bytes(text(object([("belvedere", 1), ("annotations", annotations)])))]))
    }
  }

  /// Makes layers in the order of their names as files of things of some sizes each.
  private static func takeStreamed(
    of content: inout CityContent, suffix: String, _ names: [String],
    _ body: (CityLayer) throws -> Void
  ) throws {
    try withoutActuallyEscaping(body) { body in
      let streamed = StreamedLayers(suffix: suffix, space: content.space, body: body)
      do {
        for name in names {
          if name == "trees" {
            let trees = content.takeTrees()
            if !trees.isEmpty { try streamed.add(trees) }
          } else if let (features, packer, _) = try content.takeOrdered(name, isBySize: true) {
            try streamed.add(features, of: packer, named: name)
          }
        }
      } catch {
        // Nobody is told anything more.
        try streamed.finish()
        throw error
      }
      try streamed.finish()
    }
  }

  /// The scene that names the layers.
  static func scene(
    _ layers: [CityImport.LayerFile], named name: String, terrain: [String],
    attribution: [String], licences: [String]
  ) -> [UInt8] {
    func file(_ name: String) -> JSONValue { object([("file", .string(name))]) }
    func files(_ name: String) -> [String] {
      layers.filter { $0.name == name && !$0.isStreamed }.map(\.file)
    }
    var members: [(String, JSONValue)] = [
      ("belvedere", 1), ("name", .string(name)), ("description", .string(CityImport.mark)),
    ]
    if !attribution.isEmpty { members.append(("attribution", .strings(attribution))) }
    if !licences.isEmpty { members.append(("licences", .strings(licences))) }
    let fragments = files("cityModel") + files("annotations")
    if !fragments.isEmpty { members.append(("include", .strings(fragments))) }
    if !terrain.isEmpty {
      members.append(("terrain", JSONValue(.array(terrain.map(file)))))
    }
    let land = layers.filter { $0.name == "land" }.map { layer in
      let bounds = layer.bounds.map { box in
        [
          (
            "bounds",
            object(
              [("south", box.south), ("west", box.west), ("north", box.north), ("east", box.east)]
                .map { ($0.0, .number($0.1)) })
          )
        ]
      }
      return object([("file", .string(layer.file))] + (bounds ?? []))
    }
    if !land.isEmpty {
      members.append(("land", land.count == 1 ? land[0] : JSONValue(.array(land))))
    }
    for name in ["landCover", "roads", "buildings", "trees"] where !files(name).isEmpty {
      members.append((name, JSONValue(.array(files(name).map(file)))))
    }
    let streamed = layers.filter(\.isStreamed).map { layer in
      let size = layer.size.map { [("size", JSONValue.number($0))] } ?? []
      let others = layer.standsFor.map { [("standsFor", JSONValue.number($0))] } ?? []
      return object([("file", .string(layer.file)), ("kind", .string(layer.name))] + size + others)
    }
    if !streamed.isEmpty { members.append(("streamed", JSONValue(.array(streamed)))) }
    let models = layers.filter { $0.name == "models" }.compactMap(model)
    if !models.isEmpty { members.append(("models", JSONValue(.array(models)))) }
    let venues = layers.filter { $0.name == "venues" }.map { layer in
      // A name that is a number, too, is a level's ordinal first, as on the command line.
      let level = layer.level.map { text in
        [("level", Double(text).map { JSONValue.number($0) } ?? .string(text))]
      }
      return object([("file", .string(layer.file))] + (level ?? []))
    }
    if !venues.isEmpty { members.append(("venues", JSONValue(.array(venues)))) }
    if !files("overlays").isEmpty {
      members.append(("overlays", JSONValue(.array(files("overlays").map(file)))))
    }
    if !attribution.isEmpty {
      members.append(("ornaments", object([("attribution", JSONValue(.bool(true)))])))
    }
    return text(object(members))
  }

  /// A model where it is said to stand.
  private static func model(_ layer: CityImport.LayerFile) -> JSONValue? {
    guard let at = layer.placement else { return nil }
    var members: [(String, JSONValue)] = [
      ("file", .string(layer.file)),
      (
        "at",
        JSONValue(.array([.number(at.coordinate.longitude), .number(at.coordinate.latitude)]))
      ),
    ]
    if at.height != 0 { members.append(("height", .number(at.height))) }
    if at.heading != 0 { members.append(("heading", .number(at.heading))) }
    if !layer.title.isEmpty { members.append(("name", .string(layer.title))) }
    return object(members)
  }

  /// A building a line. Corners to 1e-8°, a millimetre, for walls are upright.
  private static func fragment(of models: [ModelBuilding]) -> [UInt8] {
    func number(_ value: Double, _ scale: Double) -> JSONValue {
      .number((value * scale).rounded() / scale)
    }
    func corner(_ corner: ModelBuilding.Corner) -> JSONValue {
      JSONValue(
        .array([
          number(corner.at.longitude, 1e8), number(corner.at.latitude, 1e8),
          number(corner.height, 1e3),
        ]))
    }
    var bytes = Array("{\"belvedere\": 1, \"buildings\": [\n".utf8)
    for (i, model) in models.enumerated() {
      let surfaces = model.surfaces.map { surface in
        object([
          ("kind", .string(surface.isRoof ? "roof" : "wall")),
          (
            "rings",
            JSONValue(.array(surface.rings.map { JSONValue(.array($0.map(corner))) }))
          ),
        ])
      }
      var members: [(String, JSONValue)] = [
        ("footprint", JSONValue(.array(model.footprint.map { places($0 + $0.prefix(1)) }))),
        ("height", number(model.height, 1e3)), ("id", .string(model.id)),
      ]
      if !model.name.isEmpty { members.append(("name", .string(model.name))) }
      members.append(("surfaces", JSONValue(.array(surfaces))))
      JSONWriter.append(object(members), to: &bytes)
      bytes += Array((i + 1 < models.count ? ",\n" : "\n").utf8)
    }
    return bytes + Array("]}\n".utf8)
  }

  /// A table in decimetres from the first tree; of trees far from each other from their latitude nearest to the
  /// equator, where the map's metres are largest: there they are decimetres, and less elsewhere.
  private static func trees(_ trees: CityTrees, _ space: ScratchSpace) throws -> LayerContent {
    let kinds = ["broadleaf", "conifer", "palm"]
    let store = ByteStore(space)
    let extent = trees.extent
    let isWide = extent.north - extent.south > 45
    var frame: LocalFrame?
    try trees.forEach { tree in
      var bytes: [UInt8] = []
      let origin = Coordinate(
        latitude: isWide ? min(max(extent.south, 0), extent.north) : tree.at.latitude,
        longitude: tree.at.longitude)
      if frame == nil {
        bytes += Array("{\"belvedereTrees\": 1, \"origin\": ".utf8)
        JSONWriter.append(place(origin), to: &bytes)
        bytes += Array(", \"unit\": 0.1, \"kinds\": ".utf8)
        JSONWriter.append(.strings(kinds), to: &bytes)
        bytes += Array(", \"rows\": [\n".utf8)
      } else {
        bytes += Array(",\n".utf8)
      }
      let own = frame ?? LocalFrame(origin: origin)
      frame = own
      let place = own.position(of: tree.at)
      JSONWriter.append(
        JSONValue(
          .array(
            [place.x * 10, place.y * 10, tree.height * 10].map { .number($0.rounded()) }
              + [.integer(kinds.firstIndex(of: tree.kind) ?? 0)])), to: &bytes)
      try store.append(bytes)
    }
    try store.append(Array("\n]}\n".utf8))
    return LayerContent([.store(store)])
  }

  /// Metres above the ground at which names of towns and their parts stand over most roofs.
  private static let roofs = 18.0

  private static func annotation(_ name: CityPlace) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("at", place(name.at)), ("title", .string(name.name)),
      ("displayPriority", .number(name.priority)), ("id", .string(name.id)),
    ]
    if let category = name.category {
      members.append(("category", .string(category.rawValue)))
      // Above the roofs, where streets would hide it; pins without names say little.
      members.append(("on", "roof"))
      members.append(("titleVisibility", "together"))
      members.append(("tint", .string(tint(category))))
    } else {
      members.append(("style", "label"))
      // It is of an area: houses that happen to stand before its middle do not hide it.
      members.append(("on", "roof"))
      members.append(("height", .number(roofs)))
      if let letters = name.letters {
        members.append(("titleSize", .number(letters.size)))
        if !letters.isBold { members.append(("titleWeight", "regular")) }
      }
    }
    return object(members)
  }

  /// The colours that maps have for kinds of places; white stands out from them by 3 to 1 and more.
  private static func tint(_ category: PointOfInterestCategory) -> String {
    switch category {
    case .restaurant, .cafe, .bakery, .brewery, .winery, .distillery, .foodMarket, .nightlife:
      "#d9701f"
    case .park, .nationalPark, .zoo, .golf, .campground, .fairground, .rvPark, .hiking: "#388f44"
    case .hospital, .pharmacy, .fireStation, .police: "#d64545"
    case .museum, .theater, .musicVenue, .movieTheater, .library, .landmark, .castle, .fortress,
      .nationalMonument, .planetarium, .amusementPark:
      "#b0518f"
    case .publicTransport, .airport, .parking, .carRental, .gasStation, .evCharger: "#4a7fd0"
    case .school, .university: "#9a6b3f"
    case .hotel, .spa, .beauty: "#7a62c9"
    case .aquarium, .beach, .marina, .fishing, .kayaking, .surfing, .swimming: "#2786c0"
    case .baseball, .basketball, .bowling, .goKart, .miniGolf, .rockClimbing, .skatePark, .skating,
      .skiing, .soccer, .stadium, .tennis, .volleyball, .fitnessCenter:
      "#2c8a80"
    case .store: "#b08012"
    case .animalService, .atm, .automotiveRepair, .bank, .conventionCenter, .laundry, .mailbox,
      .postOffice, .restroom:
      "#667a94"
    }
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(members.map { JSONMember(name: $0.0, value: $0.1) }))
  }

  private static func places(_ places: [Coordinate]) -> JSONValue {
    JSONValue(.array(places.map(place)))
  }

  /// To 1e-7°, as OpenStreetMap has them.
  private static func place(_ place: Coordinate) -> JSONValue {
    JSONValue(
      .array([place.longitude, place.latitude].map { .number(($0 * 1e7).rounded() / 1e7) }))
  }

  private static func text(_ value: JSONValue) -> [UInt8] {
    Array((JSONWriter.pretty(value) + "\n").utf8)
  }
}
