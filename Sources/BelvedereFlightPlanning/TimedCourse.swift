import BelvedereCameraModel

/// A course by a law of time. A course is some kilobytes: legs that are handed about share it.
final class TimedCourse: Sendable, Hashable, Codable {
  let course: ZoomPanCourse
  let law: RampLaw

  init(_ course: ZoomPanCourse, _ law: RampLaw) {
    self.course = course
    self.law = law
  }

  static func == (a: TimedCourse, b: TimedCourse) -> Bool {
    a === b || (a.course == b.course && a.law == b.law)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(course)
    hasher.combine(law)
  }

  func camera(at time: Double) -> MapCamera { course.camera(at: law.progress(at: time).part) }

  func state(at time: Double) -> PathState { course.state(at: time, by: law) }

  func box(over time: Interval) -> CameraBox {
    course.box(over: Interval(law.progress(at: time.low).part, law.progress(at: time.high).part))
  }

  /// Seconds at which the third derivative jumps.
  var joints: [Double] { law.joints + course.joints.map { law.time(at: $0) } }
}
