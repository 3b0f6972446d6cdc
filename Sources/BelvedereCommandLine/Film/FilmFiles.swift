import Belvedere
import BelvedereFiles

/// The files of a film while it is made.
enum FilmFiles {
  /// Temporary files that are there, for a handler of signals.
  private static let temporaries = Lock(Set<String>())

  /// Notes a temporary file; may be called by any thread.
  static func note(_ name: String, isThere: Bool) {
    temporaries.withLock { names in
      if isThere { names.insert(name) } else { names.remove(name) }
      Interruption.note(temporaries: Array(names))
    }
  }

  /// For what notes one file at a time.
  static func follow() -> (String?) -> Void {
    var noted: String?
    return { name in
      if let noted { note(noted, isThere: false) }
      if let name { note(name, isThere: true) }
      noted = name
    }
  }

  /// Opens a folder of frames.
  static func store(_ folder: String, _ manifest: FilmManifest) throws -> FrameStore {
    try FrameStore(folder: folder, manifest: manifest) { note($0, isThere: $1) }
  }

  /// Encodes the frames of a store as a file, which appears whole.
  ///
  /// - Parameters:
  ///   - folder: where the file stands before; `nil` for beside the film.
  ///   - draw: passes all frames on, whether they were kept or not.
  static func encode(
    _ frames: FrameSet, of store: FrameStore, by encoder: FilmEncoder, to file: AtomicFile,
    in folder: String?, draw: (any FrameSink) throws -> Void
  ) throws {
    try file.write(in: folder, temporary: follow()) { name in
      let palette = "\(resolvedPath(store.folder) ?? store.folder)/.belvedere-palette.tmp"
      note(palette, isThere: true)
      defer { note(palette, isThere: false) }
      do {
        try encoder.write(to: name, palette: palette, frames: draw) { sink in
          try pass(frames, of: store, to: sink) { _ in }
        }
      } catch let error as FileError where error.path == name {
        // Nobody knows the temporary name.
        throw FileError(error.operation, path: file.path, reason: error.reason)
      }
    }
  }

  /// Passes kept frames on.
  ///
  /// - Throws: `FrameStoreError` where one is not there.
  static func pass(
    _ frames: FrameSet, of store: FrameStore, to sink: any FrameSink, progress: (Int) -> Void
  ) throws {
    for (n, number) in frames.numbers.enumerated() {
      guard let image = store.image(of: number) else {
        throw FrameStoreError.incomplete(
          folder: store.folder, missing: FrameSet([number]), of: frames.count)
      }
      try sink.add(image)
      progress(n + 1)
    }
  }
}
