import BelvedereGeoMath
import BelvedereGeodesy

/// What is below the edges of a ramp, from place to place.
///
/// - Where there is room, a ramp lies on a bank: a slope of earth, ``batter`` metres out for each metre down, as far as
///   it meets the ground. There is no room where that is farther than ``farthest``, on a steep hillside, and where a
///   building, a shore, a road on the ground, or a raised one that the slope would cover, is nearer than the slope's
///   foot; nor on the inner side of a bend that is too narrow for it.
/// - Without room it has a wall of stone, up to a height of ``highestWall``.
/// - Where it is higher than that and has no room to either side, it is a viaduct: a deck on pillars. So is what would
///   be left of an embankment shorter than ``leastFill`` between two decks.
/// - A bank of less than ``leastBank`` beside a wall is a wall, too. Below ``leastChecked`` nothing is in the way.
/// - Where it comes down to the ground, a ramp leans as that does.
/// - Ways for walkers are decks where they are higher than ``leastPathDeck``.
struct EmbankmentSides {
  /// Of each bar, to the left and to the right.
  private(set) var left: [Embankment.Side] = []
  private(set) var right: [Embankment.Side] = []
  /// Of each stop; they lie some way below the ground, so that no gap is left where it is uneven.
  private(set) var toes: (left: [Embankment.Toe], right: [Embankment.Toe]) = ([], [])
  /// Metres of the roadway above the ground below its edges.
  private(set) var rises: (left: [Double], right: [Double]) = ([], [])
  /// Metres by which the edges lie above the middle, near to where the ramp ends on the ground.
  private(set) var tilts: (left: [Double], right: [Double]) = ([], [])
  /// Metres above the datum of the ground below both edges.
  private(set) var lowest: [Double] = []

  /// Metres out for each metre down: what mown earth keeps.
  static let batter = 1.5
  /// Metres from a ramp's edge to the foot of its bank, at most.
  static let farthest = 16.0
  /// Metres of a wall from the ground to the roadway, at most.
  static let highestWall = 8.0
  /// Metres above the ground up to which what is beside a ramp does not matter.
  static let leastChecked = 0.5
  /// Metres along a ramp of a bank beside a wall, and of an embankment between decks, at least.
  static let leastBank = 18.0
  static let leastFill = 24.0
  /// Metres above the ground from which on a way for walkers is a deck.
  static let leastPathDeck = 2.5
  /// Metres beyond a bank's foot that are free.
  private static let margin = 0.5
  /// Metres below the ground where a bank ends, and metres out from its foot to there, at most.
  private static let footing = 1.0
  private static let buried = 6.0
  /// Metres above the ground below which a ramp leans with it.
  private static let leaning = 1.5

  /// A bank's foot on the ground, metres from the edge; `nil` where there is none within reach.
  private var reaches: (left: [Double?], right: [Double?]) = ([], [])

  init(
    _ course: RampCourse, _ surroundings: inout RampSurroundings,
    elevation: (Coordinate) -> Double
  ) {
    for k in course.stops.indices {
      let sides = [-1.0, 1].map { side in
        Self.foot(
          course, k, side,
          lean: course.isJunction[k] ? 0 : max(1 - course.stops[k].lift / Self.leaning, 0),
          elevation)
      }
      tilts.left.append(sides[0].tilt)
      tilts.right.append(sides[1].tilt)
      rises.left.append(sides[0].rise)
      rises.right.append(sides[1].rise)
      reaches.left.append(sides[0].reach)
      reaches.right.append(sides[1].reach)
      toes.left.append(sides[0].toe)
      toes.right.append(sides[1].toe)
      lowest.append(
        sides.reduce(course.stops[k].ground) {
          min($0, course.stops[k].height + $1.tilt - $1.rise)
        })
    }
    for k in course.stops.indices.dropLast() {
      let (a, b) = (course.stops[k], course.stops[k + 1])
      let isPath = course.kind == .path && min(a.lift, b.lift) >= Self.leastPathDeck
      guard !course.isOpening[k], !isPath else {
        left.append(.deck)
        right.append(.deck)
        continue
      }
      let high = max(rises.left[k], rises.left[k + 1], rises.right[k], rises.right[k + 1])
      let beside =
        high < Self.leastChecked
        ? []
        : surroundings.edges(near: a.coordinate, b.coordinate).map {
          BankRoom.Obstacle(edge: $0, p: course.metres($0.a), q: course.metres($0.b))
        }
      let sides = [-1.0, 1].map { side(k, $0, course, beside, isFull: surroundings.isFull) }
      let isDeck = sides.contains(.deck)
      left.append(isDeck ? .deck : sides[0])
      right.append(isDeck ? .deck : sides[1])
    }
    tidy(course)
  }

