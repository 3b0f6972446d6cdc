import BelvedereFiles
import BelvedereImaging
import BelvedereThreads

/// The frames of one film in a folder: `000000.png` and so on, and `film.json`, which says of what.
///
/// A file under such a name is a whole frame of this film, or is drawn anew; files appear by being renamed, and
/// the disk is asked to have them before a film is made of them. Several processes may add frames to one folder
/// at once: each holds the numbers of the frames that it draws, see `FileLocks`.
public final class FrameStore: Sendable {
  /// The folder's path.
  public let folder: String
  /// What the frames are frames of.
  public let manifest: FilmManifest

  private let file: FrameFile
  private let locks: FileLocks
  private let note: @Sendable (_ temporary: String, _ isThere: Bool) -> Void

  private static let lockName = ".film.lock"
  // Numbers beyond all frames.
  private static let opening: Int64 = 1 << 40
  private static let presence: Int64 = 1 << 41
  private static let film: Int64 = 1 << 42

  /// Opens a folder for frames; makes it where it is missing.
  ///
  /// - Parameters:
  ///   - manifest: what the frames will be frames of.
  ///   - note: called with the name of each temporary file before it is made and when it is gone; by any
  ///     thread.
  /// - Throws: ``FrameStoreError`` for the frames of another film, or for frames of which nothing is said;
  ///   `FileError`.
  public init(
    folder: String, manifest: FilmManifest,
    temporary note: @escaping @Sendable (_ name: String, _ isThere: Bool) -> Void = { _, _ in }
  ) throws {
    let name = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    (self.folder, self.manifest, self.note) = (name, manifest, note)
    file = FrameFile(
      width: manifest.width, height: manifest.height, fingerprint: manifest.fingerprint)
    try OutputFolder.make(name)
    // Before anything is written into a folder that is not ours.
    let hasManifest = InputFile.kind(of: "\(name)/\(FilmManifest.fileName)") != .missing
    if !hasManifest,
      let stranger = InputFile.names(inFolder: name).sorted().first(where: Self.isFrame)
    {
      throw FrameStoreError.unknown(folder: name, file: stranger)
    }
    locks = try FileLocks("\(name)/\(Self.lockName)")
    try open()
  }

  /// Opens a folder that is there, with what it says of itself.
  ///
  /// - Throws: ``FrameStoreError`` where it says nothing.
  public convenience init(
    reading folder: String,
    temporary note: @escaping @Sendable (_ name: String, _ isThere: Bool) -> Void = { _, _ in }
  ) throws {
    guard InputFile.kind(of: folder) == .folder else {
      throw FrameStoreError.noFilm(folder: folder)
    }
    guard let manifest = try Self.manifest(in: folder) else {
      throw FrameStoreError.noFilm(folder: folder)
    }
    try self.init(folder: folder, manifest: manifest, temporary: note)
  }

  private func open() throws {
    var waited = 0
    while !locks.hold(Self.opening) {
      // Another process is at this very point, which takes it no time.
      waited += 1
      if waited > 1000 { throw FrameStoreError.busy(folder: folder) }
      DetachedThread.sleep(milliseconds: 10)
    }
    defer { locks.free(Self.opening) }
    // What killed processes left behind goes once nobody else is at work.
    if locks.hold(Self.presence) {
      for name in InputFile.names(inFolder: folder) where AtomicFile.isTemporary(name) {
        OutputFolder.removeFile("\(folder)/\(name)")
      }
    }
    _ = locks.hold(Self.presence, as: .shared)
    let path = "\(folder)/\(FilmManifest.fileName)"
    if InputFile.kind(of: path) != .missing {
      guard let found = try Self.manifest(in: folder) else {
        throw FrameStoreError.unreadable(file: path)
      }
      guard found == manifest else {
        throw FrameStoreError.otherFilm(
          folder: folder, differences: found.differences(from: manifest))
      }
      return
    }
    try write(manifest.encoded(), to: path, isSynced: true)
  }

