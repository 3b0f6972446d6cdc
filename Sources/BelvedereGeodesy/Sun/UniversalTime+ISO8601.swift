/// Why a text is not a moment.
public struct TimeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and how it is written.
  public let description: String
}

extension UniversalTime {
  /// Reads a date and a time of ISO 8601's extended form with the offset from UTC, which is required:
  /// `2026-06-21T18:00:00-07:00`, `2026-06-22T01:00Z`, `2026-06-22T01:00:00.25Z`.
  ///
  /// The second 60 is that of a leap second: it is read where the minute is the last one of a month in
  /// UTC, as in `1990-12-31T15:59:60-08:00`, and refused elsewhere (RFC 3339, 5.6 and 5.7).
  public init(iso8601 text: String) throws(TimeError) {
    func wrong(_ reason: String) -> TimeError {
      TimeError(
        description:
          "\(reason); write it as 2026-06-21T18:00:00-07:00, or with Z at the end for UTC")
    }
    var rest = Substring(text)
    // Nothing longer is a date.
    guard text.utf8.count <= 64 else { throw wrong("too long for a date and a time") }
    func number(_ digits: Int) -> Int? {
      let head = rest.prefix(digits)
      guard head.count == digits, head.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      rest = rest.dropFirst(digits)
      return Int(head)  // checked: text, not a number
    }
    func skip(_ marks: String) -> Character? {
      guard let first = rest.first, marks.contains(first) else { return nil }
      rest = rest.dropFirst()
      return first
    }

    guard let year = number(4), skip("-") != nil, let month = number(2), skip("-") != nil,
      let day = number(2)
    else { throw wrong("expected a date such as 2026-06-21") }
    guard skip("Tt ") != nil, let hour = number(2), skip(":") != nil, let minute = number(2) else {
      throw wrong("expected a time such as T18:00 after the date")
    }
    var second = 0.0
    if skip(":") != nil {
      guard let whole = number(2) else { throw wrong("expected two digits of seconds") }
      second = Double(whole)
      if skip(".,") != nil {
        let fraction = rest.prefix { $0.isASCII && $0.isNumber }
        guard !fraction.isEmpty, let value = Double("0.\(fraction)") else {
          throw wrong("expected digits after the seconds' point")
        }
        rest = rest.dropFirst(fraction.count)
        second += value
      }
    }
    guard let sign = skip("Zz+-−") else {
      throw wrong(
        rest.isEmpty ? "the offset from UTC is missing" : "unexpected \"\(rest)\" after the time")
    }
    var offset = 0
    if !"Zz".contains(sign) {
      guard let hours = number(2) else { throw wrong("expected an offset such as -07:00") }
      _ = skip(":")
      let minutes = rest.isEmpty ? 0 : number(2)
      guard let minutes, hours < 24, minutes < 60 else {
        throw wrong("expected an offset such as -07:00")
      }
      offset = (hours * 60 + minutes) * (sign == "+" ? 60 : -60)
    }
    guard rest.isEmpty else { throw wrong("unexpected \"\(rest)\" after the offset") }
    guard second < 61,
      let local = UniversalTime(year: year, month: month, day: day, hour: hour, minute: minute)
    else { throw wrong("there is no such date or time") }
    let start = UniversalTime(secondsSince2000: local.secondsSince2000 - Double(offset))
    guard second < 60 || start.isLastMinuteOfMonth else {
      throw wrong(
        "the second 60 is a leap second, which only the last minute of a month in UTC has")
    }
    self.init(secondsSince2000: start.secondsSince2000 + second)
  }
}
