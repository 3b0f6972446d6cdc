/// Text as it is seen.
package enum BidirectionalText {
  /// The characters of a line from left to right as they are seen; brackets are not mirrored.
  package static func seen(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let levels = BidirectionalRuns(scalars).levels
    let pieces = scalars.indices.map { (range: $0..<($0 + 1), level: levels[$0]) }
    var seen = String.UnicodeScalarView()
    for (range, _) in BidirectionalRuns.visualOrder(pieces) {
      seen.append(contentsOf: scalars[range])
    }
    return String(seen)
  }
}
