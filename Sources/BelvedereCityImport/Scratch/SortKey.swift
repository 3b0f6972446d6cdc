/// By what records are sorted: 128 bits, the higher ones first.
struct SortKey: Comparable {
  var high: UInt64
  var low: UInt64

  static func < (a: SortKey, b: SortKey) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }

  init(_ high: UInt64, _ low: UInt64) { (self.high, self.low) = (high, low) }

  /// That of the first bytes of a text, after a number that comes before: those with the same key may differ still.
  init<Text: Sequence<UInt8>>(_ number: UInt16, text: Text) {
    (high, low) = (UInt64(number) << 48, 0)  // checked: widens
    // Bytes that lie in memory are read there.
    if text.withContiguousStorageIfAvailable({ add($0) }) == nil { add(text) }
  }

  @inline(__always)
  private mutating func add(_ text: some Sequence<UInt8>) {
    var i = 0
    for byte in text {
      guard i < 14 else { return }
      let byte = UInt64(byte)  // checked: widens
      if i < 6 { high = high | byte << (40 - 8 * i) } else { low = low | byte << (104 - 8 * i) }
      i += 1
    }
  }

  /// Whole numbers in the order of numbers: smaller ones first, and both zeros the same.
  static func number(of value: Double) -> UInt64 {
    let bits = (value + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
