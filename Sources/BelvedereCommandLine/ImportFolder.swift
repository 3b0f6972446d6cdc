import BelvedereFiles

/// The folder of an imported scene: its files are written one after another, and are there all at once.
final class ImportFolder {
  private let path: String
  private let staged = AtomicFile.StagedFiles()
  private var isMade = false
  private var lock: FolderLock?
  /// Folders that were made for it, the outer ones first.
  private var new: [String] = []

  init(_ path: String) { self.path = path }

  /// Makes the folder, locks it, and removes temporary files that killed imports left in it.
  ///
  /// - Throws: `FileError`, also where another import writes to it.
  func make() throws(FileError) {
    guard !isMade else { return }
    try make(path)
    lock = FolderLock(path)
    guard lock != nil else {
      throw FileError(
        .write, path: path,
        reason: "another import is writing there; wait until it is done, or choose another folder")
    }
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
  /// - Parameters:
  ///   - announced: the contents of the record while that is done, by which a later import knows all files that were made
  ///     if this one is killed meanwhile.
  ///   - after: what has to be done with them.
  /// - Throws: `FileError`.
  func publish(announced: [UInt8], _ after: () throws(FileError) -> Void) throws(FileError) {
    try Interruption.whole { () throws(FileError) in
      let before = try? InputFile.read(record, maximumBytes: ImportRecord.mostBytes, remedy: "")
      try write(record: announced)
      do throws(FileError) {
        try staged.publish()
      } catch {
        // All is as it was.
        if let before { try? write(record: before) } else { OutputFolder.removeFile(record) }
        throw error
      }
      try after()
    }
    new = []
    Interruption.note(newFolders: [])
  }

  private var record: String { "\(path)/\(ImportRecord.file)" }

  /// Writes the record at once.
  func write(record bytes: [UInt8]) throws(FileError) {
    try AtomicFile(path: record).write(bytes)
  }

  /// Removes what was not put in its place, and folders in which nothing is then.
  func discard() {
    staged.discard { Interruption.note(temporaries: $0) }
    for folder in new.reversed() { OutputFolder.removeIfEmpty(folder) }
    Interruption.note(newFolders: [])
  }
}
