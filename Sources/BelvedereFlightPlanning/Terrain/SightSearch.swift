import BelvedereCameraModel

/// Looks for the change of a path by which a target is seen for a share of the time and which costs the least time.
///
/// By how much a path must be slowed, and the share for which the target is seen, depend on the course of the
/// change's size alone. Courses of bounded steepness that hide the target least come from dynamic programming over
/// a ``SightTable``; splines round their corners; the limits of motion tell what each costs.
struct SightSearch {
  /// A course of the size, as far as looks tell.
  struct Candidate {
    var size: Lift
    /// With lingering as long as it may.
    var share: Double
    /// By how much longer the path takes, with lingering where the target is seen.
    var slowing: Double
  }

  /// A course whatever the share.
  private struct Course {
    var size: Lift
    /// Without lingering.
    var share: Double
    /// By how much longer the path takes, without lingering; `nil` where nobody asked.
    var slowing: Double?
  }

  /// The least part of its speed that a path has where it lingers.
  static let leastSpeed = 0.05

  /// The share of the time that lingering makes of one at most.
  static func mostShare(of share: Double) -> Double {
    share / (share + leastSpeed * (1 - share))
  }

  private let table: SightTable
  private let motion: MotionLimits
  private let duration: Double
  private let states: [PathState]
  /// The limits of motion, or where the path itself exceeds them, what it has.
  private let allowed: MotionLimits
  /// All courses, once they were asked for.
  private var courses: [Course]?

  /// Parts of the duration in which the greatest size may be reached.
  private static let ramps = [0.45, 0.33, 0.24, 0.17, 0.12, 0.08, 0.05, 0.03]
  /// What a whole flight at the greatest size counts, with 1 for a target that is never seen.
  private static let prices = [0.3, 0.05, 0.005]
  /// Stretches of the table for each span of a spline.
  private static let spans = [16, 8, 4, 2]
  /// Sizes in a course.
  private static let levels = 96

  init(_ path: CameraPath, _ table: SightTable, within motion: MotionLimits) {
    self.table = table
    self.motion = motion
    duration = path.duration
    let count = 2 * table.stretches
    // Between the moments, so that no knot of a spline is met.
    states = (0..<count).map { i in
      let time = path.duration * (Double(i) + 0.5) / Double(count)
      return path.leg(at: time)?.state(at: time) ?? path.state(atEnd: false)
    }
    var peaks = MotionMeasures()
    for state in states {
      peaks.formMaximum(MotionMeasures(state, flowIn: motion.limitsFlow ? motion.viewport : nil))
    }
    allowed = motion.allowing(peaks)
  }

  var change: SightChange { table.change }

  /// Courses that reach a share, the quickest first; then some that come near it.
  mutating func candidates(for share: Double) -> [Candidate] {
    let courses = courses ?? allCourses()
    self.courses = courses
    var all: [Candidate] = []
    var most = 0.0
    for (i, course) in courses.enumerated() {
      let reached = Self.mostShare(of: course.share)
      guard reached >= share || course.share > most else { continue }
      most = max(most, course.share)
      let slowing = course.slowing ?? slowing(course.size)
      self.courses?[i].slowing = slowing
      let lingering = course.share < share && share < 1 ? (1 - course.share) / (1 - share) : 1
      all.append(Candidate(size: course.size, share: reached, slowing: slowing * lingering))
    }
    let (enough, near) = (
      all.filter { $0.share >= share }.sorted { cost($0) < cost($1) },
      all.filter { $0.share < share }.sorted { $0.share > $1.share }
    )
    return enough + near.prefix(3)
  }

  private func allCourses() -> [Course] {
    guard table.most > 0 else { return [] }
    var all: [Course] = []
    // Splines cut corners.
    var cap = min(1.4 * table.most, change.sizes[change.sizes.count - 1])
    repeat {
      let seen = seen(upTo: cap)
      for ramp in Self.ramps {
        for price in Self.prices {
          let course = course(seen, upTo: cap, ramp: ramp, price: price)
          guard course.contains(where: { $0 > 0 }) else { continue }
          for span in Self.spans {
            let size = spline(course, span: span)
            guard size.most > 0 else { continue }
            let sizes = (0...table.stretches).map {
              size.value(after: duration * Double($0) / Double(table.stretches))
            }
            all.append(Course(size: size, share: table.share(sizes)))
          }
        }
      }
      cap /= 3
    } while cap > 0.5 * table.least
    return all
  }

  /// The slowing, and a little for the size.
  private func cost(_ candidate: Candidate) -> Double {
    candidate.slowing * (1 + 0.02 * candidate.size.most / table.most)
  }

  /// By how much longer the path takes, from looks between the moments.
  private func slowing(_ size: Lift) -> Double {
    let viewport = motion.limitsFlow ? motion.viewport : nil
    var peaks = MotionMeasures()
    for (i, state) in states.enumerated() {
      var state = state
      change.add(size, to: &state, at: duration * (Double(i) + 0.5) / Double(states.count))
      peaks.formMaximum(MotionMeasures(state, flowIn: viewport))
    }
    return max(allowed.stretch(peaks).factor, 1)
  }

  /// Whether the target is seen, by moment and level.
  private func seen(upTo cap: Double) -> [[Bool]] {
    (0...table.stretches).map { moment in
      (0...Self.levels).map { table.isSeen(moment, cap * Double($0) / Double(Self.levels)) }
    }
  }

  /// Sizes by moment, from 0 to 0, that grow and fall no faster than from 0 to the greatest within a part of the
  /// duration, for which the target is seen longest, and which are small.
  private func course(
    _ seen: [[Bool]], upTo cap: Double, ramp: Double, price: Double
  ) -> [Double] {
    let (n, levels) = (table.stretches, Self.levels)
    let reach = Int(clamping: Double(levels) / (ramp * Double(n)), in: 1...levels)
    // The least cost up to a moment by the size there, and the size before it.
    var costs = [Double](repeating: .infinity, count: levels + 1)
    costs[0] = 0
    var before: [[Int]] = []
    for moment in 1...n {
      var next = [Double](repeating: .infinity, count: levels + 1)
      var origin = [Int](repeating: 0, count: levels + 1)
      for level in 0...levels where moment < n || level == 0 {
        for last in max(level - reach, 0)...min(level + reach, levels)
        where costs[last] < next[level] {
          next[level] = costs[last]
          origin[level] = last
        }
        next[level] += (seen[moment][level] ? 0 : 1) + price * Double(level) / Double(levels)
      }
      costs = next
      before.append(origin)
    }
    var course = [Double](repeating: 0, count: n + 1)
    var level = 0
    for moment in stride(from: n, through: 1, by: -1) {
      course[moment] = cap * Double(level) / Double(levels)
      level = before[moment - 1][level]
    }
    return course
  }

  /// A spline near a course, with even spans of so many stretches, at rest at its ends.
  private func spline(_ course: [Double], span: Int) -> Lift {
    let count = max(table.stretches / span, 6)
    let times = (0...count).map { $0 == count ? duration : duration * Double($0) / Double(count) }
    let weights = (0..<count + 3).map { i -> Double in
      guard i > 2, i < count else { return 0 }
      let place = (Double(i) - 1) / Double(count) * Double(table.stretches)
      let k = Int(clamping: place, in: 0...(table.stretches - 1))
      return course[k] + (course[k + 1] - course[k]) * (place - Double(k))
    }
    return Lift(times: times, weights: weights)
  }
}
