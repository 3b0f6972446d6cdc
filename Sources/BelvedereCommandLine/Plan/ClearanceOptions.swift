import ArgumentParser
import Belvedere
import BelvedereJSON

/// How far above the ground a flight keeps.
struct ClearanceOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Metres that every eye keeps above what is right below it; the flight is raised for it.",
      valueName: "m"),
    transform: { try RangedNumber.parse($0, "a number of metres", -1e6...1e6) })
  var clearance: Double?

  @Flag(name: .long, help: "Let the first and the last camera be raised, too.")
  var liftEnds = false

  /// - Parameter isRaised: whether something else raises the flight, too.
  func check(isRaised: Bool = false) throws {
    if liftEnds, clearance == nil, !isRaised {
      throw ValidationError(
        "--lift-ends goes with --clearance, or with --seen of 'plan' by raising")
    }
  }

  /// A path that keeps the clearance over a ground; the path itself where none is asked for.
  ///
  /// - Parameters:
  ///   - leavesVoids: whether what the ground's data lack may be filled on request.
  ///   - lower: the same flight, planned to stay lower; `nil` where it cannot be planned again.
  /// - Returns: the path, by how many metres it was raised at most, and what is to be said of it.
  func raised(
    _ path: CameraPath, over ground: any FlightGround, limits: CameraLimits, motion: MotionLimits,
    leavesVoids: Bool = false, lower: LowerFlight? = nil
  ) throws -> (path: CameraPath, lift: Double, notes: [String]) {
    guard let clearance else { return (path, 0, []) }
    func raise(
      _ path: CameraPath, _ limits: CameraLimits
    ) throws(FlightError) -> ClearedPath {
      try path.cleared(
        by: clearance, over: ground, liftsEnds: liftEnds, limits: limits, motion: motion)
    }
    let cleared: ClearedPath
    do throws(FlightError) {
      do throws(FlightError) {
        cleared = try raise(path, limits)
      } catch {
        guard case .blocked(let place) = error, place.reason == .zoomRange, let lower else {
          throw error
        }
        cleared = try lower.raised(within: limits, by: raise, blockedAt: place)
      }
    } catch {
      guard case .blocked(var place) = error else { throw error }
      if place.reason == .zoomRange, let lower {
        place.distance = lower.serving(after: place, within: limits, by: raise)
      }
      let isKnown = ground.knownElevation(at: MapPoint(place.coordinate)) != nil
      guard let remedy = Self.remedy(place, isKnown: isKnown, leavesVoids: leavesVoids) else {
        throw error
      }
      let isTried = place.reason != .zoomRange || lower != nil
      throw CommandFailure(
        .failure,
        "\(place); \(remedy)"
          + (isTried ? "" : ", or somewhat more where the flight then rises higher"))
    }
    var notes: [String] = []
    if cleared.lift > 0 { notes.append("raised by \(PlanSummary.short(cleared.lift)) m at most") }
    if cleared.slowing > 1.01 {
      notes.append("takes \(PlanSummary.short(cleared.slowing)) times as long for it")
    }
    return (cleared.path, cleared.lift, notes)
  }

  /// What helps where a flight cannot keep its clearance.
  private static func remedy(
    _ place: FlightObstruction, isKnown: Bool, leavesVoids: Bool
  ) -> String? {
    switch place.reason {
    case .start, .end: "--lift-ends raises the first and the last camera, too"
    case .zoomRange: place.distance.map { "--max-distance \(JSONNumber.short($0)) allows it" }
    case .pitchLimit: "--no-pitch-limit allows any pitch"
    case .unproved where !isKnown:
      "no elevation is known there: keep to where data are"
        + (leavesVoids ? ", or fill voids among them with --fill-voids" : "")
    case .unproved:
      "ask for less, or plan over a grid along parallels: dem convert --geographic"
    }
  }
}

/// The ground of a scene with its buildings and models.
enum FlightSurface {
  /// Ground with all that stands on it in a scene.
  static func ground(
    _ ground: any FlightGround, with scene: Scene, limits: Limits, margin: Double
  ) throws -> any FlightGround {
    let whole = try scene.withStreamedBuildings(atMost: limits.maximumMemory / 2)
    return try self.ground(ground, with: whole.buildings.array, whole.models, margin: margin)
  }

  private static func ground(
    _ ground: any FlightGround, with buildings: [Building], _ models: [PlacedModel], margin: Double
  ) throws -> any FlightGround {
    guard !buildings.isEmpty || !models.isEmpty else { return ground }
    var obstacles = buildings.compactMap { building -> FlightObstacle? in
      guard let ring = building.footprint.rings.first, ring.count >= 3 else { return nil }
      // On the highest ground below it.
      let feet = ring.map { ground.elevation(at: MapPoint($0)) }.max() ?? 0
      return FlightObstacle(footprint: ring, top: feet + building.height)
    }
    // A model is no smaller than the convex prism around it.
    obstacles += models.compactMap { model in
      let outline = model.outline
      guard outline.count >= 3 else { return nil }
      let foot = model.isAboveSea ? 0 : ground.elevation(at: MapPoint(model.coordinate))
      return FlightObstacle(
        footprint: outline, top: foot + model.heights(exaggeration: 1).high)
    }
    return try ObstructedGround(ground, obstacles: obstacles, margin: margin)
  }
}
