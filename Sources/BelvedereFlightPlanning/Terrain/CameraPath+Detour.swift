import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a path gets to see a target.
public enum SightMeans: String, Sendable, Hashable, CaseIterable, Codable {
  /// The eye rises over what is in the way.
  case raising
  /// Eye and centre step aside, looking the same way.
  case sideStepping
  /// The eye turns around the centre, which stays.
  case orbiting
}

extension CameraPath {
  /// The path led around what hides a target, until it is seen for a share of the time.
  ///
  /// Over each stretch of time in which the target is hidden the smallest detour is looked for from which most
  /// of the stretch sees it, to the right and to the left; the path goes there and back with continuous
  /// acceleration, and takes longer where the limits of motion ask for it. What the new path sees is
  /// then proved as ``visibility(of:over:precision:)`` proves it. The ends stay.
  ///
  /// - Parameters:
  ///   - target: what is to be seen.
  ///   - share: the part of the duration, within [0, 1].
  ///   - ground: the ground, with obstacles if there are some.
  ///   - means: raising is ``seeing(_:for:over:maximumLift:limits:motion:)``. Detours are at most 120° or
  ///     three times the camera's distance.
  ///   - clearance: metres that the eye keeps above what is right below it, proved, by raising it on its way
  ///     where need be; `nil` for whatever there is.
  ///   - limits: a boundary, the zoom range and the pitch limit, which the detour keeps.
  ///   - motion: limits of motion.
  /// - Throws: ``FlightError``: `hidden` with the greatest share that was reached, `blocked` where no
  ///   detour that sees the target keeps the clearance, `domain` that names a field.
  public func seeing(
    _ target: SightTarget, for share: Double, over ground: any FlightGround, by means: SightMeans,
    clearance: Double? = nil, limits: CameraLimits = CameraLimits(),
    motion: MotionLimits = .standard
  ) throws(FlightError) -> SightedPath {
    guard means != .raising else {
      return try seeing(target, for: share, over: ground, limits: limits, motion: motion)
    }
    guard share >= 0, share <= 1 else {
      throw .domain(DomainError(field: "share", value: share, allowed: "between 0 and 1"))
    }
    let seen = try asFlightError { () throws(DomainError) in
      try motion.validate()
      return try visibility(of: target, over: ground)
    }
    let asIs = SightedPath(path: self, visibility: seen, lift: 0, slowing: 1)
    if seen.share >= share { return asIs }
    var best: SightedPath?
    var greatest = seen.share
    var refused: FlightError?
    guard !legs.isEmpty else { throw .hidden(share: seen.share, wanted: share) }
    for side in [1.0, -1] {
      let search = DetourSearch(
        path: self, lines: SightLines(ground, target), ground: ground, means: means, side: side)
      for demand in search.demands(seen) {
        guard
          let found = try sighted(
            by: demand, search, target, over: ground, clearance, limits, motion, &refused)
        else { continue }
        greatest = max(greatest, found.visibility.share)
        guard found.visibility.share >= share else { continue }
        let size = abs(found.step) + abs(found.turn)
        if best.map({ size < abs($0.step) + abs($0.turn) }) ?? true { best = found }
        // Further ones of this side go farther.
        break
      }
    }
    if let best { return best }
    if let refused { throw refused }
    throw .hidden(share: greatest, wanted: share)
  }

  /// The path with a detour; `nil` where it leaves the map, a boundary, or cannot keep the clearance.
  private func sighted(
    by demand: LiftDemand, _ search: DetourSearch, _ target: SightTarget,
    over ground: any FlightGround, _ clearance: Double?, _ limits: CameraLimits,
    _ motion: MotionLimits, _ refused: inout FlightError?
  ) throws(FlightError) -> SightedPath? {
    let viewport = motion.limitsFlow ? motion.viewport : nil
    let own = motion.stretch(peaks(in: viewport)).factor
    var chosen: (path: CameraPath, most: Double, slowing: Double)?
    for span in [liftSpan, 2 * liftSpan, 4 * liftSpan] {
      let size = Lift(demand, span: span, liftsEnds: false)
      let path = led(by: size, along: search.direction)
      guard path.centersStay(in: limits.boundary) else { continue }
      let slowing = max(motion.stretch(path.peaks(in: viewport)).factor / max(own, 1), 1)
      if slowing < chosen?.slowing ?? .infinity { chosen = (path, size.most, slowing) }
      if slowing < 1.02 { break }
    }
    guard let chosen else { return nil }
    var (path, slowing) = (chosen.path, chosen.slowing)
    var lift = 0.0
    if let clearance {
      do throws(FlightError) {
        let cleared = try path.cleared(by: clearance, over: ground, limits: limits, motion: motion)
        // Slowed once for both.
        (path, lift) = (cleared.path.slowed(by: 1 / cleared.slowing), cleared.lift)
        slowing = max(
          motion.stretch(path.peaks(in: viewport)).factor / max(own, 1), cleared.slowing, slowing)
      } catch {
        guard case .blocked = error else { throw error }
        refused = error
        return nil
      }
    }
    if slowing > 1 { path = path.slowed(by: slowing) }
    let seen = path
    let visibility = try asFlightError { () throws(DomainError) in
      try seen.visibility(of: target, over: ground)
    }
    var result = SightedPath(path: path, visibility: visibility, lift: lift, slowing: slowing)
    if search.means == .orbiting {
      result.turn = chosen.most * search.side
    } else {
      result.step = chosen.most * search.side
    }
    return result
  }

