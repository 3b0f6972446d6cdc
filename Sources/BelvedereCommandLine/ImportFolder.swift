import BelvedereFiles

/// The folder of an imported scene: its files are written one after another, and are there all at once.
final class ImportFolder {
  private let path: String
  private let staged = AtomicFile.StagedFiles()
  private var isMade = false
  /// Folders that were made for it, the outer ones first.
  private var new: [String] = []

  init(_ path: String) { self.path = path }

  /// Makes the folder, and removes what killed imports left in it.
  ///
  /// - Throws: `FileError`.
  func make() throws(FileError) {
    guard !isMade else { return }
    try make(path)
    isMade = true
  }

  private func make(_ path: String) throws(FileError) {
    try OutputFolder.make(path) { folder in
      new.append(folder)
      Interruption.note(newFolders: new)
    }
    AtomicFile.removeAbandoned(inFolder: path)
  }

  /// Writes a file under a temporary name, which may have folders before it.
  ///
  /// - Parameter parts: given what writes a part of the contents behind those before.
  /// - Throws: `FileError`, and what `parts` throws.
  func add(
    _ name: String, _ parts: (_ write: ([UInt8]) throws(FileError) -> Void) throws -> Void
  ) throws {
    try make()
    var inner = path
    for part in name.split(separator: "/").dropLast() {
      inner += "/\(part)"
      // It would lead out of the scene.
      guard !InputFile.isLink(inner) else {
        throw FileError(.write, path: inner, reason: "is a link, not a folder; remove it")
      }
      try make(inner)
    }
    try staged.add(
      AtomicFile(path: "\(path)/\(name)"),
      temporaries: { Interruption.note(temporaries: $0) }, parts)
  }

  /// Puts the files in their places.
  ///
  /// - Parameter after: what has to be done with them.
  /// - Throws: `FileError`.
  func publish(_ after: () -> Void) throws(FileError) {
    try Interruption.whole { () throws(FileError) in
      try staged.publish()
      after()
    }
    new = []
    Interruption.note(newFolders: [])
  }

  /// Removes what was not put in its place, and folders in which nothing is then.
  func discard() {
    staged.discard { Interruption.note(temporaries: $0) }
    for folder in new.reversed() { OutputFolder.removeIfEmpty(folder) }
    Interruption.note(newFolders: [])
  }
}
