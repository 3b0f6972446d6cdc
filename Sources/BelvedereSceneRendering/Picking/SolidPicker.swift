import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Finds what stands on a scene's ground along a ray: buildings, beams and trees, as pictures of the
/// flat map and of the globe show them.
///
/// The triangles that are hit are those that are drawn, each object in the metric frame of its own
/// place. Accuracy: 1 mm, beside what single precision keeps of an object's size.
///
/// Cost: some nanoseconds for every object of the scene, and some microseconds for each that lies
/// along the ray before the first hit.
public struct SolidPicker: Sendable {
  /// What was hit.
  public struct Hit: Sendable, Hashable {
    /// What kind of object it is.
    public enum Kind: String, Sendable, Hashable {
      case building, beam, tree, model
    }

    public let kind: Kind
    /// The object's number in the scene's list of its kind.
    public let index: Int
    /// Where the surface is met.
    public let coordinate: Coordinate
    /// The elevation there in metres, as it is drawn.
    public let elevation: Double
    /// Metres along the line of sight.
    public let depth: Double
  }

  /// An upright cylinder around an object.
  struct Enclosure {
    var kind: Hit.Kind
    var index: Int
    var center: MapPoint
    /// The centre at sea level, from the Earth's centre, metres.
    var place: Vector3
    /// Map points.
    var radius: Double
    /// Metres on the globe, at least as many as there are.
    var reach: Double
    /// Metres of elevation; of buildings and trees above the ground.
    var low, high: Double
  }

  let scene: Scene
  let measures: SceneMeasures
  /// How much of the elevation is drawn, as the scene's configuration says.
  let style: Double
  private let ground: DrawnGround
  private let groundRange: ClosedRange<Double>
  let enclosures: [Enclosure]
  private let skins: ModelSkins
  private let treeGround: TreeGround
  private let footprints: FootprintIndex
  private let supports: BuildingSupports

  /// Prepares a scene.
  public init(scene: Scene) {
    self.scene = scene
    footprints = FootprintIndex { GroundFeatureIndex.footprints(scene) }
    supports = BuildingSupports(scene.buildings)
    measures = SceneMeasures(scene, bare: scene)
    style = scene.configuration.elevationStyle == .flat ? 0 : 1
    // Meshes stand on the ground as it is, and are flattened with it.
    ground = DrawnGround(scene)
    groundRange = ground.styled(style).range
    var all: [Enclosure] = []
    func add(
      _ kind: Hit.Kind, _ index: Int, _ places: [Coordinate], _ margin: Double,
      _ z: (Double, Double)
    ) {
      guard let first = places.first else { return }
      // Places on both sides of the antimeridian stay together.
      let points = places.map { place -> MapPoint in
        let p = MapPoint(place)
        let turn = ((p.x - MapPoint(first).x) / MapPoint.worldWidth).rounded()
        return MapPoint(x: p.x - turn * MapPoint.worldWidth, y: p.y)
      }
      let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
      let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
      let center = MapPoint(x: (left + right) / 2, y: (top + bottom) / 2)
      let reach = Vector2(right - left, bottom - top).length / 2
      let scale = MapPoint.metersPerMapPoint(at: first.latitude)
      let radius = reach + margin / scale
      let middle = center.coordinate
      guard let place = try? Ellipsoid.wgs84.ecef(of: GeodeticPosition(middle, height: 0)) else {
        return
      }
      // Towards the equator a map point is longer, and a metre of the ellipsoid up to 1 % longer than
      // the sphere's.
      let toEquator = (MapPoint.worldWidth / 2 - center.y).magnitude
      let widest = MapPoint(
        x: center.x,
        y: center.y < MapPoint.worldWidth / 2
          ? center.y + min(radius, toEquator) : center.y - min(radius, toEquator))
      all.append(
        Enclosure(
          kind: kind, index: index, center: center, place: place, radius: radius,
          reach: 1.02 * radius * MapPoint.metersPerMapPoint(at: widest.coordinate.latitude),
          low: z.0, high: z.1))
    }
    let content = SolidContent(scene.configuration)
    for (i, building) in scene.buildings.enumerated() where content.hasBuildings {
      // A footprint is drawn a little higher than nothing.
      add(.building, i, building.footprint.rings.first ?? [], 0.1, (0, building.height + 1))
    }
    for (i, beam) in scene.beams.enumerated() {
      let heights = (beam.path.map(\.elevation) + beam.feet + (beam.embankment?.elevations ?? []))
        .map {
          $0 * scene.verticalExaggeration
        }
      let size = beam.width + beam.depth + (beam.embankment?.reach ?? 0)
      add(
        .beam, i, beam.path.map(\.coordinate), size,
        ((heights.min() ?? 0) - size, (heights.max() ?? 0) + size))
    }
    treeGround = TreeGround(
      scene.trees.isEmpty ? [] : scene.beams, exaggeration: scene.verticalExaggeration)
    for (i, tree) in scene.trees.enumerated() where content.hasTrees {
      let ground = ground.elevation(tree.coordinate)
      let rise = (treeGround.elevation(tree.coordinate, ground: ground) ?? ground) - ground
      add(.tree, i, [tree.coordinate], tree.height, (0, tree.height + rise + 1))
    }
    skins = ModelSkins(scene.models)
    for (i, model) in scene.models.enumerated() where content.hasBuildings {
      let (low, high) = model.heights(exaggeration: scene.verticalExaggeration)
      add(.model, i, [model.coordinate], 1.02 * model.radius + 0.1, (low - 1, high + 1))
    }
    enclosures = all
  }

