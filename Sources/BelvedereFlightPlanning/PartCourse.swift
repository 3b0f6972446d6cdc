import BelvedereGeodesy

/// A way of cameras by parts of it, whatever the time it takes.
protocol PartCourse {
  /// How many looks between two joints show what the course does there.
  static var looks: Int { get }
  /// The parts within (0, 1), ascending, between which three derivatives are smooth and change gently.
  var joints: [Double] { get }
  /// Three derivatives of the channels by the part.
  func rates(at part: Double) -> MotionRates
  /// The camera with them.
  func state(at part: Double) -> PathState
}

/// Three derivatives of the channels by the part of a course, and where they hold.
struct PartChange {
  var coordinate: Coordinate
  /// Metres.
  var distance: Double
  /// Degrees.
  var pitch: Double
  var first = Channels()
  var second = Channels()
  var third = Channels()
}
