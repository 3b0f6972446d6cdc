#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Seconds on a clock that only goes forward.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// A number with so many decimals, without the locale.
func decimals(_ value: Double, _ count: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  var scale = 1
  for _ in 0..<count { scale *= 10 }
  let scaled = (abs(value) * Double(scale)).rounded()
  guard let whole = Int(exactly: scaled) else { return "\(value)" }
  let sign = value < 0 && whole > 0 ? "-" : ""
  if count == 0 { return sign + String(whole) }
  let fraction = String(whole % scale)
  return sign + String(whole / scale) + "."
    + String(repeating: "0", count: max(0, count - fraction.count)) + fraction
}

/// A whole number with its thousands separated: 13,896.
func grouped(_ value: Int) -> String {
  var digits = Array(String(value.magnitude))
  var i = digits.count - 3
  while i > 0 {
    digits.insert(",", at: i)
    i -= 3
  }
  return (value < 0 ? "-" : "") + String(digits)
}
