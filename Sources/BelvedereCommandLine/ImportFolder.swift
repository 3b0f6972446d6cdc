import BelvedereFiles

/// The folder of an imported scene: its files are written one after another, and are there all at once.
final class ImportFolder {
  private let path: String
  private let staged = AtomicFile.StagedFiles()
  private var isMade = false
  /// Folders that were made for it, the outer ones first.
  private var new: [String] = []

  init(_ path: String) { self.path = path }

  /// Writes a file under a temporary name.
  ///
  /// - Throws: `FileError`.
  func add(_ name: String, _ parts: [[UInt8]]) throws(FileError) {
    if !isMade {
      try OutputFolder.make(path) { folder in
        new.append(folder)
        Interruption.note(newFolders: new)
      }
      isMade = true
      AtomicFile.removeAbandoned(inFolder: path)
    }
    try staged.add(AtomicFile(path: "\(path)/\(name)"), parts: parts) {
      Interruption.note(temporaries: $0)
    }
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
