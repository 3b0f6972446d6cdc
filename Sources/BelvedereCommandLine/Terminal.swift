import Belvedere
import BelvedereFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Messages on standard error, results on standard output.
struct Terminal: Sendable {
  /// Whether nothing but warnings and errors is said.
  var isQuiet = false
  /// Whether words may be coloured.
  var hasColor = Terminal.allowsColor

  /// Whether standard error is a terminal that understands movements of its cursor.
  static var isInteractive: Bool {
    isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb"
  }

  /// https://no-color.org: any value but an empty one turns colour off.
  static var allowsColor: Bool {
    isInteractive && (environment("NO_COLOR") ?? "").isEmpty
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Says something about the work, unless quiet.
  func note(_ text: String) {
    if !isQuiet { Self.write(Self.visible(text) + "\n", to: STDERR_FILENO) }
  }

  /// Warns, quiet or not: what was drawn or written may not be what was meant.
  func warn(_ text: String) {
    Self.write(
      (hasColor ? "\u{1B}[33mwarning:\u{1B}[0m " : "warning: ") + Self.visible(text) + "\n",
      to: STDERR_FILENO)
  }

  /// Warns of what was found in a scene; what is only noted is left out where all is quiet.
  ///
  /// - Parameter scene: that of the warnings; of one that was imported the import told the notes, and pictures do not again.
  func tell(_ warnings: [SceneWarning], ofScene scene: String? = nil) {
    let folder = scene.map { $0.hasSuffix("/scene.json") ? String($0.dropLast(11)) : $0 }
    let isImported =
      folder.map { InputFile.kind(of: "\($0)/\(ImportRecord.file)") == .regular } ?? false
    for warning in warnings {
      if !warning.isNote {
        warn(warning.description)
      } else if !isImported {
        note("note: \(warning.description)")
      }
    }
  }

  /// Reports what ends the command.
  func fail(_ text: String) {
    Self.write(
      (hasColor ? "\u{1B}[31merror:\u{1B}[0m " : "error: ") + Self.visible(text) + "\n",
      to: STDERR_FILENO)
  }

  /// A line of text. Names from files may hold escapes that would reprogram a terminal, ends of lines that make up
  /// messages, and marks that turn the order of what stands behind them: of the control characters of Unicode
  /// (C0, DEL and C1), its ends of lines and its overrides, embeddings and isolates of direction none stays.
  static func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isVisible($0) ? $0 : "?" }))
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format:
      !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
    default: true
    }
  }

  /// Writes a result to standard output.
  static func output(_ text: String) throws {
    try output(Array(text.utf8))
  }

  /// Writes a result to standard output.
  static func output(_ bytes: [UInt8]) throws {
    guard let number = AtomicFile.writeAll(bytes, to: STDOUT_FILENO) else { return }
    if number == EPIPE { throw BrokenPipe() }
    throw CommandFailure(
      .outputNotWritten,
      "standard output cannot be written: \(String(cString: strerror(number)))"
        + (number == ENOSPC ? "; free some space or write elsewhere" : ""))
  }

  private static func write(_ text: String, to descriptor: Int32) {
    _ = AtomicFile.writeAll(Array(text.utf8), to: descriptor)
  }

  /// Replaces the line of progress; ends nothing.
  static func replaceLine(_ text: String) {
    write("\r" + text + "\u{1B}[K", to: STDERR_FILENO)
  }

  /// The width of the terminal in columns.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