  /// Where the bank from an edge would meet the ground.
  private static func foot(
    _ course: RampCourse, _ k: Int, _ side: Double, lean: Double,
    _ elevation: (Coordinate) -> Double
  ) -> (rise: Double, reach: Double?, toe: Embankment.Toe, tilt: Double) {
    let half = course.width / 2
    let edge = elevation(course.place(k, aside: side * half))
    let tilt = (edge - course.stops[k].ground) * lean
    let top = course.stops[k].height + tilt
    let rise = top - edge
    guard rise > 0 else {
      return (rise, 0, Embankment.Toe(reach: 0, elevation: top - footing), tilt)
    }
    // Metres by which the bank comes nearer to the ground with each metre, found by regula falsi.
    var approach = 1 / batter
    var reach = rise / approach
    for _ in 0..<3 {
      guard reach <= 2 * farthest else { break }
      let below = elevation(course.place(k, aside: side * (half + reach)))
      let next = 1 / batter + (below - edge) / max(reach, 0.01)
      guard next > 0.05 else { return (rise, nil, Embankment.Toe(reach: 0, elevation: edge), tilt) }
      approach = next
      let better = rise / approach
      if abs(better - reach) < 0.05 { break }
      reach = better
    }
    let far = reach + min(footing / approach, buried)
    return (
      rise, reach <= farthest ? reach : nil,
      Embankment.Toe(reach: far, elevation: top - far / batter), tilt
    )
  }

  /// What is below one edge of a bar, by itself.
  private func side(
    _ k: Int, _ side: Double, _ course: RampCourse, _ beside: [BankRoom.Obstacle],
    isFull: Bool
  ) -> Embankment.Side {
    let (rises, reaches) =
      side < 0 ? (self.rises.left, self.reaches.left) : (self.rises.right, self.reaches.right)
    let high = max(rises[k], rises[k + 1])
    if !isFull, let near = reaches[k], let far = reaches[k + 1] {
      if high < Self.leastChecked { return .bank }
      let room = BankRoom(
        course.stops[k], course.stops[k + 1], side: side, half: course.width / 2,
        feet: [(k, near), (k + 1, far)].map { stop, reach in
          course.metres(stop, aside: side * (course.width / 2 + reach + Self.margin))
        })
      if room.isEven, !beside.contains(where: { room.isBlocked(by: $0) }) { return .bank }
    }
    return high > Self.highestWall ? .deck : .wall
  }

  /// Joins what would be too short to be built.
  private mutating func tidy(_ course: RampCourse) {
    func length(_ part: Range<Int>) -> Double {
      course.stops[part.upperBound].way - course.stops[part.lowerBound].way
    }
    for part in Self.parts(left, { $0 != .deck })
    where part.lowerBound > 0 && part.upperBound < left.count && length(part) < Self.leastFill
      && (part.lowerBound...part.upperBound).allSatisfy({
        course.stops[$0].lift >= RampCourse.leastOpening
      })
    {
      for k in part { (left[k], right[k]) = (.deck, .deck) }
    }
    func walled(_ sides: [Embankment.Side], _ rises: [Double]) -> [Embankment.Side] {
      var sides = sides
      for part in Self.parts(sides, { $0 == .bank })
      where length(part) < Self.leastBank
        && (part.lowerBound > 0 && sides[part.lowerBound - 1] == .wall
          || part.upperBound < sides.count && sides[part.upperBound] == .wall)
        // At its end on the ground a ramp runs out in a bank.
        && rises[part.lowerBound] >= Self.leastChecked
        && rises[part.upperBound] >= Self.leastChecked
      {
        for k in part { sides[k] = .wall }
      }
      return sides
    }
    (left, right) = (walled(left, rises.left), walled(right, rises.right))
  }

  /// The stretches of bars that are of one sort.
  static func parts(
    _ sides: [Embankment.Side], _ isOne: (Embankment.Side) -> Bool
  ) -> [Range<Int>] {
    sides.indices.split { !isOne(sides[$0]) }.map { $0.startIndex..<$0.endIndex }
  }
}
