/// Why a folder is not used for the frames of a film.
public enum FrameStoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It has the frames of another one.
  case otherFilm(folder: String, differences: [String])
  /// It has files that are named as frames are, and nothing says of what.
  case unknown(folder: String, file: String)
  /// It has no film.
  case noFilm(folder: String)
  /// What says which film's frames it has cannot be understood.
  case unreadable(file: String)
  /// Others use it all the time.
  case busy(folder: String)
  /// Some are missing of which a film should be made.
  case incomplete(folder: String, missing: FrameSet, of: Int)

  public var description: String {
    switch self {
    case .otherFilm(let folder, let differences):
      let shown = differences.prefix(5).joined(separator: "; ")
      let more = differences.count > 5 ? "; and \(differences.count - 5) more" : ""
      return
        "\(folder): holds frames of another film: \(shown)\(more). Choose another folder, remove this "
        + "one, or go back to what it was made with"
    case .unknown(let folder, let file):
      return
        "\(folder): holds \(file), and no \(FilmManifest.fileName) that says of which film it is; choose "
        + "an empty folder"
    case .noFilm(let folder):
      return
        "\(folder): is no folder of frames: there is no \(FilmManifest.fileName); name one that belvedere "
        + "fly has written"
    case .unreadable(let file):
      return "\(file): is not what belvedere fly writes; remove the folder and draw the film anew"
    case .busy(let folder): return "\(folder): is held by another process; try again"
    case .incomplete(let folder, let missing, let count):
      return
        "\(folder): \(missing.count) of \(count) frames are missing or damaged: \(missing.text(atMost: 12))"
        + "; draw them with belvedere fly, which keeps the others"
    }
  }
}