  /// Whether all centres lie within a boundary and on the map, by bounds.
  private func centersStay(in boundary: CameraBoundary?) -> Bool {
    for leg in legs {
      guard case .detour? = leg.changes.last else { continue }
      var open = [(leg.start, leg.start + leg.duration, 0)]
      while let (begin, end, depth) = open.popLast() {
        let box = leg.box(from: begin, to: end)
        let isOnMap = box.y.low > 0 && box.y.high < MapPoint.worldWidth
        let corners = [(box.x.low, box.y.low), (box.x.high, box.y.high)].map {
          MapPoint(x: $0.0, y: $0.1).coordinate
        }
        if isOnMap, boundary.map({ area in corners.allSatisfy { area.contains($0) } }) ?? true {
          continue
        }
        guard depth < 12 else { return false }
        let middle = begin + (end - begin) / 2
        open += [(begin, middle, depth + 1), (middle, end, depth + 1)]
      }
    }
    return true
  }
}

/// Looks for detours from which a target is seen.
struct DetourSearch {
  let path: CameraPath
  let lines: SightLines
  let ground: any FlightGround
  let means: SightMeans
  /// 1 to the right or clockwise, −1 the other way.
  let side: Double
  /// Changes of the channels for a metre or a degree.
  let direction: Channels
  private let sizes: [Double]

  init(
    path: CameraPath, lines: SightLines, ground: any FlightGround, means: SightMeans, side: Double
  ) {
    (self.path, self.lines, self.ground) = (path, lines, ground)
    (self.means, self.side) = (means, side)
    var direction = Channels()
    let middle = path.camera(at: path.duration / 2)
    if means == .orbiting {
      direction[Channel.heading] = side
      sizes = [2, 4, 7, 11, 16, 22, 30, 40, 52, 66, 82, 100, 120]
    } else {
      let metres = MapPoint.metersPerMapPoint(at: middle.centerCoordinate.latitude)
      let heading = middle.heading * .pi / 180
      direction[Channel.east] = side * cos(heading) / metres
      direction[Channel.south] = side * sin(heading) / metres
      sizes = [0.04, 0.08, 0.13, 0.2, 0.3, 0.45, 0.65, 0.9, 1.2, 1.6, 2.2, 3].map {
        $0 * middle.distance
      }
    }
    self.direction = direction
  }

  /// Detours for the stretches in which the target is hidden: from those that serve the stretches that need
  /// least, to those that serve all.
  func demands(_ seen: PathVisibility) -> [LiftDemand] {
    let edge = min(0.02 * path.duration, 0.5)
    var demand = LiftDemand(duration: path.duration)
    var last = 0.0
    for interval in seen.intervals + [.init(begin: path.duration, end: path.duration)] {
      let (begin, end) = (max(last, edge), min(interval.begin, path.duration - edge))
      last = interval.end
      guard end - begin > 1e-3 * path.duration else { continue }
      demand.stretches.append(
        LiftDemand.Stretch(begin: begin, end: end, metres: size(from: begin, to: end)))
    }
    let needed = demand.stretches.map(\.metres).filter { $0 > 0 }.sorted()
    var caps: [Double] = []
    for part in [0.3, 0.6, 1] where !needed.isEmpty {
      let cap = needed[Int(clamping: Double(needed.count - 1) * part, in: 0...(needed.count - 1))]
      if caps.last != cap { caps.append(cap) }
    }
    return caps.map { cap in
      var part = demand
      for i in part.stretches.indices where part.stretches[i].metres > cap {
        part.stretches[i].metres = 0
      }
      return part
    }
  }

  /// The smallest detour from which nearly as much of a stretch is seen as from any; 0 where none helps.
  private func size(from begin: Double, to end: Double) -> Double {
    let count = 16
    let cameras = (0..<count).map {
      path.camera(at: begin + (end - begin) * (Double($0) + 0.5) / Double(count))
    }
    var best = (size: 0.0, seen: 0)
    for size in sizes {
      let seen = cameras.count { isSeen($0.moved(by: direction * size)) }
      if seen > best.seen + count / 16 { best = (size, seen) }
      if seen == count { break }
    }
    return best.size
  }

  private func isSeen(_ camera: MapCamera) -> Bool {
    let eye = camera.eye(above: ground.elevation(at: MapPoint(camera.centerCoordinate)))
    return lines.answer(
      from: SightLines.Eyes(
        x: Interval(eye.below.x), y: Interval(eye.below.y), z: Interval(eye.elevation))) == .seen
  }
}
