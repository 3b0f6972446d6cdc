import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTestSupport
import BelvedereXML
import Foundation
import Testing

/// Files of others, against what lxml and Shapely read of them.
@Suite("Other people's overlays", .enabled(if: XMLReader.isAvailable, "this build has no Expat"))
struct GeometryDataTests {
  private func load(_ path: String) throws -> LoadedScene? {
    guard let file = SharedData.file(path) else { return nil }
    var sources = SceneSources()
    sources.overlays = [file]
    return try SceneLoader().load(sources)
  }

  private func sizes(_ overlay: Overlay) -> [Int] {
    switch overlay.shape {
    case .multiPolygon(let polygons): polygons.map(\.rings.count)
    case .multiPolyline(let lines): lines.map(\.count)
    default: []
    }
  }

  @Test("Google's samples: names, sizes and looks of areas, lines and places")
  func samples() throws {
    guard let loaded = try load("kml/KML_Samples.kml") else { return }
    let (overlays, marks) = (loaded.scene.overlays, loaded.scene.annotations)
    #expect(
      marks.map(\.title) == [
        "Simple placemark", "Floating placemark", "Extruded placemark", "Roll over this icon",
      ])
    #expect(
      marks.map(\.elevation) == [
        .aboveGround(0), .aboveGround(50), .aboveGround(50), .aboveGround(0),
      ])
    #expect(marks.first?.coordinate.longitude == -122.0822035425683)
    let looks = overlays.map { overlay in
      [overlay.name, overlay.strokeColor?.hex, overlay.fillColor?.hex, "\(overlay.lineWidth)"]
        .map { $0 ?? "none" }.joined(separator: " ")
    }
    #expect(
      looks == [
        "Building 40 #ffffff #ff00007d 1.5", "Building 41 #ffffff #0000ff7d 1.5",
        "Building 42 #ffffff #00ff007d 1.5", "Building 43 #ffffff #ffff007d 1.5",
        "The Pentagon #d62633 #d6263333 3.0", "Absolute #ffffff #0000ff7d 1.5",
        "Absolute Extruded #ffffff #ff00007d 1.5", "Relative #ffffff #00ff007d 1.5",
        "Relative Extruded #ffffff #ffff007d 1.5", "Tessellated #d62633 none 3.0",
        "Untessellated #d62633 none 3.0", "Absolute #ff00ff7f none 4.0",
        "Absolute Extruded #ffff007f none 4.0", "Relative #00000087 none 10.0",
        "Relative Extruded #ff0000 none 1.0",
      ])
    #expect(
      overlays.map(sizes) == Array(repeating: [1], count: 4) + [[2]]
        + Array(repeating: [1], count: 4) + [[2], [2], [11], [11], [11], [11]])
  }

  @Test("a track with its colour; tours are no shapes")
  func tracks() throws {
    guard let track = try load("kml/catalina-track.kml"),
      let demo = try load("kml/Touring.Complete_Demo.kml"),
      let tour = try load("kml/sample_tour.kml"),
      let cameras = try load("kml/golden-gate-camera.kml")
    else { return }
    #expect(track.scene.overlays.map(sizes) == [[213]])
    let line = try #require(track.scene.overlays.first)
    #expect(line.strokeColor?.hex == "#59acff99" && line.lineWidth == 6)
    #expect(demo.scene.annotations.map(\.title) == ["New Zealand's Southern Alps", "The End"])
    #expect(demo.scene.overlays.map(\.name) == ["Polygon"])
    #expect(tour.scene.annotations.map(\.title) == ["First Placemark"])
    #expect(cameras.scene.overlays.isEmpty && cameras.scene.annotations.isEmpty)
  }

  /// Points, lines and polygons as Shapely counts them.
  private static let good: [String: [Int]] = [
    "good-feature-with-id": [1, 0, 0], "good-feature-with-string-id": [1, 0, 0],
    "good-feature": [1, 0, 0], "good-featurecollection-bbox": [2, 0, 0],
    "good-featurecollection-bbox3d": [2, 0, 0], "good-featurecollection-extensions": [1, 1, 1],
    "good-featurecollection": [1, 1, 1], "good-geometrycollection": [1, 1, 0],
    "good-linestring": [0, 1, 0], "good-multilinestring": [0, 2, 0], "good-multipoint": [1, 0, 0],
    "good-point-3d": [1, 0, 0], "good-point": [1, 0, 0], "good-polygon": [0, 0, 1],
    "multipolygon": [0, 0, 2], "nullgeometry": [0, 0, 0], "nullproperties": [1, 0, 0],
  ]

  @Test("good GeoJSON has what Shapely counts; the one with latitudes of 107° is refused")
  func goodFiles() throws {
    let files = try SharedData.files("geojson/geojsonhint/good", extension: "geojson")
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      guard let counts = Self.good[name] else {
        #expect(name == "issue82")
        let error = try #require(throws: SceneError.self) {
          try load("geojson/geojsonhint/good/\(name).geojson")
        }
        #expect(error.line == 1 && error.message.contains("latitude"))
        continue
      }
      let scene = try #require(try load("geojson/geojsonhint/good/\(name).geojson")).scene
      var found = [scene.annotations.count, 0, 0]
      for overlay in scene.overlays {
        if case .multiPolygon(let all) = overlay.shape { found[2] += all.count }
        if case .multiPolyline(let all) = overlay.shape { found[1] += all.count }
      }
      #expect(found == counts, "\(name)")
    }
    #expect(files.isEmpty || files.count == Self.good.count + 1)
  }

  /// What RFC 7946 forbids or advises against and that is read all the same: rings that are not closed, other
  /// windings, boxes, identifiers and members with meanings of their own, positions of more numbers.
  private static let repaired: Set<String> = [
    "bad-polygon-interiorring-rhr", "badcoord", "badfeatureid", "bbox-4or6elements",
    "bbox-contains-string", "bbox-string", "different-first-last", "different-first-size",
    "excessive_precision_truncated", "feature_changed_semantics",
    "featurecollection_changed_semantics", "geometry_changed_semantics",
    "geometrycollection_nested", "geometrycollection_single", "point-toomany",
    "polygon_winding_order", "short-linearring",
  ]

  @Test("bad GeoJSON is refused with its line, or read as far as it says where things are")
  func badFiles() throws {
    for file in try SharedData.files("geojson/geojsonhint/bad", extension: "geojson") {
      let name = file.deletingPathExtension().lastPathComponent
      do {
        let loaded = try #require(try load("geojson/geojsonhint/bad/\(name).geojson"))
        let isTold = loaded.warnings.contains { $0.line != nil && !$0.path.isEmpty }
        #expect(isTold || Self.repaired.contains(name), "\(name)")
      } catch let error as SceneError {
        #expect(error.line != nil && !Self.repaired.contains(name), "\(name): \(error)")
      }
    }
  }
}
