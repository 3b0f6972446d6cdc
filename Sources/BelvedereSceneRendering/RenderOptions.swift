import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereImaging
import BelvedereSceneModel
import BelvedereText

/// What a frame's annotations follow from, and what follows from them, while other frames are drawn.
package struct AnnotationLink: Sendable {
  /// What the frame before shows, as soon as that is known; asked for once, when this one has been rasterised. `nil`
  /// where it will not be known: nothing follows then.
  package var before: @Sendable () -> PlacementMemory?
  /// Takes what this frame shows, before it is shaded.
  package var after: @Sendable (PlacementMemory) -> Void

  package init(
    before: @escaping @Sendable () -> PlacementMemory?,
    after: @escaping @Sendable (PlacementMemory) -> Void
  ) {
    self.before = before
    self.after = after
  }
}

/// How far the labels of a film have faded into others, from the left to the right of the picture: not all that changes
/// does so at once, and what takes the place of something else comes as that goes.
package struct FadingShare: Sendable, Hashable {
  /// Which part of the time for all of it has passed, 0 to 1.
  package let part: Double
  /// Which part of that time one place takes.
  private static let own = 0.45

  package init(part: Double) { self.part = part }

  /// How much is seen of what comes.
  ///
  /// - Parameter x: 0 at the left edge of the picture, 1 at the right one.
  package func value(at x: Double) -> Double {
    let start = min(max(x, 0), 1) * (1 - Self.own)
    return smoothstep(start, start + Self.own, part)
  }
}

/// How a picture is drawn.
public struct RenderOptions: Sendable {
  /// The size in points; the picture has `scale` times as many pixels each way.
  public var width, height: Int
  /// Pixels a point, 1 to 4.
  public var scale: Double
  /// The vertical field of view in degrees.
  public var fieldOfView: Double
  /// Samples a pixel: 1, 4 or 8.
  public var samples: Int
  /// How many threads draw; `nil` for as many as there are cores. The picture is the same.
  public var threads: Int?
  /// Limits of the camera.
  public var limits: CameraLimits
  /// How much of the ground's elevation is drawn, from 0, flat, to 1, realistic.
  public var elevationStyle: Double
  /// What overlays that are not routes do to the ground.
  public var flattening = OverlayFlattening.none
  /// The shape of the Earth that is drawn: the flat map, or the WGS 84 ellipsoid, on which elevations
  /// are heights above it.
  ///
  /// On the globe the sun has the scene's azimuth and elevation over the camera's centre, or over the
  /// scene's place nearest to that, and the same direction in space everywhere.
  public var projection: MapProjection
  /// What kind of map is drawn, instead of the scene's: all of it changes at once.
  public var configuration: MapConfiguration?
  /// Sun and air instead of the scene's.
  public var light: Light?
  /// How much work goes into the picture; its samples are those of ``samples``.
  public var quality = RenderQuality.standard
  /// Bits of the picture's samples: 8, or 16 for ``RenderedImage/deepImage``.
  public var depth = 8
  /// Whether the scene's overlays are drawn.
  public var showsOverlays = true
  /// Overlays beside the scene's: they lie above those of their level.
  public var overlays: [Overlay] = []
  /// Whether the scene's annotations are drawn.
  public var showsAnnotations = true
  /// Annotations beside the scene's, behind them in the list.
  public var annotations: [Annotation] = []
  /// Compass, scale bar and attribution instead of the scene's.
  public var ornaments: MapOrnaments?
  /// The fonts of texts; `nil` for those of the system, behind the scene's own font.
  public var fonts: FontStack?
  /// What the frame before this one showed, for a film: with it annotations do not flicker. An empty one
  /// for the first frame; `nil` for a picture of its own.
  public var annotationMemory: PlacementMemory?
  /// How frames that are drawn at the same time follow from each other, instead of ``annotationMemory``.
  package var annotationLink: AnnotationLink?
  /// The same for annotations that are placed and not drawn: those of frames that others will follow from.
  package var unseenLink: AnnotationLink?
  /// How much is seen of the annotations of that link, into which the others fade; `nil` for nothing.
  package var unseenShare: FadingShare?
  /// The code that shades; the kernels of every path give the same bytes.
  public var shading = ShadingPath.best

