import Foundation

/// The package's folder.
public enum PackageRoot {
  /// Where Package.swift is.
  public static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// Reference files that are too large for the repository, in `../shared/data`, or where
/// `BELVEDERE_SHARED_DATA` points.
public enum SharedData {
  private static var root: URL {
    if let given = ProcessInfo.processInfo.environment["BELVEDERE_SHARED_DATA"] {
      return URL(fileURLWithPath: given)
    }
    return PackageRoot.url.deletingLastPathComponent().appendingPathComponent("shared/data")
  }

  /// A file or folder such as `png/pngsuite`; `nil`, and a line on standard error, where it is
  /// absent.
  private static func existing(_ path: String) -> URL? {
    let url = root.appendingPathComponent(path).standardizedFileURL
    if FileManager.default.fileExists(atPath: url.path) { return url }
    let line =
      "SKIPPED: shared data \(path) is absent; set BELVEDERE_SHARED_DATA to its root to test it\n"
    FileHandle.standardError.write(Data(line.utf8))
    return nil
  }

  /// The folder of a subject; `nil` where it is absent.
  public static func folder(_ path: String) -> URL? { existing(path) }

  /// The path of a file; `nil` where it is absent.
  public static func file(_ path: String) -> String? { existing(path)?.path }

  /// Whether a subject is there, for `.enabled(if:)`.
  public static func has(_ path: String) -> Bool { folder(path) != nil }

  /// The files of a subject with an extension, by name, in order; empty where it is absent.
  public static func files(_ path: String, extension suffix: String) throws -> [URL] {
    guard let folder = folder(path) else { return [] }
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == suffix }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
