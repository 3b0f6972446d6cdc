import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A movement through waypoints: the pieces of its segments.
///
/// Where times are asked for the pieces have them, from rest to rest, and the others such as the limits of motion
/// ask for. Else the pieces are a curve alone, by about what limits of speed ask for, which a ``PacedMovement``
/// follows.
struct CameraSpline {
  /// A segment that has its time: one piece, or two where the pitch waits for the distance.
  struct TimedSegment {
    var pieces: [SplinePiece]
    var end: MapCamera
    var endLens: Double
  }

  private let segments: [SplineSegment]
  private let limits: CameraLimits
  private let motion: MotionLimits
  private var durations: [Double]
  /// Waypoints at which pitch and zoom rest, and at which the place is monotone, since else a limit
  /// would be broken.
  private var resting: Set<Int> = []
  private var monotonePlaces: Set<Int> = []
  /// Waypoints of a route at which the heading is monotone, since else it would turn round and round.
  private var monotoneHeadings: Set<Int> = []
  private var hasFreeEnds = false
  /// Degrees that the heading of a route may swing beyond those of its stations, at least.
  private static let leastSwing = 10.0
  let source: WaypointSource
  private(set) var pieces: [TimedSegment] = []

  init(
    segments: [SplineSegment], limits: CameraLimits, motion: MotionLimits, source: WaypointSource
  ) {
    self.segments = segments
    self.source = source
    self.limits = limits
    self.motion = motion
    durations = segments.map { $0.fixedDuration ?? $0.guess(motion) }
  }

  /// Whether no time was asked for.
  var isFree: Bool { segments.allSatisfy { $0.fixedDuration == nil } }

  /// Whether segments with times of their own may be the quicker way: few of them, or such as take less than a tenth
  /// of the time of one beside them, as between cameras that are nearly the same.
  var mayTakeOwnTimes: Bool {
    guard segments.count > 1 else { return false }
    // Along routes one speed is what pleases; but short ones may be over before it is reached.
    guard source != .route else { return segments.count <= 16 }
    // Of many segments their times are found in as many rounds.
    guard segments.count > 64 else { return true }
    guard segments.count <= 1000 else { return false }
    let times = segments.map { $0.leastDuration(motion) ?? 0 }
    return zip(times, times.dropFirst()).contains { min($0, $1) < 0.1 * max($0, $1) }
  }

  /// Makes the pieces as a curve alone.
  mutating func shape() {
    let measures = segments.map { $0.leastDuration(motion) ?? $0.guess(motion) }
    // What is next to nothing must not make the equations singular.
    let least = 1e-5 * (measures.max() ?? 1)
    hasFreeEnds = true
    durations = measures.map { min(max($0, least, 1e-6), 1e9) }
    build()
    // By the lengths of the curve itself, so that an even speed in the parameter is nearly one on the ground.
    var speeds = motion
    (speeds.acceleration, speeds.jerk) = (nil, nil)
    for _ in 0..<2 where segments.count > 1 {
      durations = zip(pieces, durations).map { segment, before in
        let length = segment.pieces.reduce(0) { $0 + Self.length(of: $1, speeds) }
        return length > 0 ? min(max(length, least, 1e-6), 1e9) : before
      }
      build()
    }
  }

  /// The seconds that limits of speed ask for along a piece.
  private static func length(of piece: SplinePiece, _ speeds: MotionLimits) -> Double {
    let count = 6
    let mean = (0..<count).reduce(0) { sum, k in
      let rates = piece.rates(at: piece.duration * (Double(k) + 0.5) / Double(count))
      return sum + speeds.stretch(MotionMeasures(rates)).factor
    }
    return mean / Double(count) * piece.duration
  }

  /// Finds the durations, and with them the pieces.
  ///
  /// - Parameter most: seconds that all segments together may take.
  /// - Returns: whether they do not seem to take more; if they do, what there is is of no use.
  @discardableResult
  mutating func fit(within most: Double = .infinity) throws(FlightError) -> Bool {
    let isFree = segments.map { $0.fixedDuration == nil }
    // Each free segment is stretched or shortened by what it and its neighbours need.
    if isFree.contains(true) {
      for round in 0..<8 {
        build()
        let needs = pieces.map { need($0, looks: 8).factor }
        var worst = 0.0
        for i in segments.indices where isFree[i] {
          guard needs[i] > 0 else { continue }
          worst = max(worst, abs(log(needs[i])))
          durations[i] = min(max(durations[i] * min(max(needs[i], 0.4), 4), 1e-6), 1e9)
        }
        if worst < 0.01 { break }
        // Later rounds change less.
        if durations.reduce(0, +) > most * (1 + 0.5 / (Double(round) + 0.5)) { return false }
      }
      if durations.reduce(0, +) > most * 1.05 { return false }
    }
    build()
    let needs = pieces.map { need($0, looks: 16, isClose: true) }
    let binding = needs.indices.max { needs[$0].factor < needs[$1].factor } ?? 0
    guard needs[binding].factor > 0, let quantity = needs[binding].quantity else { return true }
    if needs[binding].factor > 1.001 {
      try stretchFreeSegments(isFree, needs.map(\.factor), binding, quantity)
    }
    return durations.reduce(0, +) <= most
  }