  /// The first object that a screen point shows; `nil` for none. Ground in front of it is not looked
  /// at: compare depths.
  public func hit(_ point: Vector2, in view: CameraView) -> Hit? {
    let ray = Ray(view, point)
    var best: Hit?
    for (start, n) in candidates(ray) {
      if let best, start > best.depth { break }
      let enclosure = enclosures[n]
      guard let hit = hit(enclosure, ray, pitch: view.camera.pitch),
        hit.depth < best?.depth ?? .infinity
      else { continue }
      best = hit
    }
    return best
  }

  /// The building whose outline pictures paint on the ground: straight from above that is all of them
  /// that a hill does not hide, and until a pitch of 10° what of them lies in the hill.
  ///
  /// - Parameter ground: the ground that a point of the screen shows, nearer than what `hit` finds
  ///   there.
  /// - Returns: the building at the ground's place, elevation and depth; `nil` for none.
  public func footprint(at ground: GroundPoint, pitch: Double) -> Hit? {
    let isReplaced = scene.overlays.contains { $0.replacesMapContent && $0.alpha > 0 }
    let look = GroundLook(scene.configuration, isReplaced: isReplaced)
    let extrusion = BuildingAppearance.extrusion(atPitch: pitch)
    guard look.paintsFootprints(SolidContent(scene.configuration), extrusion: extrusion),
      let index = footprints.building(at: MapPoint(ground.coordinate))
    else { return nil }
    return Hit(
      kind: .building, index: index, coordinate: ground.coordinate, elevation: ground.elevation,
      depth: ground.depth)
  }

  /// From the eye, in the camera's frame; positions are `eye + t · direction`, and t is the depth.
  private struct Ray {
    let eye, direction: Vector3
    let frame: LocalFrame

    init(_ view: CameraView, _ point: Vector2) {
      eye = view.eye
      direction = view.direction(through: point)
      frame = view.frame
    }
  }

