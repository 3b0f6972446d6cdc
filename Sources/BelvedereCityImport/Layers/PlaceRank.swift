#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much a town or a part of it counts among others, and how large maps write its name.
struct PlaceRank {
  /// How a name is written.
  struct Letters: Equatable {
    /// Points.
    var size: Double
    var isBold: Bool
  }

  /// Below 250, which is what users' own annotations have at least, and above points of interest.
  let priority: Double
  let letters: Letters

  /// What words of `place` say; priorities leave room for what the number of people adds, 4 at most.
  private static let places: [String: (priority: Double, letters: Letters)] = [
    "city": (244, Letters(size: 17, isBold: true)),
    "town": (239, Letters(size: 14.5, isBold: true)),
    "village": (234, Letters(size: 12.5, isBold: true)),
    "borough": (233, Letters(size: 13, isBold: false)),
    "suburb": (231, Letters(size: 12.5, isBold: false)),
    "quarter": (229, Letters(size: 11.5, isBold: false)),
    "hamlet": (228, Letters(size: 11.5, isBold: false)),
    "island": (227, Letters(size: 12.5, isBold: false)),
    "neighbourhood": (226, Letters(size: 11, isBold: false)),
    "islet": (223, Letters(size: 11, isBold: false)),
  ]
  private static let capital = (priority: 249.0, size: 21.0)
  /// From how many people on those of a city and of other places count, and for how many times as many it is one more.
  private static let (cityPeople, people, times) = (100_000.0, 1000.0, 5.0)

  /// `nil` for what is none.
  init?(_ tag: (String) -> String?) {
    guard let word = tag("place"), let place = Self.places[word] else { return nil }
    let isCity = word == "city"
    if isCity, ["yes", "2"].contains(tag("capital") ?? "") {
      priority = Self.capital.priority
      letters = Letters(size: Self.capital.size, isBold: true)
      return
    }
    let least = isCity ? Self.cityPeople : Self.people
    let count = tag("population").flatMap(Self.number) ?? 0
    let more = count > least ? min(log(count / least) / log(Self.times), 3) : 0
    priority = place.priority + more
    // Only of what stands by itself: parts of towns are small beside these.
    let grows = isCity || word == "town" || word == "village"
    letters = Letters(
      size: place.letters.size + (grows ? (more * 2).rounded() / 2 * (isCity ? 1 : 0.5) : 0),
      isBold: place.letters.isBold)
  }

  /// Whether a word is of towns and their parts.
  static func isTown(_ word: String) -> Bool { places[word] != nil }

  /// "1 234 567" and "1,234,567" are numbers, too.
  private static func number(_ text: String) -> Double? {
    let digits = text.filter { !" ,'\u{A0}\u{202F}".contains($0) }
    return Double(digits).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }
}
