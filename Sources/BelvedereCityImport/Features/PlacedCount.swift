/// How many things there were, and where the first was.
struct PlacedCount: Sendable {
  private(set) var count = 0
  private(set) var first = 0

  mutating func add(_ place: Int) {
    if count == 0 { first = place }
    count += 1
  }
}
