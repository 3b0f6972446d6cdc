/// Numbers of frames as ranges, in order, each once.
public struct FrameSet: Sendable, Hashable, CustomStringConvertible {
  /// The ranges, none empty, none touching the next one.
  public private(set) var ranges: [Range<Int>] = []

  /// No frames.
  public init() {}

  /// One range.
  public init(_ range: Range<Int>) { if !range.isEmpty { ranges = [range] } }

  /// Numbers in any order.
  public init(_ numbers: some Sequence<Int>) {
    for number in numbers.sorted() {
      if let last = ranges.last, number < last.upperBound { continue }
      if let last = ranges.last, number == last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<(number + 1)
      } else {
        ranges.append(number..<(number + 1))
      }
    }
  }

  /// From a text: numbers and ranges of them, both ends included, with commas between: `7`, `0-99`,
  /// `1,5-7`. `nil` for anything else, and for numbers above 10⁹.
  public init?(text: String) {
    var all: [Range<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { end -> Int? in
        guard !end.isEmpty, end.allSatisfy({ $0.isASCII && $0.isNumber }),
          let number = Int(end),  // checked: text, not a number
          number <= 1_000_000_000
        else { return nil }
        return number
      }
      guard ends.count == 1 || ends.count == 2, let first = ends[0],
        let last = ends[ends.count - 1],
        first <= last
      else { return nil }
      all.append(first..<(last + 1))
    }
    add(all)
  }

  private mutating func add(_ others: [Range<Int>]) {
    let all = (ranges + others).sorted { $0.lowerBound < $1.lowerBound }
    ranges = []
    for range in all {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// The frames of both.
  public func union(_ other: FrameSet) -> FrameSet {
    var result = self
    result.add(other.ranges)
    return result
  }

  /// How many there are.
  public var count: Int { ranges.reduce(0) { $0 + $1.count } }
  /// Whether there are none.
  public var isEmpty: Bool { ranges.isEmpty }
  /// The numbers in order.
  public var numbers: [Int] { ranges.flatMap { Array($0) } }
  /// The greatest number; `nil` of no frames.
  public var last: Int? { ranges.last.map { $0.upperBound - 1 } }

  /// Those of one of several parts of about the same size, which together are all.
  ///
  /// - Parameter index: 1 to `count`.
  public func shard(_ index: Int, of count: Int) -> FrameSet {
    let numbers = numbers
    return FrameSet(numbers[FilmTiming.shard(index, of: count, in: 0..<numbers.count)])
  }

  public var description: String { text(atMost: .max) }

  /// `1, 5-7`, of many ranges the first ones and how many frames more there are.
  public func text(atMost most: Int) -> String {
    let shown = ranges.prefix(most).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)"
    }
    let rest = ranges.dropFirst(most).reduce(0) { $0 + $1.count }
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
