import ArgumentParser
import Belvedere

/// A size in points, `1920x1080`.
struct PictureSize: Sendable, Equatable {
  var width: Int
  var height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init(parsing text: String) throws {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), width > 0,
      height > 0
    else {
      throw ValidationError("expected a width and a height above 0, such as 1920x1080")
    }
    self.init(width: width, height: height)
  }
}

/// Numbers separated by commas.
enum NumberList {
  static func parse(_ text: String, count: Int, example: String) throws -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      Double(part.filter { $0 != " " }).flatMap { $0.isFinite ? $0 : nil }
    }
    guard numbers.count == count, parts.count == count else {
      throw ValidationError("expected \(example)")
    }
    return numbers
  }

  /// `latitude,longitude` in degrees.
  static func coordinate(_ text: String) throws -> Coordinate {
    let numbers = try parse(
      text, count: 2, example: "latitude,longitude, such as 37.8199,-122.4783")
    guard abs(numbers[0]) <= 90 else {
      throw ValidationError(
        "the latitude must be between -90 and 90 degrees, got \(numbers[0])"
          + (abs(numbers[1]) <= 90 ? "; latitude comes first" : ""))
    }
    return Coordinate(latitude: numbers[0], longitude: wrappedLongitude(numbers[1]))
  }

  /// `azimuth,elevation` in degrees.
  static func sun(_ text: String) throws -> (azimuth: Double, elevation: Double) {
    let numbers = try parse(text, count: 2, example: "azimuth,elevation in degrees, such as 235,38")
    guard abs(numbers[1]) <= 90 else {
      throw ValidationError("the sun's elevation must be between -90 and 90 degrees")
    }
    return (wrappedHeading(numbers[0]), numbers[1])
  }
}

/// A number of bytes: `512M`, `2G`, `1000000`.
enum ByteCount {
  static func parse(_ text: String) throws -> Int {
    var digits = Substring(text.uppercased())
    if digits.hasSuffix("IB") {
      digits = digits.dropLast(2)
    } else if digits.hasSuffix("B") {
      digits = digits.dropLast()
    }
    var shift = 0
    for (letter, bits) in [("K", 10), ("M", 20), ("G", 30), ("T", 40)]
    where digits.hasSuffix(letter) {
      shift = bits
      digits = digits.dropLast()
      break
    }
    guard let number = Int(digits), number > 0 else {
      throw ValidationError("expected a number of bytes, such as 512M or 2G")
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    guard !overflow else { throw ValidationError("is too large") }
    return bytes
  }
}

/// A number within a range, with a message that says so; NaN is in no range.
enum RangedNumber {
  static func parse(
    _ text: String, _ what: String, _ range: ClosedRange<Double>
  ) throws -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw ValidationError(
        "must be \(what) between \(JSONNumber.short(range.lowerBound)) and "
          + "\(JSONNumber.short(range.upperBound))")
    }
    return number
  }

  static func positive(_ text: String, _ what: String, upTo maximum: Double) throws -> Double {
    guard let number = Double(text), number > 0, number <= maximum else {
      throw ValidationError("must be \(what) above 0, at most \(JSONNumber.short(maximum))")
    }
    return number
  }
}

enum JSONNumber {
  static func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
