/// Words and what each means, found without the cost of a dictionary's hash: a few of their letters are looked at, and then
/// one word, nearly always.
struct WordTable<Meaning: Sendable>: Sendable {
  private var entries: [(word: String, meaning: Meaning)?]

  /// - Parameter words: each once.
  init(_ words: [(String, Meaning)]) {
    var size = 16
    while size < 4 * words.count { size *= 2 }
    entries = Array(repeating: nil, count: size)
    for (word, meaning) in words {
      var place = Self.mark(word) & (size - 1)
      while entries[place] != nil { place = (place + 1) & (size - 1) }
      entries[place] = (word, meaning)
    }
  }

  subscript(_ word: String) -> Meaning? {
    var place = Self.mark(word) & (entries.count - 1)
    while let entry = entries[place] {
      if entry.word == word { return entry.meaning }
      place = (place + 1) & (entries.count - 1)
    }
    return nil
  }

  /// Of the length and three letters.
  private static func mark(_ word: String) -> Int {
    var word = word
    return word.withUTF8 { letters in
      guard let first = letters.first, let last = letters.last else { return 0 }
      let middle = letters[letters.count / 2]
      func number(_ letter: UInt8) -> Int { Int(letter) }  // checked: widens
      return letters.count &* 5 &+ number(first) &* 31 &+ number(middle) &* 7
        &+ number(last) &* 111
    }
  }
}

extension WordTable {
  init(_ words: KeyValuePairs<String, Meaning>) { self.init(words.map { ($0.key, $0.value) }) }
}

extension WordTable<Void> {
  init(of words: [String]) { self.init(words.map { ($0, ()) }) }

  func contains(_ word: String) -> Bool { self[word] != nil }
}
