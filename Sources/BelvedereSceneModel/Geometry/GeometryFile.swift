import BelvedereGeodesy
import BelvedereImaging
import BelvedereXML

/// Areas, lines and places of a file of other people's, with their looks: GeoJSON, FlatGeobuf, KML, KMZ or GPX.
struct GeometryFile {
  /// What a feature is called.
  struct Label: Hashable {
    var id = "", name = ""
    /// A line that describes it.
    var detail = ""
  }

  /// What belongs together: a feature's areas.
  struct Area {
    var label: Label
    var style: GeometryStyle
    var polygons: [GeographicPolygon]
  }

  /// Lines that are one on the map.
  struct Lines {
    var label: Label
    var style: GeometryStyle
    var paths: [[Coordinate]]
  }

  /// A single place.
  struct Place {
    var label: Label
    /// Of its mark.
    var tint: Color?
    var coordinate: Coordinate
    var elevation = Annotation.Elevation.aboveGround(0)
  }

  private(set) var areas: [Area] = []
  /// Lines by their features; those of features without a name by their looks.
  private(set) var lines: [Lines] = []
  private(set) var places: [Place] = []
  private var unnamedLines: [GeometryStyle: Int] = [:]

  /// Reads a file; which of the formats it is follows from its content.
  ///
  /// - Parameters:
  ///   - data: its bytes.
  ///   - file: its name for messages.
  /// - Throws: `SceneError` that names the line.
  init(_ data: [UInt8], _ file: SceneFile) throws {
    let first = data.first { $0 > 32 && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0].contains($0) }
    if first == UInt8(ascii: "<") {
      try read(xml: data, file)
    } else if ZippedFiles.isPlausible(data) {
      try read(kmz: data, file)
    } else {
      try read(features: data, file)
    }
  }

  /// Whether there is nothing.
  var isEmpty: Bool { areas.isEmpty && lines.isEmpty && places.isEmpty }

  mutating func add(
    areas polygons: [GeographicPolygon], _ label: Label, _ style: @autoclosure () -> GeometryStyle
  ) {
    guard !polygons.isEmpty else { return }
    areas.append(Area(label: label, style: style(), polygons: polygons))
  }

  mutating func add(
    lines paths: [[Coordinate]], _ label: Label, _ style: @autoclosure () -> GeometryStyle
  ) {
    guard !paths.isEmpty else { return }
    let style = style()
    if label.name.isEmpty, label.id.isEmpty {
      if let i = unnamedLines[style] { return lines[i].paths += paths }
      unnamedLines[style] = lines.count
    }
    lines.append(Lines(label: label, style: style, paths: paths))
  }

  mutating func add(place: Place) { places.append(place) }

  private mutating func read(features data: [UInt8], _ file: SceneFile) throws {
    var flaws: [String: Int] = [:]
    for feature in try FeatureFile.features(of: data, in: file) {
      let (geometry, properties) = (feature.geometry, feature.properties)
      let label = Label(
        id: feature.id, name: properties.text(["name", "title"]) ?? "",
        detail: PlainText.line(of: properties.text(["description", "desc"]) ?? ""))
      let simple = SimpleStyle(properties)
      for flaw in simple.flaws { flaws[flaw, default: 0] += 1 }
      add(areas: geometry.polygons, label, simple.style)
      add(lines: geometry.lines, label, simple.style)
      for point in geometry.points {
        add(place: Place(label: label, tint: simple.style.tint, coordinate: point))
      }
    }
    // Where every feature is damaged there is nothing to draw without them.
    let left = file.shared.warnings.first {
      $0.file == file.name && ($0.line != nil || $0.path.hasPrefix("features"))
    }
    if isEmpty, let left {
      throw SceneError(
        file: file.name, line: left.line, path: left.path,
        message: "all features are damaged; the first is \(left.message)")
    }
    for (name, count) in flaws.sorted(by: { $0.key < $1.key }) {
      file.warn(
        "\"\(name)\" of \(count == 1 ? "1 feature" : "\(count) features") is no value of simplestyle-spec; it is ignored"
      )
    }
  }

  /// The KML in an archive: by the format that of the outermost folder, which its programs call `doc.kml`.
  private mutating func read(kmz data: [UInt8], _ file: SceneFile) throws {
    let archive = try ZippedFiles(data, file)
    guard let name = archive.first({ $0.lowercased().hasSuffix(".kml") }),
      let text = try archive.bytes(name, file)
    else {
      throw file.error("is a zip archive without a .kml in it; unpack it and name the file inside")
    }
    try read(xml: text, SceneFile(name: "\(file.name)/\(name)", shared: file.shared))
  }

  private mutating func read(xml data: [UInt8], _ file: SceneFile) throws {
    let shared = file.shared
    let room = file.limits.maximumMemory - data.count - shared.featureByteCount
    let scanner = XMLGeometryScanner(
      maximumPlaces: file.limits.maximumPolygonVertices, maximumMemory: room)
    do {
      try XMLReader.parse(data, maximumDepth: 64, to: scanner)
    } catch let error as XMLError {
      throw SceneError(
        file: file.name, line: nil, path: "",
        message: (error.place.isEmpty ? "" : error.place + ": ") + error.reason)
    } catch let error as XMLGeometryScanner.Problem {
      throw SceneError(file: file.name, line: error.line, path: "", message: error.message)
    }
    if let line = scanner.passedLine {
      throw file.tooMuchMemory(
        "features", atLeast: data.count + shared.featureByteCount + scanner.memory,
        passedAt: "line \(line)")
    }
    shared.featureByteCount += scanner.memory
    var features = scanner.takeFeatures()
    places.reserveCapacity(places.count + features.pointCount)
    features.take { feature in
      let style = scanner.style(of: feature)
      add(areas: feature.polygons, feature.label, style.look(isArea: true))
      add(lines: feature.lines, feature.label, style.look(isArea: false))
      guard feature.pointCount > 0 else { return }
      let tint = style.look(isArea: false).tint
      feature.forEachPoint { point in
        add(
          place: Place(
            label: feature.label, tint: tint, coordinate: point.coordinate,
            elevation: point.elevation))
      }
    }
    scanner.notes.tell(file)
    file.shared.credit.add(scanner.credit)
  }
}
