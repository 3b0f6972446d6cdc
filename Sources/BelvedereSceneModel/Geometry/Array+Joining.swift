extension Array {
  /// Appends a list; to none without a copy of it.
  mutating func join(_ others: [Element]) {
    if isEmpty { self = others } else { self += others }
  }
}