  /// The objects whose enclosures the ray meets, by where it enters them.
  private func candidates(_ ray: Ray) -> [(start: Double, index: Int)] {
    let scale = ray.frame.metersPerMapPoint
    let level = ray.direction.xy
    let speed = level.dot(level)
    var found: [(start: Double, index: Int)] = []
    for (n, item) in enclosures.enumerated() {
      var dx = item.center.x - ray.frame.origin.x
      dx -= (dx / MapPoint.worldWidth).rounded() * MapPoint.worldWidth
      let away =
        Vector2(dx * scale, (ray.frame.origin.y - item.center.y) * scale) - ray.eye.xy
      let radius = item.radius * scale
      var times = (0.0, Double.infinity)
      if speed > 0 {
        let middle = away.dot(level) / speed
        let gap = (away - level * middle).length
        guard gap <= radius else { continue }
        let half = ((radius * radius - gap * gap) / speed).squareRoot()
        times = (max(middle - half, 0), middle + half)
      } else if away.length > radius {
        continue
      }
      guard times.0 <= times.1 else { continue }
      let a = ray.eye.z + ray.direction.z * times.0
      let b = times.1.isFinite ? ray.eye.z + ray.direction.z * times.1 : -.infinity
      let (low, high) = heights(item)
      guard max(a, b) >= low, min(a, b) <= high else { continue }
      found.append((times.0, n))
    }
    return found.sorted { ($0.start, $0.index) < ($1.start, $1.index) }
  }

  /// Between which elevations an object lies, metres.
  func heights(_ item: Enclosure) -> (low: Double, high: Double) {
    let hangs =
      item.kind == .beam || (item.kind == .model && scene.models[item.index].isAboveSea)
    // Of a flat map it lies within a little of the ground.
    if hangs {
      return style == 1 ? (item.low, item.high) : (min(item.low, -50), max(item.high, 50))
    }
    return (item.low + groundRange.lowerBound - 1, item.high + groundRange.upperBound + 1)
  }

  /// An object's triangles at full height, in the metric frame of its place.
  func meshes(_ item: Enclosure, _ frame: LocalFrame) -> [SolidMesh] {
    var builder = SolidMeshBuilder(frame: frame)
    let elevation = { (c: Coordinate) in ground.elevation(c) }
    switch item.kind {
    case .building:
      BuildingSolid(frame: frame, ground: elevation)
        .add(
          scene.buildings[item.index],
          on: supports.foot(of: item.index).map { scene.buildings[$0] }, to: &builder)
    case .beam:
      BeamSolid(frame: frame, verticalExaggeration: scene.verticalExaggeration)
        .add(scene.beams[item.index], to: &builder)
    case .tree:
      TreeSolid(frame: frame, ground: { treeGround.elevation($0, ground: ground.elevation($0)) })
        .add(scene.trees[item.index], to: &builder)
    case .model:
      ModelSolid(
        frame: frame, verticalExaggeration: scene.verticalExaggeration, ground: elevation,
        skins: skins
      ).add(scene.models[item.index], to: &builder)
    }
    builder.flush()
    return builder.meshes
  }

  private func hit(_ item: Enclosure, _ ray: Ray, pitch: Double) -> Hit? {
    let frame = LocalFrame(origin: item.center.coordinate)
    let extrusion = Extrusion(
      part: BuildingAppearance.extrusion(atPitch: pitch), style: style)
    // The same ray in the object's frame; heights are the same in both.
    let scale = frame.metersPerMapPoint / ray.frame.metersPerMapPoint
    var dx = ray.frame.origin.x - frame.origin.x
    dx -= (dx / MapPoint.worldWidth).rounded() * MapPoint.worldWidth
    let shift = Vector2(
      dx * frame.metersPerMapPoint, (frame.origin.y - ray.frame.origin.y) * frame.metersPerMapPoint)
    let eye = Vector3(ray.eye.x * scale + shift.x, ray.eye.y * scale + shift.y, ray.eye.z)
    let direction = Vector3(ray.direction.x * scale, ray.direction.y * scale, ray.direction.z)
    let depth = meshes(item, frame).compactMap {
      $0.extruded(extrusion).batch.firstHit(from: eye, along: direction)
    }.min()
    return depth.map { depth in
      let place = eye + direction * depth
      return Hit(
        kind: item.kind, index: item.index, coordinate: frame.coordinate(at: place.xy),
        elevation: place.z, depth: depth)
    }
  }
}