  private static func manifest(in folder: String) throws -> FilmManifest? {
    let path = "\(folder)/\(FilmManifest.fileName)"
    guard InputFile.kind(of: path) != .missing else { return nil }
    let bytes = try InputFile.read(
      path, maximumBytes: 64 << 20, remedy: "remove the folder and draw the film anew")
    guard let manifest = FilmManifest(bytes) else { throw FrameStoreError.unreadable(file: path) }
    return manifest
  }

  /// A frame's file.
  public func path(of number: Int) -> String { "\(folder)/\(Self.name(of: number))" }

  /// A frame's name: six digits.
  public static func name(of number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(6 - digits.count, 0)) + digits + ".png"
  }

  private static func isFrame(_ name: String) -> Bool {
    name.hasSuffix(".png") && name.count == 10
      && name.prefix(6).allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Whether a frame is kept, whole and of this film.
  public func holds(_ number: Int) -> Bool { bytes(of: number) != nil }

  /// A kept frame's picture; `nil` where it is not whole.
  public func image(of number: Int) -> Image? {
    bytes(of: number).flatMap {
      try? PNG.decodeImage($0, maximumPixels: manifest.width * manifest.height)
    }
  }

  private func bytes(of number: Int) -> [UInt8]? {
    let path = path(of: number)
    guard InputFile.kind(of: path) == .regular, !InputFile.isLink(path) else { return nil }
    let most = 8 * manifest.width * manifest.height + (1 << 20)
    let bytes = try? InputFile.read(path, maximumBytes: most, remedy: "")
    return bytes.flatMap { file.isWhole($0, number: number) ? $0 : nil }
  }

  /// Writes a frame, over whatever stands there.
  ///
  /// - Throws: `FileError`, `PNGError`; nothing of the frame stays then.
  public func keep(_ image: Image, as number: Int, threads: Int = 1) throws {
    let path = path(of: number)
    // A frame is no link: what it leads to is somebody else's.
    if InputFile.isLink(path) { OutputFolder.removeFile(path) }
    try write(try file.encoded(image, number: number, threads: threads), to: path, isSynced: false)
  }

  private func write(_ bytes: [UInt8], to path: String, isSynced: Bool) throws {
    var noted: String?
    func follow(_ name: String?) {
      if let noted { note(noted, false) }
      if let name { note(name, true) }
      noted = name
    }
    try AtomicFile(path: path, temporary: follow).write(
      bytes, isSynced: isSynced, temporary: follow)
  }

  /// Takes a frame for this process, so that no other one draws it; does not wait.
  ///
  /// - Returns: `false` where another one has it.
  public func take(_ number: Int) -> Bool { locks.hold(Int64(clamping: number)) }

  /// Gives a frame back.
  public func free(_ number: Int) { locks.free(Int64(clamping: number)) }

  /// Takes the film as a whole, which one process at a time may make of the frames.
  public func takeFilm() -> Bool { locks.hold(Self.film) }

  /// Waits until the disk has all frames.
  public func sync() throws(FileError) { try OutputFolder.syncAll(folder) }

  /// The frames of a range that are missing or not whole.
  public func missing(in frames: Range<Int>) -> FrameSet {
    FrameSet(frames.filter { !holds($0) })
  }

  /// Removes frames, and the folder with them where no other frame is in it. What this class has not written
  /// stays, and the folder with it.
  public func remove(_ frames: FrameSet) {
    for number in frames.numbers { OutputFolder.removeFile(path(of: number)) }
    let names = InputFile.names(inFolder: folder)
    for name in names where AtomicFile.isTemporary(name) {
      OutputFolder.removeFile("\(folder)/\(name)")
    }
    guard !names.contains(where: Self.isFrame) else { return }
    OutputFolder.removeFile("\(folder)/\(FilmManifest.fileName)")
    OutputFolder.removeFile("\(folder)/\(Self.lockName)")
    OutputFolder.removeIfEmpty(folder)
  }
}