  /// Where some durations are fixed the others grow until all is well, or the fixed ones are too short.
  private mutating func stretchFreeSegments(
    _ isFree: [Bool], _ needs: [Double], _ most: Int, _ quantity: MotionQuantity
  ) throws(FlightError) {
    var (needs, most, quantity) = (needs, most, quantity)
    for _ in 0..<24 where needs[most] > 1.001 {
      for i in segments.indices where isFree[i] && needs[i] > 1 { durations[i] *= needs[i] * 1.01 }
      build()
      let measured = pieces.map { need($0, looks: 16, isClose: true) }
      needs = measured.map(\.factor)
      most = needs.indices.max { needs[$0] < needs[$1] } ?? 0
      guard let binding = measured[most].quantity else { return }
      quantity = binding
      if !isFree[most], !isFree.indices.contains(where: { isFree[$0] && needs[$0] > 1.001 }) {
        break
      }
    }
    guard needs[most] > 1.001 else { return }
    throw .tooShort(
      requested: durations[most], least: durations[most] * needs[most], limit: quantity,
      waypoint: segments[most].index)
  }

  /// By what factor a segment would have to be longer to keep the limits of motion.
  ///
  /// - Parameter isClose: whether the peak of what asks for most is found within some thousandths.
  private func need(
    _ segment: TimedSegment, looks: Int, isClose: Bool = false
  ) -> (factor: Double, quantity: MotionQuantity?) {
    let viewport = motion.limitsFlow ? motion.viewport : nil
    var peaks = MotionMeasures()
    for piece in segment.pieces {
      func look(_ part: Double) -> MotionMeasures {
        piece.measures(at: piece.duration * part, flowIn: viewport)
      }
      let samples = (0...looks).map { look(Double($0) / Double(looks)) }
      peaks.formMaximum(MotionMeasures(greatestOf: samples))
      guard isClose, let quantity = motion.stretch(peaks).quantity else { continue }
      // Where the distance changes by a large factor the speed over it has a narrow peak: closer looks around.
      let top = samples.indices.max { samples[$0][quantity] < samples[$1][quantity] } ?? 0
      let (low, high) = (Double(max(top - 1, 0)), Double(min(top + 1, looks)))
      let closer = (0...looks).map { i in
        look((low + (high - low) * Double(i) / Double(looks)) / Double(looks))
      }
      peaks.formMaximum(MotionMeasures(greatestOf: closer))
    }
    return motion.stretch(peaks)
  }

  /// Makes the pieces for the durations there are; waypoints that break a limit are marked, and the pieces
  /// made again.
  private mutating func build() {
    var tangents = SplineTangents(durations: durations, changes: segments.map(\.change))
    (tangents.hasFreeStart, tangents.hasFreeEnd) = (hasFreeEnds, hasFreeEnds)
    tangents.source = source
    tangents.freeEndsInMotion()
    // A mark may ask for one beside it; what is marked once stays so, and few passes are needed.
    for _ in 0..<8 {
      tangents.resting = resting
      tangents.monotonePlaces = monotonePlaces
      tangents.monotoneHeadings = monotoneHeadings
      let at = tangents.tangents()
      var isWell = true
      pieces = segments.indices.map { i in
        let segment = segments[i]
        let piece = SplinePiece(
          origin: segment.start, lens: segment.startLens, duration: durations[i],
          change: segment.change, start: at[i], end: at[i + 1])
        if !keepsArea(piece, segment) {
          for knot in [i, i + 1] where monotonePlaces.insert(knot).inserted { isWell = false }
        }
        if source == .route, !keepsHeading(piece, segment) {
          for knot in [i, i + 1] where monotoneHeadings.insert(knot).inserted { isWell = false }
        }
        var parts = [piece]
        if !keepsPitch(piece) {
          for knot in [i, i + 1] where resting.insert(knot).inserted { isWell = false }
          parts = waiting(piece, segment)
        }
        return TimedSegment(pieces: parts, end: segment.end, endLens: segment.endLens)
      }
      if isWell { return }
    }
  }

