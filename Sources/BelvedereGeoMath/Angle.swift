/// A plane angle. Public interfaces elsewhere take degrees; radians live inside functions.
public struct Angle: Sendable, Hashable, Comparable {
  /// The angle in radians.
  public var radians: Double

  /// An angle of so many radians.
  @inlinable public static func radians(_ value: Double) -> Angle { Angle(radians: value) }

  /// An angle of so many degrees.
  @inlinable public static func degrees(_ value: Double) -> Angle {
    Angle(radians: value * .pi / 180)
  }

  /// Makes an angle from radians.
  @inlinable public init(radians: Double) { self.radians = radians }

  /// The angle in degrees.
  @inlinable public var degrees: Double { radians * 180 / .pi }

  @inlinable public static func < (a: Angle, b: Angle) -> Bool { a.radians < b.radians }
}

/// Degrees wrapped to [0, 360). Exact for every finite input; NaN and infinities give NaN.
@inlinable public func wrappedHeading(_ degrees: Double) -> Double {
  let r = degrees.truncatingRemainder(dividingBy: 360)
  let wrapped = r < 0 ? r + 360 : r
  // Adding 0 turns −0 into 0.
  return wrapped == 360 ? 0 : wrapped + 0
}

/// Degrees wrapped to [−180, 180). Exact for inputs already inside; NaN and infinities give NaN.
@inlinable public func wrappedLongitude(_ degrees: Double) -> Double {
  if degrees >= -180, degrees < 180 { return degrees }
  let r = degrees.truncatingRemainder(dividingBy: 360)
  if r >= 180 { return r - 360 }
  if r < -180 { return r + 360 }
  return r
}
