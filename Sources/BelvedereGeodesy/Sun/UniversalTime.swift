/// A moment in Universal Time, in the Gregorian calendar.
///
/// UTC is taken for UT1: they differ by at most 0.9 s, in which the sky turns by 0.004°. Leap seconds are
/// not counted: one that is named is the first second of the next month.
public struct UniversalTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Seconds since noon of 1 January 2000.
  public var secondsSince2000: Double

  /// A moment so many seconds after noon of 1 January 2000.
  public init(secondsSince2000: Double) { self.secondsSince2000 = secondsSince2000 }

  /// A date and a time of the day in UTC; `nil` where the calendar has no such date, or a day no such
  /// time.
  ///
  /// A leap second, 23:59:60, can only be the last second of a month (ITU-R TF.460-6; RFC 3339, 5.7).
  /// Which months had one is not looked up.
  ///
  /// - Parameters:
  ///   - year: of the common era, 1 to 9999.
  ///   - second: below 60, in a leap second below 61.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Double = 0
  ) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year), (0...23).contains(hour),
      (0...59).contains(minute), second >= 0, second < 61
    else { return nil }
    let days = Self.dayNumber(year: year, month: month, day: day)
    let time = Double(hour * 3600 + minute * 60) + second
    secondsSince2000 = (Double(days) - 0.5) * 86_400 + time
    let minute = UniversalTime(secondsSince2000: secondsSince2000 - second)
    guard second < 60 || minute.isLastMinuteOfMonth else { return nil }
  }

  /// Whether a month ends a minute after this moment; only such a minute may have a leap second.
  var isLastMinuteOfMonth: Bool {
    let days = (secondsSince2000 + 60) / 86_400 + 0.5
    guard let day = Int(exactly: days) else { return false }
    return Self.date(dayNumber: day).2 == 1
  }

  public static func < (a: Self, b: Self) -> Bool { a.secondsSince2000 < b.secondsSince2000 }

  /// Days of 86,400 s since noon of 1 January 2000 (the Julian date 2,451,545).
  public var daysSince2000: Double { secondsSince2000 / 86_400 }

  /// As ISO 8601 writes it, to the second: `2026-06-22T01:00:00Z`.
  public var description: String {
    guard abs(secondsSince2000) < 2.6e11 else { return "\(secondsSince2000) s since 2000" }
    let seconds = Int((secondsSince2000 + 43_200).rounded(.down))  // checked: below 2.6e11
    let days = seconds.flooredQuotient(86_400)
    let time = seconds - days * 86_400
    let (year, month, day) = Self.date(dayNumber: days)
    func digits(_ n: Int, _ count: Int) -> String {
      let text = String(n)
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
      + "T\(digits(time / 3600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))Z"
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    if month == 2 {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days from 1 January 2000. Years begin in March, so that the leap day comes last.
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shifted = (month + 9) % 12
    let y = year - (month <= 2 ? 1 : 0)
    let leapDays = y / 4 - y / 100 + y / 400
    return 365 * y + leapDays + (153 * shifted + 2) / 5 + day - 730_426
  }

  private static func date(dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let days = dayNumber + 730_425
    // 400 years have 146,097 days; the year is right or one too high.
    var y = (10_000 * days + 14_780).flooredQuotient(3_652_425)
    func start(_ y: Int) -> Int {
      365 * y + y.flooredQuotient(4) - y.flooredQuotient(100) + y.flooredQuotient(400)
    }
    if days < start(y) { y -= 1 }
    let rest = days - start(y)
    let shifted = (100 * rest + 52) / 3060
    return (
      y + (shifted + 2) / 12, (shifted + 2) % 12 + 1, rest - (306 * shifted + 5) / 10 + 1
    )
  }
}

extension Int {
  fileprivate func flooredQuotient(_ divisor: Int) -> Int {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
