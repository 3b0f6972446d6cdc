import BelvedereAnnotations
import BelvedereGeodesy
import BelvedereImaging

/// Indoor venues of a scene file: one level of each, as overlays and annotations.
enum VenueDecoder {
  static func venues(_ node: SceneNode) throws -> (overlays: [Overlay], annotations: [Annotation]) {
    let items = try node.elements(of: "venues")
    var (overlays, annotations): ([Overlay], [Annotation]) = ([], [])
    // Several levels of one venue may be asked for.
    var known: [String: VenueFile] = [:]
    for item in items {
      let object = try SceneObject(item, .venue)
      let folder = try object.required("file", "the folder of an IMDF archive")
      let name = try folder.string("a folder's name")
      let venue = try known[name] ?? VenueFile(folder)
      known[name] = venue
      item.file.shared.venueCount += 1
      let level = VenueLevel(
        venue, levels: try levels(of: venue, object["level"], object.node))
      overlays += level.overlays
      annotations += level.annotations
    }
    return (overlays, annotations)
  }

  /// The levels that are asked for: those of an ordinal, or of a name; without either the ground floor.
  private static func levels(
    of venue: VenueFile, _ wanted: SceneNode?, _ item: SceneNode
  ) throws -> [VenueFeature] {
    let all = venue[.level]
    guard !all.isEmpty else { throw item.error("the venue has no levels") }
    func ordinal(_ level: VenueFeature) -> Double? { level.ordinal }
    func named(_ name: String) -> [VenueFeature] {
      all.filter { ($0.names("short_name") + $0.names("name")).contains(name) }
    }
    /// A name may be a number: the ordinal comes first.
    func numbered(_ number: Double?, _ name: String) -> [VenueFeature] {
      let floors = all.filter { number != nil && ordinal($0) == number }
      return floors.isEmpty ? named(name) : floors
    }
    let found: [VenueFeature]
    let asked = item.file.shared.venueLevel
    switch wanted?.value.content {
    case _ where asked != nil:
      found = numbered(Double(asked ?? ""), asked ?? "")
    case .number(let number): found = numbered(number, short(number))
    case .string(let name):
      found = named(name)
    case nil:
      // The ground floor, or the lowest one above it, or the highest one below.
      let ordinals = all.compactMap(ordinal)
      let level = ordinals.filter { $0 >= 0 }.min() ?? ordinals.max()
      found = all.filter { ordinal($0) == level }
    default:
      throw item.error(
        "\"level\" is the ordinal of a level or its name, got \(wanted?.value.excerpt ?? "")")
    }
    guard found.isEmpty, wanted != nil || asked != nil else { return found }
    let known = all.map { level in
      var names = [level.name(in: venue.language, "short_name")]
      let long = level.name(in: venue.language)
      if names != [long] { names.append(long) }
      let quoted = names.filter { !$0.isEmpty }.map { "\"\($0)\"" }
      return "\(ordinal(level).map(short) ?? "?")"
        + (quoted.isEmpty ? "" : " (\(quoted.joined(separator: ", ")))")
    }
    let name = asked.map { "\"\($0.prefix(40))\"" } ?? wanted?.value.excerpt ?? ""
    throw (asked == nil ? wanted ?? item : item).error(
      "there is no level \(name) in it; there are \(known.prefix(12).joined(separator: ", "))"
        + (known.count > 12 ? " and \(known.count - 12) more" : ""))
  }
}

/// What is seen of a level.
struct VenueLevel {
  private let venue: VenueFile
  private let levels: Set<String>
  /// The units of the levels.
  private let units: Set<String>
  private(set) var overlays: [Overlay] = []
  private(set) var annotations: [Annotation] = []

  init(_ venue: VenueFile, levels: [VenueFeature]) {
    self.venue = venue
    self.levels = Set(levels.map(\.id))
    let own = self.levels
    units = Set(
      venue[.unit].filter { own.contains($0.properties.text("level_id") ?? "") }.map(\.id))
    addAreas(levels)
    addNames()
  }

