import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Scene {
  /// The box around everything built: buildings, roads, beams, trees, models, overlays, annotations and land
  /// cover;
  /// `nil` where there is none. Elevation and land do not count.
  public var contentBounds: GeographicBounds? {
    bounds(ofAll: true)
  }

  /// - Parameter isAll: whether ways of ships count.
  func bounds(ofAll isAll: Bool) -> GeographicBounds? {
    var box = builtBox(ofAll: isAll)
    forEachMark { box.add($0) }
    return box.bounds
  }

  /// Tells where annotations and overlays lie.
  func forEachMark(_ body: ([Coordinate]) -> Void) {
    for item in annotations { body([item.coordinate]) }
    // What lies on tiles says what the scene is about.
    for item in overlays { body(item.shape.outline) }
  }

  /// Tells where what is built, grows or covers the ground lies, as far as it is in memory.
  ///
  /// - Parameters:
  ///   - hasFerries: whether ways of ships count, which lead far over the sea.
  ///   - hasCovers: whether land cover counts.
  func forEachBuilt(
    hasFerries: Bool = true, hasCovers: Bool = true, _ body: ([Coordinate]) -> Void
  ) {
    for item in buildings { body(item.footprint.rings.first ?? []) }
    for item in roads where hasFerries || item.kind != .ferry { body(item.path) }
    for item in beams { body(item.path.map(\.coordinate)) }
    for item in trees { body([item.coordinate]) }
    for item in models { body(item.outline.isEmpty ? [item.coordinate] : item.outline) }
    guard hasCovers else { return }
    for item in landCover { body(item.polygon.rings.first ?? []) }
  }

  private func builtBox(ofAll isAll: Bool) -> BoundsBuilder {
    var box = BoundsBuilder()
    forEachBuilt(hasFerries: isAll) { box.add($0) }
    // One with a thing across ±180° seems to go around the world.
    let layers = streamed.filter { $0.standsFor == nil }.map(\.bounds)
    let narrow = layers.filter { $0.east - $0.west < 180 }
    for bounds in narrow.isEmpty ? layers : narrow { box.add(bounds) }
    return box
  }

  /// The box over which the sun's place is meant: ``extent`` without overlays and annotations, which leave the light
  /// of all else as it is; `nil` where there is nothing but these.
  public var litBounds: GeographicBounds? { builtBox(ofAll: true).bounds ?? bareBounds }

  /// The box of the content, else of the elevation, else of the land; `nil` for an empty scene.
  public var extent: GeographicBounds? {
    contentBounds ?? bareBounds
  }

  private var bareBounds: GeographicBounds? {
    var box = BoundsBuilder()
    for layer in ground.models { box.add(layer.bounds) }
    if let bounds = box.bounds { return bounds }
    for polygon in land ?? [] { box.add(polygon) }
    return box.bounds
  }

  /// A camera from the south that sees the whole extent but what ``mainBounds`` leaves out, for a scene that brings none.
  ///
  /// - Parameters:
  ///   - aspectRatio: Width over height of the picture.
  ///   - fieldOfView: The vertical field of view in degrees.
  ///   - pitch: 0 looks straight down.
  ///   - heading: Clockwise from north.
  ///   - limit: The greatest pitch that will be allowed; the scene's unless given.
  ///   - projection: The shape of the Earth on which relief is framed; the scene's unless given.
  public func framingCamera(
    aspectRatio: Double, fieldOfView: Double, pitch: Double = 55, heading: Double = 0,
    limit: PitchLimit? = nil, projection: MapProjection? = nil
  ) -> MapCamera {
    guard let extent = mainBounds ?? extent else {
      return MapCamera(
        lookingAtCenter: Coordinate(latitude: 0, longitude: 0), fromDistance: 10_000_000, pitch: 0,
        heading: 0)
    }
    let framed = contentBounds == nil ? terrainCamera : contentCamera
    if let camera = framed(
      extent, aspectRatio, fieldOfView, pitch, heading, limit ?? pitchLimit,
      projection ?? self.projection)
    {
      return camera
    }
    var center = extent.center
    // The globe goes on to the poles.
    let edge = (projection ?? self.projection) == .globe ? 90 : MapPoint.maximumLatitude
    let isBeyond = abs(center.latitude) > MapPoint.maximumLatitude && edge == 90
    center.latitude = min(max(center.latitude, -edge), edge)
    let frame = LocalFrame(origin: center)
    let north = frame.position(
      of: Coordinate(latitude: extent.north, longitude: center.longitude))
    let degree = CoordinateRegion.metersPerDegree(at: center.latitude)
    let width =
      isBeyond
      ? (extent.east - extent.west) * degree.longitude
      : (extent.east - extent.west) / 360 * MapPoint.worldWidth * frame.metersPerMapPoint
    let height = isBeyond ? (extent.north - extent.south) * degree.latitude : abs(north.y) * 2
    let tangent = tan(fieldOfView / 2 * .pi / 180)
    // A tilted map is seen shortened; a tenth is left around it.
    let across = max(width / max(aspectRatio, 0.01), height * 0.8)
    let distance = max(across, least(across: across)) / (2 * tangent) * 1.1
    let limits = CameraLimits(pitchLimit: pitchLimit)
    func camera(_ distance: Double) -> MapCamera {
      limits.clamp(
        MapCamera(
          lookingAtCenter: center, fromDistance: min(distance, 1e9), pitch: pitch, heading: heading)
      ).camera
    }
    // From far away the map is seen less tilted, and thus less shortened.
    var shown = camera(distance)
    for _ in 0..<8 {
      let least =
        Self.distance(
          toSee: Vector2(width, height) / 2, turned: heading, pitch: shown.pitch,
          opening: Vector2(tangent * max(aspectRatio, 0.01), tangent)) * 1.03
      guard shown.distance < min(least, 1e9) else { break }
      shown = camera(least)
    }
    return shown
  }

  /// Metres that a picture shows from its lower to its upper edge at least: what is small stands as high as it is wide.
  private func least(across: Double) -> Double {
    let (least, most) = (30.0, 200.0)
    // What has no size is shown with what is around it.
    guard across < most, across > 0, let solids = withFewStreamedSolids else { return most }
    var highest = solids.trees.reduce(0.0) { max($0, $1.height) }
    for building in solids.buildings { highest = max(highest, building.height) }
    for model in models {
      highest = max(highest, model.heights(exaggeration: verticalExaggeration).1)
    }
    return min(max(across + highest, least), most)
  }

  /// Metres from which the near corners of a rectangle around the centre are seen.
  ///
  /// - Parameters:
  ///   - half: its half width and height.
  ///   - opening: half the picture's width and height at a depth of 1.
  private static func distance(
    toSee half: Vector2, turned heading: Double, pitch: Double, opening: Vector2
  ) -> Double {
    let turn = SineCosine(degrees: heading)
    let (across, along) = (
      abs(half.x * turn.cosine) + abs(half.y * turn.sine),
      abs(half.y * turn.cosine) + abs(half.x * turn.sine)
    )
    let tilt = SineCosine(degrees: pitch)
    return max(across / opening.x, along * tilt.cosine / opening.y) + along * tilt.sine
  }

  /// Whether some of the ground's elevations are read from their files as they are needed.
  public var readsElevations: Bool {
    ground.models.contains { layer in
      if let raster = layer as? RasterElevation { return !(raster.raster is MemoryRaster) }
      return layer is TileElevation
    }
  }

  /// The most bytes that lower resolutions of large rasters take while the scene is drawn.
  public var keptLevelBytes: Int {
    ground.models.reduce(0) { $0 + (($1 as? RasterElevation)?.keptLevelBytes ?? 0) }
  }

  /// About how many bytes the scene takes in memory.
  public var approximateByteCount: Int {
    func bytes(_ polygon: GeographicPolygon) -> Int {
      polygon.rings.reduce(64) { $0 + 32 + $1.count * MemoryLayout<Coordinate>.stride }
    }
    var total = 0
    for item in buildings { total += MemoryLayout<Building>.stride + bytes(item.footprint) }
    for item in roads {
      total += MemoryLayout<Road>.stride + 32 + item.path.count * MemoryLayout<Coordinate>.stride
    }
    for item in landCover { total += MemoryLayout<LandCover>.stride + bytes(item.polygon) }
    for item in land ?? [] { total += bytes(item) }
    for item in beams {
      total += MemoryLayout<Beam>.stride + item.path.count * MemoryLayout<Beam.Joint>.stride
    }
    total += trees.count * MemoryLayout<Tree>.stride
    var counted: Set<String> = []
    for item in models {
      total += MemoryLayout<PlacedModel>.stride
      if counted.insert(item.file).inserted { total += item.model.approximateByteCount }
    }
    total += overlays.count * MemoryLayout<Overlay>.stride
    total += annotations.count * (MemoryLayout<Annotation>.stride + 64)
    for (layer, filled) in zip(ground.models, ground.filledCounts) {
      let samples =
        (layer as? HeightField)?.samples.count
        ?? ((layer as? RasterElevation)?.raster as? MemoryRaster)?.samples.count ?? 0
      // A copy with its voids filled, and what each of its samples rests on.
      total += samples * (filled.fromCoarser + filled.fromSurroundings > 0 ? 9 : 4)
    }
    return total
  }
}
