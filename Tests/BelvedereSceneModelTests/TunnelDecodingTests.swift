import BelvedereSceneModel
import BelvedereTestSupport
import Testing

/// Tunnels in scene files and in GeoJSON.
@Suite("Tunnels in files") struct TunnelDecodingTests {
  private func load(_ tunnel: String) throws -> LoadedScene {
    let text = "{\"belvedere\": 1, \"tunnels\": [\(tunnel)]}"
    return try SceneLoader().load(data: Array(text.utf8), name: "scene.json")
  }

  private func message(_ tunnel: String) -> String {
    do {
      _ = try load(tunnel)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func aTunnelIsReadWhole() throws {
    let found = try load(
      #"{"path": [[7, 46, 500], [7.01, 46, -3.5]], "width": 9.5, "name": "Lower bore"}"#
    ).scene.tunnels
    let tunnel = try #require(found.first)
    #expect(found.count == 1)
    #expect(tunnel.path.map(\.longitude) == [7, 7.01] && tunnel.path.map(\.latitude) == [46, 46])
    #expect(tunnel.elevations == [500, -3.5])
    #expect(tunnel.width == 9.5 && tunnel.name == "Lower bore")
  }

  @Test func withoutElevationsItIsStraightAndAsWideAsUsual() throws {
    let tunnel = try #require(try load(#"{"path": [[7, 46], [7.01, 46]]}"#).scene.tunnels.first)
    #expect(tunnel.elevations == nil && tunnel.width == Tunnel.defaultWidth && tunnel.name == "")
  }

  @Test(
    "the place of a wrong value is named",
    arguments: [
      (#"{"path": [[7, 46]]}"#, "tunnels[0].path"), (#"{"width": 9}"#, "path"),
      (#"{"path": [[7, 46], [7.01, 46]], "width": 0}"#, "tunnels[0].width"),
      (#"{"path": [[7, 46], [7.01, 46]], "width": 1000.5}"#, "tunnels[0].width"),
      (#"{"path": [[7, 46, 1], [7.01, 46]]}"#, "tunnels[0].path[1]"),
      (#"{"path": [[7, 46, 1e9], [7.01, 46, 0]]}"#, "tunnels[0].path[0]"),
      (#"{"path": [[7, 46], [46, 97]]}"#, "tunnels[0].path[1]"),
      (#"{"path": [[7, 46], [7.01, 46]], "name": 3}"#, "tunnels[0].name"),
    ])
  func wrong(_ tunnel: String, _ expected: String) {
    #expect(message(tunnel).contains(expected), "\(message(tunnel))")
  }

  @Test func roadsInTunnelsBecomeTunnels() throws {
    let folder = try TemporaryFolder()
    func feature(_ tags: String) -> String {
      #"{"type": "Feature", "properties": {\#(tags)}, "geometry": {"type": "LineString", "#
        + #""coordinates": [[7, 46], [7.01, 46]]}}"#
    }
    let features = [
      #""highway": "primary", "tunnel": "yes", "width": "11 m", "name": "A""#,
      #""highway": "primary", "tunnel": "no""#, #""railway": "rail", "tunnel": "building_passage""#,
    ]
    let path = try folder.write(
      "roads.geojson",
      #"{"type": "FeatureCollection", "features": [\#(features.map(feature).joined(separator: ","))]}"#
    )
    let loaded = try SceneLoader().load(SceneSources(roads: [path]))
    #expect(loaded.scene.roads.count == 1)
    #expect(loaded.scene.tunnels.map(\.width) == [11, Tunnel.defaultWidth])
    #expect(loaded.scene.tunnels.map(\.name) == ["A", ""])
    #expect(loaded.report.count(SceneReport.tunnels) == 2)
  }
}
