import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

/// The one place where the reference tests meet the library's camera.
enum ReferenceAdapter {
  /// The camera, its ground and its viewport from a row of a table of views.
  static func view(_ row: ReferenceRow) throws -> CameraView {
    try CameraView(
      camera: camera(row), viewport: viewport(row, from: 6), groundElevation: row[5])
  }

  /// The camera of a row of a table of views.
  static func camera(_ row: ReferenceRow) -> MapCamera {
    MapCamera(
      lookingAtCenter: Coordinate(latitude: row[0], longitude: row[1]), fromDistance: row[2],
      pitch: row[3], heading: row[4])
  }

  /// A viewport of seven columns: width, height, field of view, padding.
  static func viewport(_ row: ReferenceRow, from column: Int) -> Viewport {
    Viewport(
      width: row[column], height: row[column + 1], fieldOfView: row[column + 2],
      padding: EdgePadding(
        top: row[column + 3], left: row[column + 4], bottom: row[column + 5],
        right: row[column + 6]))
  }

  /// The point of the screen and its depth; `nil` behind the eye.
  static func project(
    _ view: some ViewProjection, _ coordinate: Coordinate, elevation: Double
  ) -> (x: Double, y: Double, depth: Double)? {
    view.project(coordinate, elevation: elevation).screen.map { ($0.x, $0.y, $0.depth) }
  }

  /// The place under a point of the screen, or the word of the tables for why there is none.
  static func unproject(
    _ view: some ViewProjection, x: Double, y: Double, elevation: Double
  ) -> (kind: String, coordinate: Coordinate?) {
    switch view.unproject(Vector2(x, y), elevation: elevation) {
    case .ground(let point): ("ground", point.coordinate)
    case .sky: ("sky", nil)
    case .behindCamera: ("behind", nil)
    case .outsideWorld: ("beyond", nil)
    case .beyondFarLimit, .notFinite: ("other", nil)
    }
  }

  /// The eye: the place below it, its altitude above the centre, its elevation.
  static func eye(_ view: CameraView) -> (position: GeodeticPosition, altitude: Double) {
    (view.eyePosition, view.camera.altitude)
  }

  /// The row of the screen in which rays are level.
  static func horizon(_ view: CameraView) -> Double? { view.horizonY }

  /// The camera over the curved Earth from a row of a table of views.
  static func globe(_ row: ReferenceRow) throws -> GlobeView {
    try GlobeView(
      camera: camera(row), viewport: viewport(row, from: 6), groundElevation: row[5])
  }

  /// The tightest camera of an orientation, without limits.
  static func fit(
    _ positions: [MapPosition], viewport: Viewport, pitch: Double, heading: Double, ground: Double
  ) throws -> CameraFit {
    try CameraFit(
      positions, in: viewport, pitch: pitch, heading: heading, groundElevation: ground,
      minimumDistance: 0.001, limits: CameraLimits(pitchLimit: .none))
  }
}
