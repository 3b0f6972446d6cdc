import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereSceneModel
import Testing

/// Views that frame overlays which reach farther than their corners.
@Suite("Framing of overlays") struct OverlayOutlineTests {
  private let francisco = Coordinate(latitude: 37.79, longitude: -122.4)
  private let tokyo = Coordinate(latitude: 35.68, longitude: 139.77)

  private func scene(_ shape: Overlay.Shape) -> Scene {
    var scene = Scene()
    scene.overlays = [Overlay(shape: shape)]
    return scene
  }

  /// Its northernmost place is by Clairaut's relation where the azimuth is 90°.
  @Test("the arc of a geodesic is framed, not its ends alone")
  func geodesic() throws {
    let scene = scene(.geodesicPolyline([francisco, tokyo]))
    let path = try Geodesic.wgs84.path(from: francisco, to: tokyo, maximumSegment: 5000)
    let north = try #require(path.map(\.latitude).max())
    let extent = try #require(scene.extent)
    #expect(north > 47 && abs(extent.north - north) < 0.01, "\(extent.north), \(north)")
    #expect(extent.east - extent.west < 100)
    let camera = scene.framingCamera(aspectRatio: 16 / 9, fieldOfView: 30, pitch: 0)
    let viewport = Viewport(width: 1600, height: 900)
    let view = try CameraView(camera: camera, viewport: viewport, groundElevation: 0)
    for place in path {
      let point = try #require(view.project(place, elevation: 0).point)
      #expect(point.x >= 0 && point.x <= 1600 && point.y >= 0 && point.y <= 900, "\(place)")
    }
  }

  @Test("a circle is as large as it is on the Earth", arguments: [0.0, 60, -72])
  func circle(_ latitude: Double) throws {
    let center = Coordinate(latitude: latitude, longitude: 179.5)
    let extent = try #require(scene(.circle(center, 500_000)).extent)
    let reach = try [0.0, 180].map {
      try Geodesic.wgs84.direct(from: center, azimuth: $0, distance: 500_000).coordinate.latitude
    }
    #expect(abs(extent.north - reach[0]) < 1e-6 && abs(extent.south - reach[1]) < 1e-6)
    #expect(extent.east - extent.west < 40 && extent.east > 180)
  }

  @Test("parts on both sides of the antimeridian are one thing")
  func parts() throws {
    func square(_ longitude: Double) -> GeographicPolygon {
      let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)]
      return GeographicPolygon(rings: [
        corners.map { Coordinate(latitude: $0.1, longitude: longitude + $0.0) }
      ])
    }
    let scene = scene(.multiPolygon([square(178), square(-180), square(-178)]))
    let extent = try #require(scene.extent)
    #expect(abs(extent.west - 178) < 1e-9 && abs(extent.east - 183) < 1e-9)
  }
}
