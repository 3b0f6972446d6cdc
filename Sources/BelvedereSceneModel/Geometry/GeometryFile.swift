import BelvedereGeodesy
import BelvedereXML

/// Areas and lines of a file of other people's: GeoJSON, KML or GPX.
struct GeometryFile {
  /// What belongs together: a feature's areas.
  struct Area {
    var name: String
    var polygons: [GeographicPolygon]
  }

  var areas: [Area] = []
  var lines: [[Coordinate]] = []
  /// Single places, of which no area and no line is made.
  var pointCount = 0

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
    } else {
      for feature in try GeoJSONReader.features(of: file.parse(data)) {
        let geometry = feature.geometry
        if !geometry.polygons.isEmpty {
          let name = feature.properties.text(["name", "title"]) ?? ""
          areas.append(Area(name: name, polygons: geometry.polygons))
        }
        lines += geometry.lines
        pointCount += geometry.points.count
      }
    }
    if pointCount > 0 {
      file.shared.report.add(SceneReport.otherGeometry, in: file.name, by: pointCount)
    }
  }

  private mutating func read(xml data: [UInt8], _ file: SceneFile) throws {
    let scanner = XMLGeometryScanner(maximumPlaces: file.limits.maximumPolygonVertices)
    do {
      try XMLReader.parse(data, maximumDepth: 64, to: scanner)
    } catch let error as XMLError {
      throw SceneError(
        file: file.name, line: nil, path: "",
        message: (error.place.isEmpty ? "" : error.place + ": ") + error.reason)
    } catch let error as XMLGeometryScanner.Problem {
      throw SceneError(file: file.name, line: error.line, path: "", message: error.message)
    }
    areas = scanner.areas
    lines = scanner.lines
    pointCount = scanner.pointCount
    if scanner.dropped > 0 {
      file.warn(
        "\(scanner.dropped) lines or rings of too few places left out", isSummed: false)
    }
  }
}