  private func features(_ kind: VenueFile.Kind) -> [VenueFeature] {
    venue[kind].filter { levels.contains($0.properties.text("level_id") ?? "") }
  }

  /// From the ground up: the venue, the floor, rooms, what stands in them, doors.
  private mutating func addAreas(_ floors: [VenueFeature]) {
    for item in venue[.venue] { add(item, fill: VenueStyle.grounds, stroke: nil) }
    for item in floors { add(item, fill: VenueStyle.floor, stroke: VenueStyle.wall, width: 2) }
    for item in features(.unit) {
      add(item, fill: VenueStyle.unit(item.category), stroke: VenueStyle.wall, width: 1.2)
    }
    for item in features(.section) { add(item, fill: VenueStyle.section, stroke: nil) }
    for item in features(.fixture) {
      add(item, fill: VenueStyle.fixture, stroke: VenueStyle.wall, width: 0.6)
    }
    for item in features(.kiosk) {
      add(item, fill: VenueStyle.kiosk, stroke: VenueStyle.wall, width: 0.8)
    }
    for item in features(.detail) { add(item, fill: nil, stroke: VenueStyle.detail, width: 1) }
    // A door is a gap in its wall.
    for item in features(.opening) { add(item, fill: nil, stroke: VenueStyle.floor, width: 3.2) }
  }

  private mutating func add(
    _ feature: VenueFeature, fill: Color?, stroke: Color?, width: Double = 1
  ) {
    guard let geometry = feature.geometry else { return }
    func overlay(_ shape: Overlay.Shape, _ fill: Color?) -> Overlay {
      var overlay = Overlay(shape: shape, fillColor: fill, strokeColor: stroke, lineWidth: width)
      overlay.id = feature.id
      overlay.name = feature.name(in: venue.language)
      overlay.lineStyle.cap = .butt
      return overlay
    }
    if !geometry.polygons.isEmpty, fill != nil {
      overlays.append(overlay(.multiPolygon(geometry.polygons), fill))
    }
    if !geometry.lines.isEmpty, stroke != nil, fill == nil {
      overlays.append(overlay(.multiPolyline(geometry.lines), nil))
    }
  }

  private mutating func addNames() {
    let anchors = Dictionary(venue[.anchor].map { ($0.id, $0) }) { first, _ in first }
    var occupied: Set<String> = []
    for occupant in venue[.occupant] {
      guard let anchor = anchors[occupant.properties.text("anchor_id") ?? ""],
        let unit = anchor.properties.text("unit_id"), units.contains(unit),
        let place = anchor.geometry?.points.first
      else { continue }
      occupied.insert(unit)
      add(mark: occupant, at: place)
    }
    for amenity in venue[.amenity] {
      let own = amenity.ids("unit_ids")
      guard own.isEmpty || own.contains(where: units.contains), let place = amenity.place else {
        continue
      }
      add(mark: amenity, at: place)
    }
    for kind in [VenueFile.Kind.unit, .kiosk, .section] {
      for item in features(kind) where !occupied.contains(item.id) {
        let name = item.name(in: venue.language)
        guard !name.isEmpty, let place = item.place else { continue }
        var label = Annotation(
          coordinate: place, title: name, appearance: .label,
          displayPriority: DisplayPriority.defaultHigh, id: item.id)
        label.occlusion = .shown
        annotations.append(label)
      }
    }
  }

  private mutating func add(mark feature: VenueFeature, at place: Coordinate) {
    let look = VenueStyle.mark(feature.category)
    var annotation = Annotation(
      coordinate: place, title: feature.name(in: venue.language),
      appearance: .marker(MarkerStyle(tint: look.tint)), id: feature.id)
    if !look.glyph.isEmpty {
      var marker = MarkerStyle(tint: look.tint)
      marker.glyph = look.glyph
      annotation.appearance = .marker(marker)
    }
    annotation.category = look.category
    annotation.occlusion = .shown
    annotations.append(annotation)
  }
}
