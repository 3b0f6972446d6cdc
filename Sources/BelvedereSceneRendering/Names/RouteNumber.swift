import BelvedereSceneModel

/// The number of a route that a road's name is.
struct RouteNumber {
  /// As shields have it.
  let text: String

  /// Bytes of the longest one, such as "State Hwy 1234".
  private static let mostBytes = 14

  /// Reads names such as "US 101", "I-80", or TIGER's "US Hwy 101" and "I- 80"; `nil` for a name that is none.
  init?(_ road: Road) {
    guard [.motorway, .primary, .secondary].contains(road.kind), Self.mayBeNumber(road.name)
    else { return nil }
    var name = road.name.replacing("- ", with: "-")
    for (long, short) in [("US Hwy ", "US "), ("State Hwy ", ""), ("State Rte ", "")] {
      if name.hasPrefix(long) { name = short + name.dropFirst(long.count) }
    }
    let isState = road.name.hasPrefix("State ")
    let letters = name.prefix { $0.isASCII && $0.isUppercase }
    let rest = name.dropFirst(letters.count).drop { $0 == " " || $0 == "-" }
    let isNumber = (1...4).contains(rest.count) && rest.allSatisfy { $0.isASCII && $0.isNumber }
    guard isNumber, (1...2).contains(letters.count) || isState else { return nil }
    text = name
  }

  /// Whether a name begins and ends as numbers do: nearly none of a city's names do, and this is known at once.
  private static func mayBeNumber(_ name: String) -> Bool {
    let bytes = name.utf8
    guard bytes.count <= mostBytes, let first = bytes.first, let second = bytes.dropFirst().first,
      let last = bytes.last
    else { return false }
    func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    let isAfter =
      isCapital(second) || isDigit(second) || second == UInt8(ascii: " ")
      || second == UInt8(ascii: "-") || name.hasPrefix("State ")
    return isCapital(first) && isDigit(last) && isAfter
  }
}
