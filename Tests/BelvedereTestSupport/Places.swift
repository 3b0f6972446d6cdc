import Foundation

/// Where tests find things.
public enum Places {
  /// The package's folder.
  public static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file of real data beside the package; `nil`, with a line that says so, where it is absent.
  public static func data(_ name: String) -> String? {
    let path = package.appendingPathComponent("../shared/data/\(name)").standardizedFileURL.path
    if FileManager.default.fileExists(atPath: path) { return path }
    if let folder = ProcessInfo.processInfo.environment["BELVEDERE_TEST_DATA"] {
      let other = "\(folder)/\(name)"
      if FileManager.default.fileExists(atPath: other) { return other }
    }
    print("not tested: the data file \(name) is absent")
    return nil
  }

  /// The bytes of a file.
  public static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

/// A folder that is removed with this value.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("belvedere-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Writes a file and gives its path.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let target = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: target))
    return target
  }

  /// The names of what it holds, hidden files too.
  public var contents: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
