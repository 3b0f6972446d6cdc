import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

extension CameraPath {
  /// The cameras between two others in the manner of MapKit's "go to" recipe ("Putting Map Kit in
  /// Perspective", WWDC 2013): plain nearby, a hop within a region, up and across beyond.
  ///
  /// - Parameters:
  ///   - start, end: the ends; limits are applied to them first.
  ///   - style: `nil` for the one that suits the geodesic distance between the centres.
  ///   - fieldOfView: degrees, vertical, within [0.1, 179].
  ///   - limits: what every keyframe keeps, and the pitch all the way: where it would be too steep in between it
  ///     falls earlier, or rises later. The pitch limit keeps centre, heading and distance.
  /// - Returns: the style used and the path, at rest at every keyframe; `clamped` names what the limits changed at the ends.
  /// - Throws: ``DomainError`` where an end is outside its domain.
  ///
  /// The hop's middle camera stands over the middle of the two map points at four times the end's
  /// altitude and looks at the destination. The long way has two overhead cameras, north up, at an
  /// altitude equal to the distance; where that is short, no nearer than the ends' distances.
  public static func recipe(
    from start: MapCamera, to end: MapCamera, style: TransitionStyle? = nil,
    fieldOfView: Double = 30, limits: CameraLimits = CameraLimits()
  ) throws(DomainError) -> (style: TransitionStyle, path: CameraPath, clamped: [String]) {
    try check(fieldOfView: fieldOfView)
    try start.validate()
    try end.validate()
    let (clampedStart, clampedEnd) = (limits.clamp(start), limits.clamp(end))
    let (from, to) = (clampedStart.camera, clampedEnd.camera)
    let distance = try Geodesic.wgs84.inverse(
      from: from.centerCoordinate, to: to.centerCoordinate
    ).distance
    let style = style ?? TransitionStyle(forDistance: distance)
    var middle: [MapCamera] = []
    switch style {
    case .plain: break
    case .hop:
      let p = MapPoint(from.centerCoordinate)
      let q = MapPoint(to.centerCoordinate)
      let between = MapPoint(x: p.x + q.shortDeltaX(from: p) / 2, y: (p.y + q.y) / 2)
      middle = [
        try MapCamera(
          lookingAtCenter: to.centerCoordinate, fromEyeCoordinate: between.coordinate,
          eyeAltitude: 4 * max(to.altitude, to.distance * 1e-3))
      ]
    case .long:
      middle = [from, to].map {
        // Nearer together than the style is meant for, it would dive towards the ground.
        let overhead = distance > TransitionStyle.hopLimit ? distance : max(distance, $0.distance)
        return MapCamera(
          lookingAtCenter: $0.centerCoordinate, fromDistance: overhead, pitch: 0, heading: 0)
      }
    }
    return (
      style,
      CameraPath(
        restingAt: [from] + middle.map { limits.clamp($0).camera } + [to], fieldOfView: fieldOfView,
        limits),
      clampedStart.clamped + clampedEnd.clamped.filter { !clampedStart.clamped.contains($0) }
    )
  }
}

extension CameraPath {
  /// A path that rests at every camera, each segment as long as its change asks for.
  ///
  /// Between two of them the centre runs straight on the map the short way round the world, the
  /// distance changes by equal factors in equal parts, pitch and heading evenly; time is eased by the
  /// quintic 6t⁵ − 15t⁴ + 10t³, at rest with no acceleration at both ends (Perlin 2002).
  fileprivate init(restingAt cameras: [MapCamera], fieldOfView: Double, _ limits: CameraLimits) {
    let lens = lens(ofFieldOfView: fieldOfView)
    var frames: [CameraKeyframe] = []
    var legs: [PathLeg] = []
    var time = 0.0
    for camera in cameras {
      if let last = frames.last?.camera {
        let change = last.change(to: camera)
        let duration = Self.recipeDuration(of: change, from: last, to: camera)
        // What does not change takes no time.
        guard duration > 0 else { continue }
        let piece = SplinePiece(
          origin: last, lens: lens, duration: duration, change: change, start: .rest, end: .rest)
        for piece in piece.keeping(limits) {
          legs.append(PathLeg(curve: .piece(piece), start: time, duration: piece.duration))
          time += piece.duration
        }
      }
      frames.append(CameraKeyframe(time: time, camera: camera))
    }
    self.init(keyframes: frames, legs: legs, duration: time, restingLens: lens)
  }

