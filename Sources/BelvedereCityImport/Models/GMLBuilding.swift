import BelvedereGeoMath

/// A building of CityGML with its parts, while it is read.
struct GMLBuilding {
  let id: String
  private var name = ""
  private var parts: [Part]
  /// The parts that are open: their numbers, and how deep their elements lie.
  private var open: [(part: Int, depth: Int)] = []
  /// Where surfaces with names are.
  private var known: [String: (part: Int, item: Int)] = [:]

  /// A surface, or the name of one, in a part.
  private struct Item {
    var lod: Int
    var type: String
    var rings: [[Vector3]]
    /// Of one that stands elsewhere.
    var reference: String?
  }

  private struct Part {
    let id: String
    var items: [Item] = []
  }

  init(id: String, depth: Int, line: Int) {
    self.id = id.isEmpty ? "line \(line)" : id
    parts = []
  }

  private static let objects: Set = [
    "Building", "BuildingPart", "BuildingInstallation", "BuildingConstructiveElement",
    "OtherConstruction", "Bridge", "BridgePart", "BridgeInstallation",
    "BridgeConstructionElement", "BridgeConstructiveElement",
  ]

  private static let surfaces: Set = [
    "RoofSurface", "WallSurface", "GroundSurface", "OuterCeilingSurface", "OuterFloorSurface",
    "ClosureSurface",
  ]

  /// Elements inside which nothing is drawn, with what is said of them.
  static let undrawn: [String: String] = [
    "Room": "rooms inside buildings", "BuildingRoom": "rooms inside buildings",
    "BridgeRoom": "rooms inside buildings", "Storey": "", "BuildingUnit": "",
    "IntBuildingInstallation": "", "IntBridgeInstallation": "", "BuildingFurniture": "",
    "Appearance": "", "Address": "", "externalReference": "",
    "ImplicitGeometry": "objects that are placed by templates",
  ]

  static func isObject(_ name: String) -> Bool { objects.contains(name) }

  mutating func open(id: String, depth: Int) {
    open.append((parts.count, depth))
    parts.append(Part(id: id.isEmpty ? "\(self.id)/\(parts.count)" : id))
  }

  /// Ends a part; whether the whole building has ended.
  mutating func close(depth: Int) -> Bool {
    if open.last?.depth == depth { open.removeLast() }
    return open.isEmpty
  }

  /// Takes the name of the building itself, whose element lies right inside its own.
  mutating func add(name: String, depth: Int) {
    guard open.count == 1, depth == (open.first?.depth ?? 0) + 1, self.name.isEmpty else { return }
    self.name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  mutating func add(_ polygon: GMLPolygon, in path: [String]) {
    guard let part = open.last?.part, let (lod, type) = kind(path) else { return }
    if !polygon.id.isEmpty { known[polygon.id] = (part, parts[part].items.count) }
    parts[part].items.append(Item(lod: lod, type: type, rings: polygon.rings))
  }

  mutating func add(reference: String, in path: [String]) {
    guard let part = open.last?.part, let (lod, type) = kind(path) else { return }
    parts[part].items.append(Item(lod: lod, type: type, rings: [], reference: reference))
  }

  /// The level of detail of a geometry, and of which kind of surface it is, by the elements around it; `nil` of what is
  /// no more than a footprint.
  private func kind(_ path: [String]) -> (lod: Int, type: String)? {
    guard let depth = open.last?.depth else { return nil }
    var (lod, type) = (0, "")
    for name in path[depth...] {
      if name.utf8.count > 4, name.hasPrefix("lod"),
        let digit = name.dropFirst(3).first?.wholeNumberValue
      {
        lod = digit
      } else if Self.surfaces.contains(name) {
        type = name
      }
    }
    return lod >= 1 ? (lod, type) : nil
  }

  /// The parts that have surfaces, and how many were named that are not there.
  ///
  /// - Parameter line: a number of the building's own.
  func models(line: Int) -> (models: [CityModel], missing: Int) {
    var models: [CityModel] = []
    var missing = 0
    for part in parts {
      let surfaces = best(part.items, &missing)
      guard !surfaces.isEmpty else { continue }
      var corners: [Vector3] = []
      var numbers: [Vector3: Int] = [:]
      func number(_ place: Vector3) -> Int {
        if let known = numbers[place] { return known }
        numbers[place] = corners.count
        corners.append(place)
        return corners.count - 1
      }
      let made = surfaces.map { item in
        CityModel.Surface(rings: item.rings.map { $0.map(number) }, type: item.type)
      }
      models.append(
        CityModel(
          id: id, line: line, name: name, part: part.id, corners: corners, surfaces: made))
    }
    return (models, missing)
  }

  /// The surfaces of the finest geometry: those that say what they are, unless most do not.
  private func best(_ items: [Item], _ missing: inout Int) -> [Item] {
    for lod in Set(items.map(\.lod)).sorted(by: >) {
      let all = items.filter { $0.lod == lod }
      let typed = all.filter { !$0.type.isEmpty }
      let plain = all.filter { $0.type.isEmpty }
      var found: [Item] = []
      for item in 2 * typed.count >= plain.count ? typed : plain {
        guard let reference = item.reference else {
          found.append(item)
          continue
        }
        guard let place = known[reference] else {
          missing += 1
          continue
        }
        var item = item
        let target = parts[place.part].items[place.item]
        item.rings = target.rings
        if item.type.isEmpty { item.type = target.type }
        found.append(item)
      }
      if !found.isEmpty { return found }
    }
    return []
  }
}
