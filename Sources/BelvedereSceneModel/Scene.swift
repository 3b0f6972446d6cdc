import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRelief
import BelvedereTerrain
import BelvedereText

/// Everything a picture shows, as a value.
public struct Scene: Sendable {
  /// The title.
  public var name: String
  /// Who must be credited wherever the picture is shown.
  public var attributions: [String]
  /// Under which licences the data are, as far as the scene says it; see ``knownLicences``.
  public var licences: [String] = []
  /// The view that is drawn unless another is asked for.
  public var camera: MapCamera?
  /// The vertical field of view of that view in degrees; `nil` for the default.
  public var fieldOfView: Double?
  /// Further views by name, in the file's order.
  public var namedCameras: [NamedCamera]
  /// The shape of the Earth under the scene's views.
  public var projection: MapProjection
  /// The greatest pitch of the scene's views.
  public var pitchLimit: PitchLimit
  /// Sun and air.
  public var light: Light
  /// What kind of map the scene is.
  public var configuration = MapConfiguration()
  /// Pictures from above, for maps of that kind; `nil` for none.
  public var imagery: RasterTiles?
  /// The ground's elevation; where nothing is known the ground is at 0.
  public var ground: ElevationMosaic
  /// The elevation of the level ground around what is known, metres, before exaggeration; `nil` for what
  /// follows from the rest of the scene: 0, or the lowest known one for a map of relief of dry land.
  public var baseElevation: Double?
  /// By how much elevations are multiplied when drawn.
  public var verticalExaggeration: Double
  /// How the ground is painted by its elevation, instead of as land and water; `nil` for the latter.
  public var relief: ReliefStyle?
  /// The dry land; `nil` means that land is wherever the ground lies above the sea.
  public var land: [GeographicPolygon]?
  /// The boxes in which the outlines of the land are known: there what is not land is sea, and beyond them coasts go on as the
  /// world's do. Without any it is the box around the land.
  public var landBounds: [GeographicBounds] = []
  /// Whether beyond what the scene knows the seas and countries of a coarse map of the world are drawn
  /// (Natural Earth at 1 : 110 million); else all of that is sea, or all land. Not on maps of relief.
  public var showsWorld = false
  /// What the land is covered with, later ones over earlier ones.
  public var landCover: [LandCover]
  /// Roads and rails on the ground.
  public var roads: [Road]
  /// Bores beneath the ground, for routes that go through them.
  public var tunnels: [Tunnel]
  /// Buildings and parts of buildings.
  public var buildings: ObjectList<Building>
  /// Long straight members at their own elevation: decks, cables, masts.
  public var beams: [Beam]
  /// Trees.
  public var trees: [Tree]
  /// Models of triangles.
  public var models: [PlacedModel] = []
  /// Layers of which only what a picture needs is in memory: see ``resident(in:)``.
  public var streamed: [StreamedLayer] = []
  /// What is laid over the map, in order.
  public var overlays: [Overlay]
  /// Marks for places, over everything.
  public var annotations: [Annotation]
  /// What is drawn in the picture's corners.
  public var ornaments: MapOrnaments
  /// The font that is asked first for texts; `nil` for those of the system.
  public var font: Font?

  /// An empty scene: a flat sea under a clear sky.
  public init() {
    name = ""
    attributions = []
    camera = nil
    fieldOfView = nil
    namedCameras = []
    projection = .flat
    pitchLimit = .standard
    light = Light()
    ground = ElevationMosaic()
    baseElevation = nil
    verticalExaggeration = 1
    relief = nil
    land = nil
    landCover = []
    roads = []
    tunnels = []
    buildings = []
    beams = []
    trees = []
    overlays = []
    annotations = []
    ornaments = MapOrnaments()
    font = nil
  }
}

extension Scene {
  /// The licences that the scene says; where it says none those that follow from whom its data are owed to.
  public var knownLicences: [String] {
    licences.isEmpty ? DataLicence.all([], of: attributions) : licences
  }
}

/// A view with a name.
public struct NamedCamera: Sendable, Hashable {
  /// The name, as `--camera` takes it.
  public var name: String
  /// The view.
  public var camera: MapCamera
  /// The vertical field of view in degrees.
  public var fieldOfView: Double?

  /// Makes a named view.
  public init(name: String, camera: MapCamera, fieldOfView: Double? = nil) {
    self.name = name
    self.camera = camera
    self.fieldOfView = fieldOfView
  }
}

/// Where the sun stands and how clear the air is.
public struct Light: Sendable, Hashable {
  /// Degrees clockwise from north to the sun.
  public var sunAzimuth: Double
  /// Degrees of the sun above the horizon, −90 to 90.
  public var sunElevation: Double
  /// A moment that puts the sun where it stands then, instead of the two angles; see
  /// ``resolved(over:)``.
  public var time: UniversalTime?
  /// The distance in metres at which haze takes 98 % of an object's contrast (Koschmieder).
  public var visibility: Double

  /// Afternoon light in clear air.
  public init(sunAzimuth: Double = 235, sunElevation: Double = 38, visibility: Double = 80_000) {
    self.sunAzimuth = sunAzimuth
    self.sunElevation = sunElevation
    self.visibility = visibility
    time = nil
  }

  /// The light of a moment.
  public init(time: UniversalTime, visibility: Double = 80_000) {
    self.init(visibility: visibility)
    self.time = time
  }
}

/// An outer ring and its holes; inside by the even-odd rule. Rings need not repeat their first
/// vertex.
public struct GeographicPolygon: Sendable, Hashable {
  /// The rings, the outer one first.
  public var rings: [[Coordinate]]

  /// Makes a polygon.
  public init(rings: [[Coordinate]]) { self.rings = rings }
}
