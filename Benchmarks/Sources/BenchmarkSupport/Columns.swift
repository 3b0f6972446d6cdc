/// Text in columns, and numbers with a fixed count of decimals.
public enum Columns {
  /// The text with spaces behind it.
  public static func left(_ text: String, width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The text with spaces before it.
  public static func right(_ text: String, width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A number of at least 0, rounded down to so many decimals.
  public static func decimals(_ value: Double, _ count: Int) -> String {
    let scale = (0..<count).reduce(1) { product, _ in product * 10 }
    let scaled = (value * Double(scale)).rounded(.down)
    guard let whole = Int(exactly: scaled), whole >= 0 else { return "\(value)" }
    guard count > 0 else { return "\(whole)" }
    let fraction = "\(whole % scale)"
    return "\(whole / scale)." + String(repeating: "0", count: count - fraction.count) + fraction
  }
}
