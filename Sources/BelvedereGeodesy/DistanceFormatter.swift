import BelvedereGeoMath

/// Distances as short texts for people, and back.
///
/// The steps are those of road signs: metres below a kilometre and then kilometres; feet or yards
/// below a tenth or half of a mile and then miles; one decimal below ten of the large unit. Texts
/// are English, with a decimal point and no grouping.
///
/// ```swift
/// let formatter = DistanceFormatter(units: .metric)
/// try formatter.string(fromDistance: 1234)  // "1.2 km"
/// formatter.distance(from: "1.2 km")  // 1200
/// ```
///
/// Coded as `{"units", "unitStyle"}`.
public struct DistanceFormatter: Sendable, Hashable, Codable {
  /// A system of units.
  public enum Units: String, Sendable, Hashable, Codable, CaseIterable {
    /// Metres and kilometres.
    case metric
    /// Feet and miles.
    case imperial
    /// Yards and miles.
    case imperialWithYards
  }

  /// How units are named.
  public enum UnitStyle: String, Sendable, Hashable, Codable, CaseIterable {
    /// `km`, `mi`.
    case abbreviated
    /// `kilometres`, `miles`.
    case full
  }

  /// The units of texts made. Texts read may have any.
  public var units: Units
  /// How the units of texts made are named.
  public var unitStyle: UnitStyle

  /// Makes a formatter.
  public init(units: Units = .metric, unitStyle: UnitStyle = .abbreviated) {
    self.units = units
    self.unitStyle = unitStyle
  }

  /// The text of a distance.
  ///
  /// - Parameter distance: metres within ±1e15; a negative distance begins with a minus.
  /// - Returns: such as `350 m`, `1.2 km`, `12 mi`. Small units from 100 on are rounded to tens.
  /// - Throws: ``DomainError`` that names `distance`.
  public func string(fromDistance distance: Double) throws(DomainError) -> String {
    guard abs(distance) <= 1e15 else {
      throw DomainError(
        field: "distance", value: distance, allowed: "within ±1e15 metres")
    }
    let size = abs(distance)
    let small: Unit
    let large: Unit
    let threshold: Double
    // Where the small unit's rounded number would reach the large unit's range: 1 km, 528 feet or
    // 880 yards.
    switch units {
    case .metric: (small, large, threshold) = (.metre, .kilometre, 995)
    case .imperial: (small, large, threshold) = (.foot, .mile, 525 * Unit.foot.metres)
    case .imperialWithYards: (small, large, threshold) = (.yard, .mile, 875 * Unit.yard.metres)
    }
    let text: String
    let unit: Unit
    if size < threshold {
      unit = small
      let value = size / unit.metres
      text = Self.text(tenths: 10 * (value < 99.5 ? value.rounded() : 10 * (value / 10).rounded()))
    } else {
      unit = large
      let value = size / unit.metres
      text = Self.text(tenths: value < 9.95 ? (10 * value).rounded() : 10 * value.rounded())
    }
    let name: String
    switch unitStyle {
    case .abbreviated: name = unit.abbreviation
    case .full: name = text == "1" ? unit.singular : unit.plural
    }
    return (distance < 0 && text != "0" ? "-" : "") + text + " " + name
  }

  /// The distance in metres that a text means; `nil` where it is not a number and a unit.
  ///
  /// Read are the abbreviations and names of all units, in any case and with British or American
  /// spelling, with or without a space, with a decimal point or comma. Where a number has several
  /// separators those before the last, or all of one kind, group thousands. A number alone is in
  /// the large unit of ``units``.
  public func distance(from text: String) -> Double? {
    let words = text.lowercased().filter { !$0.isWhitespace }
    let number = words.prefix { $0.isASCII && ($0.isNumber || "+-.,".contains($0)) }
    let name = words.dropFirst(number.count)
    guard number.contains(where: \.isNumber), number.count <= 32,
      let value = Self.value(ofNumber: String(number)), value.isFinite
    else { return nil }
    let unit: Unit?
    if name.isEmpty {
      unit = units == .metric ? .kilometre : .mile
    } else {
      unit = Unit.allCases.first { $0.names.contains(String(name)) }
    }
    return unit.map { value * $0.metres }
  }

  /// `1.5`, `1,5`, `1,234.5`, `1.234,5`, `1,234,567`; `nil` for what is no such number.
  private static func value(ofNumber text: String) -> Double? {
    let separators = text.filter { $0 == "," || $0 == "." }
    guard separators.count > 1, let last = separators.last else {
      return Double(text.replacing(",", with: "."))
    }
    let isGroupedThroughout = separators.allSatisfy { $0 == last }
    let grouping: Character = isGroupedThroughout ? last : last == "," ? "." : ","
    var whole = text[...]
    var part: Substring = ""
    if !isGroupedThroughout {
      guard let end = text.firstIndex(of: last), text.lastIndex(of: last) == end else { return nil }
      whole = text[..<end]
      part = text[text.index(after: end)...]
    }
    let groups = whole.split(separator: grouping, omittingEmptySubsequences: false)
    let digits = groups.first?.drop { $0 == "+" || $0 == "-" } ?? ""
    guard (1...3).contains(digits.count), groups.dropFirst().allSatisfy({ $0.count == 3 }),
      !part.contains(grouping)
    else { return nil }
    return Double(groups.joined() + "." + (part.isEmpty ? "0" : part))
  }

  private static func text(tenths: Double) -> String {
    let n = Int(clamping: tenths, in: 0...Int.max / 2)
    return n % 10 == 0 ? "\(n / 10)" : "\(n / 10).\(n % 10)"
  }

  private enum Unit: CaseIterable {
    case metre, kilometre, foot, yard, mile

    /// Exact since the international yard of 1959.
    var metres: Double {
      switch self {
      case .metre: 1
      case .kilometre: 1000
      case .foot: 0.3048
      case .yard: 0.9144
      case .mile: 1609.344
      }
    }

    var abbreviation: String {
      switch self {
      case .metre: "m"
      case .kilometre: "km"
      case .foot: "ft"
      case .yard: "yd"
      case .mile: "mi"
      }
    }

    var singular: String {
      switch self {
      case .metre: "metre"
      case .kilometre: "kilometre"
      case .foot: "foot"
      case .yard: "yard"
      case .mile: "mile"
      }
    }

    var plural: String { self == .foot ? "feet" : singular + "s" }

    /// The words that are read, American spelling included.
    var names: [String] {
      switch self {
      case .metre: ["m", "metre", "metres", "meter", "meters"]
      case .kilometre: ["km", "kilometre", "kilometres", "kilometer", "kilometers"]
      case .foot: ["ft", "foot", "feet"]
      case .yard: ["yd", "yard", "yards"]
      case .mile: ["mi", "mile", "miles"]
      }
    }
  }
}
