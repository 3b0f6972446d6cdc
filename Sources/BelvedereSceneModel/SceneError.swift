/// A scene that cannot be used: where the mistake stands and what it is.
public struct SceneError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's name.
  public let file: String
  /// The line from 1; `nil` where the mistake has none.
  public let line: Int?
  /// The place inside the file, such as `buildings[3].height`; empty for the whole file.
  public let path: String
  /// What is wrong, and what helps.
  public let message: String

  /// Makes an error.
  public init(file: String, line: Int? = nil, path: String = "", message: String) {
    self.file = file
    self.line = line
    self.path = path
    self.message = message
  }

  /// `scene.json:41: buildings[3].height: expected a number of metres, got "tall"`.
  public var description: String { describe(file, line, path, message) }
}

/// Something in a scene that is probably a mistake but does not keep it from being drawn.
public struct SceneWarning: Sendable, Hashable, CustomStringConvertible {
  /// The file's name.
  public let file: String
  /// The line from 1; `nil` where there is none.
  public let line: Int?
  /// The place inside the file; empty for the whole file.
  public let path: String
  /// What was found, and what was done.
  public let message: String
  /// Whether it only tells what was done as it should be, so that nobody need do anything.
  public let isNote: Bool

  /// Makes a warning.
  public init(
    file: String, line: Int? = nil, path: String = "", message: String, isNote: Bool = false
  ) {
    self.isNote = isNote
    self.file = file
    self.line = line
    self.path = path
    self.message = message
  }

  public var description: String { describe(file, line, path, message) }
}

private func describe(_ file: String, _ line: Int?, _ path: String, _ message: String) -> String {
  // What stands in no file of its own is named by its place alone.
  var text = file
  if let line, !file.isEmpty { text += ":\(line)" }
  if !file.isEmpty { text += ": " }
  if !path.isEmpty { text += "\(path): " }
  return text + message
}
