import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// Where the scene of San Francisco ends, land and sea go on as they are.
@Suite struct SceneCoastTests {
  @Test(
    arguments: [
      (37.42, -122.25, true), (37.44, -122.1, true), (37.3, -122.2, true), (37.2, -121.9, true),
      (37.6, -121.9, true), (38.2, -122.7, true), (37.4, -122.7, false), (37.7, -122.9, false),
      (37.3, -122.8, false),
    ])
  func coast(_ latitude: Double, _ longitude: Double, _ isLand: Bool) throws {
    let path = PackageRoot.url.appendingPathComponent("Scenes/san-francisco/scene.json").path
    let picker = GroundPicker(scene: try SceneLoader().load(path: path).scene)
    let kind = picker.kind(at: Coordinate(latitude: latitude, longitude: longitude))
    #expect(kind == (isLand ? .terrain : .water), "\(latitude), \(longitude)")
  }
}
