import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereText

/// What a snapshot shows and how it is drawn.
///
/// The defaults are MapKit's where it has them, but for overlays and annotations: a snapshot shows those of
/// the scene unless told otherwise, as every picture here does.
public struct SnapshotOptions: Sendable {
  /// What is in view.
  public enum View: Sendable, Hashable {
    /// What the scene shows by itself: its camera, or a view of all there is.
    case scene
    /// A camera of the scene by name.
    case named(String)
    /// A camera; its centre, distance, pitch and heading.
    case camera(MapCamera)
    /// A region as large as the picture has room for, by ``pitch`` and ``heading``. On the flat map.
    case region(CoordinateRegion)
    /// A rectangle, in the same way.
    case mapRect(MapRect)
  }

  /// What is given instead of a picture that cannot be made.
  public enum Placeholder: Sendable, Hashable {
    /// A picture of one colour.
    case color(Color)
    /// Another picture, of any size.
    case image(Image)
  }

  /// The size in points, at least 1 × 1.
  public var width, height: Int
  /// Pixels a point, above 0 to 4: 1 for screens of old, 2 for print and screens of today.
  public var scale = 1.0
  /// What is in view.
  public var view: View
  /// The pitch and heading in degrees of a region or rectangle; others have their own.
  public var pitch = 0.0
  public var heading = 0.0
  /// The vertical field of view in degrees; `nil` for that of the scene's camera, or 30.
  public var fieldOfView: Double?
  /// The shape of the Earth; `nil` for the scene's.
  public var projection: MapProjection?
  /// Limits of the camera; `nil` for the scene's limit of the pitch.
  public var limits: CameraLimits?
  /// How much of the ground's elevation is drawn, from 0, flat, to 1, realistic.
  public var elevationStyle = 1.0
  /// What kind of map is drawn, instead of the scene's.
  public var configuration: MapConfiguration?
  /// Whether overlays that are not routes make the ground flat, as in MapKit.
  public var flattensUnderOverlays = false
  /// Sun and air instead of the scene's.
  public var light: Light?
  /// How much work goes into the picture.
  public var quality = RenderQuality.standard
  /// Samples a pixel, 1, 4 or 8; `nil` for those of the quality.
  public var samples: Int?
  /// Bits of the picture's samples, 8 or 16.
  public var depth = 8
  /// Whether the scene's overlays are drawn.
  public var showsOverlays = true
  /// Overlays beside the scene's.
  public var overlays: [Overlay] = []
  /// Whether the scene's annotations are drawn.
  public var showsAnnotations = true
  /// Annotations beside the scene's.
  public var annotations: [Annotation] = []
  /// Compass, scale bar and attribution instead of the scene's.
  public var ornaments: MapOrnaments?
  /// The fonts of texts; `nil` for those of the system, behind the scene's own font.
  public var fonts: FontStack?
  /// What is given where the picture cannot be made for want of data; `nil` for nothing but the error.
  public var placeholder: Placeholder?

  /// 512 × 512 points of what the scene shows by itself.
  public init(width: Int = 512, height: Int = 512, scale: Double = 1, view: View = .scene) {
    self.width = width
    self.height = height
    self.scale = scale
    self.view = view
  }

  /// The camera and the vertical field of view that these options ask for in a scene; limits have not been
  /// applied. A copy: to move it, change it and set ``view`` to it.
  ///
  /// A region or rectangle is fitted so that all of it, on the ground as it is drawn, is in the picture
  /// (``CameraFit``).
  ///
  /// - Throws: `DomainError` that names what is outside its domain, ``SnapshotError/unknownCamera(_:known:)``.
  public func camera(for scene: Scene) throws -> (camera: MapCamera, fieldOfView: Double) {
    let ownView = fieldOfView
    func fitted(_ fit: (Viewport, @escaping (Coordinate) -> Double) throws -> CameraFit) throws -> (
      MapCamera, Double
    ) {
      guard projection ?? scene.projection == .flat else { throw SnapshotError.notOnGlobe }
      let style = drawnElevationStyle(of: scene)
      return (
        try fit(viewport(fieldOfView: ownView ?? 30)) { scene.drawnElevation(at: $0) * style }
          .camera, ownView ?? 30
      )
    }
    switch view {
    case .camera(let camera): return (camera, ownView ?? 30)
    case .region(let region):
      return try fitted {
        try CameraFit(framing: region, in: $0, pitch: pitch, heading: heading, ground: $1)
      }
    case .mapRect(let rect):
      return try fitted {
        try CameraFit(framing: rect, in: $0, pitch: pitch, heading: heading, ground: $1)
      }
    case .named(let name):
      guard let named = scene.namedCameras.first(where: { $0.name == name }) else {
        throw SnapshotError.unknownCamera(name, known: scene.namedCameras.map(\.name))
      }
      return (named.camera, ownView ?? named.fieldOfView ?? 30)
    case .scene:
      if let camera = scene.camera { return (camera, ownView ?? scene.fieldOfView ?? 30) }
      if let first = scene.namedCameras.first {
        return (first.camera, ownView ?? first.fieldOfView ?? 30)
      }
      let aspect = Double(max(width, 1)) / Double(max(height, 1))
      return (
        scene.framingCamera(
          aspectRatio: aspect, fieldOfView: ownView ?? 30, pitch: 55, heading: 0,
          projection: projection ?? scene.projection), ownView ?? 30
      )
    }
  }

  /// How much of the ground's elevation the picture shows.
  func drawnElevationStyle(of scene: Scene) -> Double {
    renderOptions(for: scene, fieldOfView: 30, threads: 1).drawnElevationStyle(of: scene)
  }

  func viewport(fieldOfView: Double) -> Viewport {
    Viewport(width: Double(width), height: Double(height), fieldOfView: fieldOfView)
  }

  func renderOptions(for scene: Scene, fieldOfView: Double, threads: Int) -> RenderOptions {
    var options = RenderOptions(
      width: width, height: height, scale: scale, fieldOfView: fieldOfView,
      samples: samples ?? quality.samples, threads: threads,
      limits: limits ?? CameraLimits(pitchLimit: scene.pitchLimit), elevationStyle: elevationStyle,
      projection: projection ?? scene.projection)
    options.configuration = configuration
    options.flattening = flattensUnderOverlays ? .atOnce : .none
    options.overlays = overlays
    options.annotations = annotations
    options.light = light
    options.quality = quality
    options.depth = depth
    options.showsOverlays = showsOverlays
    options.showsAnnotations = showsAnnotations
    options.ornaments = ornaments
    options.fonts = fonts
    return options
  }
}
