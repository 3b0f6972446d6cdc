/// What of a file is not shown as it stands there: each once.
struct GLTFNotes {
  private(set) var all: [String] = []

  mutating func add(_ note: String) {
    if !all.contains(note) { all.append(note) }
  }
}
