/// Whether two numbers differ by at most an absolute amount or a part of the greater one.
///
/// NaN is close to nothing.
public func isClose(
  _ a: Double, _ b: Double, absolute: Double = 0, relative: Double = 0
) -> Bool {
  a == b || abs(a - b) <= max(absolute, relative * max(abs(a), abs(b)))
}

/// The difference of two directions in degrees, 0 to 180.
public func angleBetween(_ a: Double, _ b: Double) -> Double {
  let d = abs((a - b).truncatingRemainder(dividingBy: 360))
  return min(d, 360 - d)
}