  /// Full HD, four samples.
  public init(
    width: Int = 1920, height: Int = 1080, scale: Double = 1, fieldOfView: Double = 30,
    samples: Int = 4, threads: Int? = nil, limits: CameraLimits = CameraLimits(),
    elevationStyle: Double = 1, projection: MapProjection = .flat
  ) {
    self.width = width
    self.height = height
    self.scale = scale
    self.fieldOfView = fieldOfView
    self.samples = samples
    self.threads = threads
    self.limits = limits
    self.elevationStyle = elevationStyle
    self.projection = projection
  }
}

/// A picture and what is known about its making.
public struct RenderedImage: Sendable {
  /// The picture.
  public var image: Image
  /// The picture with 16 bits a channel, where they were asked for; ``image`` is this one, rounded.
  public var deepImage: Raster?
  /// The camera that was used, after limits.
  public var camera: MapCamera
  /// Where places are in the picture: the view of that camera over the ground as it was drawn.
  public var view: any ViewProjection
  /// The sun and the air that were drawn.
  public var light: Light
  /// What each stage took, in order.
  public var stages: [(name: String, seconds: Double)]
  /// Counts, such as triangles.
  public var statistics: [(name: String, value: Int)]
  /// What the picture does not show as asked.
  public var warnings: [String]
  /// Which elevation style was asked for and which was drawn.
  public var elevationStyle: ElevationStyle
  /// What to give to the next frame of a film in ``OverlayFlattening/gradual(_:at:)``; `nil` otherwise.
  public var elevationTransition: ElevationTransition?
  /// The annotations that are drawn, what lies in front last.
  public var annotations: [RenderedAnnotation] = []
  /// The names of roads that are drawn, in the order in which they were given room.
  public var roadNames: [RenderedRoadName]
  /// What to give to the next frame of a film; `nil` where no annotations are drawn.
  public var annotationMemory: PlacementMemory?
  /// Who must be credited where the picture is shown: the scene's, and what it shows beyond the scene.
  public var attributions: [String] = []
}

/// How much of the ground's elevation a picture shows, from 0, flat, to 1, realistic.
public struct ElevationStyle: Sendable, Hashable {
  /// What was asked for.
  public var requested: Double
  /// What was drawn: 0 where nothing is known of the ground's elevation.
  public var effective: Double

  /// Makes a pair.
  public init(requested: Double, effective: Double) {
    self.requested = requested
    self.effective = effective
  }
}

/// Why no picture was made.
public enum RenderError: Error, Sendable, CustomStringConvertible {
  /// The progress callback asked to stop.
  case cancelled
  /// An option or the camera is outside its domain.
  case invalid(String)

  public var description: String {
    switch self {
    case .cancelled: "the render was cancelled"
    case .invalid(let reason): reason
    }
  }
}

extension RenderOptions {
  /// The overlays that a picture of a scene shows.
  func shownOverlays(of scene: Scene) -> [Overlay] {
    (showsOverlays ? scene.overlays : []) + overlays
  }

  /// How much of the ground's elevation a picture of a scene shows, by its style, its configuration and what
  /// overlays do to it.
  public func drawnElevationStyle(of scene: Scene) -> Double {
    let isFlattened = shownOverlays(of: scene).contains { !$0.isRoute }
    return flattening.style(configured(for: scene).elevationStyle, isFlattened: isFlattened).style
  }

  /// The options with the scene's configuration where they have none, the configuration's elevation style
  /// among them.
  func configured(for scene: Scene) -> RenderOptions {
    var options = self
    let configuration = configuration ?? scene.configuration
    options.configuration = configuration
    if configuration.elevationStyle == .flat { options.elevationStyle = 0 }
    return options
  }
}