  /// Seconds for a change: each factor e of distance, each screen's width of way and each radian of
  /// turning takes about as long as the others, and together they add up as lengths do.
  private static func recipeDuration(
    of change: Channels, from a: MapCamera, to b: MapCamera
  ) -> Double {
    let latitude = (a.centerCoordinate.latitude + b.centerCoordinate.latitude) / 2
    let way =
      Vector2(change[Channel.east], change[Channel.south]).length
      * MapPoint.metersPerMapPoint(at: latitude)
    // The width seen at the greater of both distances with the usual field of view of 30°.
    let screens = way / (max(a.distance, b.distance) * 0.536)
    let (zoom, pitch) = (change[Channel.zoom], change[Channel.pitch] * .pi / 180)
    let turn = change[Channel.heading] * .pi / 180
    let size = (zoom * zoom + screens * screens + pitch * pitch + turn * turn * 0.25).squareRoot()
    return size == 0 ? 0 : 0.8 + 0.9 * size
  }
}

extension SplinePiece {
  /// The least part of the duration in which the pitch changes.
  private static let shortest = 0.02
  /// Places of a piece that are looked at.
  private static let looks = 400

  /// This piece from rest to rest, or two pieces in which the pitch changes in a part of the time only, so that it
  /// stays below what limits allow: at the beginning where it falls, at the end where it rises. All else moves as before.
  ///
  /// The farther away a camera is, the less pitch is allowed, so that on the way out the pitch is at all times allowed
  /// that the end has, and on the way in that of the start.
  fileprivate func keeping(_ limits: CameraLimits) -> [SplinePiece] {
    guard !keeps(limits, in: [self]) else { return [self] }
    var (low, high) = (Self.shortest, 1.0)
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if keeps(limits, in: tilting(within: middle)) { low = middle } else { high = middle }
    }
    // A little less, as places in between are not looked at.
    return tilting(within: max(0.98 * low, Self.shortest))
  }

  private func keeps(_ limits: CameraLimits, in pieces: [SplinePiece]) -> Bool {
    pieces.allSatisfy { piece in
      (0...Self.looks).allSatisfy { i in
        let camera = piece.camera(at: piece.duration * Double(i) / Double(Self.looks))
        // The rounding of distances.
        return camera.pitch <= limits.maximumPitch(atDistance: camera.distance) + 1e-6
      }
    }
  }

  /// The same with the pitch changing in a part of the time.
  private func tilting(within part: Double) -> [SplinePiece] {
    let whole = change(at: duration)
    let falls = whole[Channel.pitch] < 0
    let time = duration * (falls ? part : 1 - part)
    var (first, joint) = (change(at: time), tangent(at: time))
    first[Channel.pitch] = falls ? whole[Channel.pitch] : 0
    joint.velocity[Channel.pitch] = 0
    joint.acceleration[Channel.pitch] = 0
    var rest = whole - first
    if falls { rest[Channel.pitch] = 0 }
    return [
      SplinePiece(
        origin: origin, lens: lens, duration: time, change: first, start: .rest, end: joint),
      SplinePiece(
        origin: origin.moved(by: first), lens: lens + first[Channel.lens],
        duration: duration - time, change: rest, start: joint, end: .rest),
    ]
  }
}

extension MapCamera {
  /// The camera that the recipe ends with: at a coordinate, from 500 m above the ground, tilted by
  /// 55° and looking north.
  public static func arriving(at coordinate: Coordinate) throws(DomainError) -> MapCamera {
    try MapCamera(lookingAtCenter: coordinate, fromAltitude: 500, pitch: 55, heading: 0)
  }
}