  /// Whether the centre stays on the map and within the boundary.
  private func keepsArea(_ piece: SplinePiece, _ segment: SplineSegment) -> Bool {
    let (low, high) = piece.bounds
    let origin = MapPoint(piece.origin.centerCoordinate)
    // A movement along the edge that was looked at is held there.
    let slack =
      source.areLooks
      ? 0.01 * (abs(segment.change[Channel.east]) + abs(segment.change[Channel.south])) : 0
    guard origin.y + low[Channel.south] >= -slack,
      origin.y + high[Channel.south] <= MapPoint.worldWidth + slack
    else { return false }
    guard limits.boundary != nil else { return true }
    // Where the place is monotone it stays in the rectangle between two waypoints.
    let change = segment.change
    return [Channel.east, Channel.south].allSatisfy { channel in
      low[channel] >= min(change[channel], 0) && high[channel] <= max(change[channel], 0)
    }
  }

  /// Whether the heading of a piece stays about between those at its ends. Lengths of the curve are its times, and so
  /// what swings beyond would swing ever farther.
  private func keepsHeading(_ piece: SplinePiece, _ segment: SplineSegment) -> Bool {
    let (low, high) = piece.bounds
    let change = segment.change[Channel.heading]
    let beyond = max(Self.leastSwing, abs(change))
    return low[Channel.heading] >= min(change, 0) - beyond
      && high[Channel.heading] <= max(change, 0) + beyond
  }

  /// Whether a piece keeps the pitch limit, by bounds: pitch and distance are monotone, so that over
  /// an interval the greater of its ends bounds each.
  private func keepsPitch(_ piece: SplinePiece) -> Bool {
    if limits.isPitchEnabled, limits.pitchLimit == .none { return true }
    func values(_ time: Double) -> (pitch: Double, zoom: Double) {
      let change = piece.change(at: time)
      return (piece.origin.pitch + change[Channel.pitch], change[Channel.zoom])
    }
    func holds(
      _ a: Double, _ b: Double, _ atA: (pitch: Double, zoom: Double),
      _ atB: (pitch: Double, zoom: Double), _ depth: Int
    ) -> Bool {
      let distance = piece.origin.distance * exp(max(atA.zoom, atB.zoom))
      let limit = limits.maximumPitch(atDistance: distance) + 1e-6
      if max(atA.pitch, atB.pitch) <= limit { return true }
      // Over the limit at the end that is farther: no smaller interval helps.
      if (atA.zoom > atB.zoom ? atA : atB).pitch > limit { return false }
      guard depth < 24 else { return false }
      let middle = (a + b) / 2
      let atMiddle = values(middle)
      return holds(a, middle, atA, atMiddle, depth + 1)
        && holds(middle, b, atMiddle, atB, depth + 1)
    }
    return holds(0, piece.duration, values(0), values(piece.duration), 0)
  }

  /// The piece in two, with the pitch moving in one of them: in the first where the camera rises, in the
  /// second where it comes down.
  private func waiting(_ piece: SplinePiece, _ segment: SplineSegment) -> [SplinePiece] {
    let rises = segment.change[Channel.zoom] > 0
    let whole = piece.duration
    var best: [SplinePiece] = []
    var share = 0.9
    for _ in 0..<60 {
      let joint = whole * (rises ? share : 1 - share)
      best = split(piece, at: joint, segment)
      if best.allSatisfy(keepsPitch) { break }
      share *= 0.88
    }
    return best
  }

  /// Two pieces that follow one, all but the pitch, which moves from rest to rest in the part in which the
  /// camera is nearer.
  private func split(
    _ piece: SplinePiece, at joint: Double, _ segment: SplineSegment
  ) -> [SplinePiece] {
    let isFirst = segment.change[Channel.zoom] > 0
    func levelled(_ tangent: Tangent) -> Tangent {
      var tangent = tangent
      tangent.velocity[Channel.pitch] = 0
      tangent.acceleration[Channel.pitch] = 0
      return tangent
    }
    var first = piece.change(at: joint)
    first[Channel.pitch] = isFirst ? segment.change[Channel.pitch] : 0
    let middle = levelled(piece.tangent(at: joint))
    var camera = piece.origin.moved(by: first)
    if isFirst { camera.pitch = segment.end.pitch }
    return [
      SplinePiece(
        origin: piece.origin, lens: piece.lens, duration: joint, change: first,
        start: levelled(piece.tangent(at: 0)), end: middle),
      SplinePiece(
        origin: camera, lens: piece.lens + first[Channel.lens], duration: piece.duration - joint,
        change: segment.change - first, start: middle,
        end: levelled(piece.tangent(at: piece.duration))),
    ]
  }
}
