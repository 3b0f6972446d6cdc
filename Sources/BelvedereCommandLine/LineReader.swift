#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Splits standard input, or a file, into lines.
struct LineReader {
  enum Line {
    case text([UInt8])
    case tooLong(maximum: Int)
  }

  private let maximumBytes: Int
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// What was read into the buffer and not yet returned.
  private var start = 0
  private var end = 0
  /// Where the line at the start ends, if its end has been read.
  private var newline: Int?

  private let descriptor: CInt
  private let name: String

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
    (descriptor, name) = (STDIN_FILENO, "standard input")
  }

  /// Reads a file, which stays open until the program ends.
  init(path: String, maximumBytes: Int) throws {
    self.maximumBytes = maximumBytes
    (descriptor, name) = (open(path, O_RDONLY | O_CLOEXEC), path)
    if descriptor < 0 { throw failure }
  }

  private var failure: CommandFailure {
    let reason =
      switch errno {
      case ENOENT: "there is no such file; check the name"
      case EACCES: "may not be read; check its permissions"
      case EISDIR: "is a folder, not a file"
      default: "cannot be read: \(String(cString: strerror(errno)))"
      }
    return CommandFailure(.inputRefused, "\(name): \(reason)")
  }

  /// Whether the end of a further line has been read: ``next()`` will not wait.
  var hasLine: Bool { newline != nil }

  /// The next line without its end; `nil` at the end of the input.
  mutating func next() throws -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if start == end {
        guard try fill() else {
          if isTooLong { return .tooLong(maximum: maximumBytes) }
          return line.isEmpty ? nil : .text(line)
        }
      }
      let isComplete = hasLine
      let part = buffer[start..<(newline ?? end)]
      move(to: newline.map { $0 + 1 } ?? end)
      if !isTooLong, line.count + part.count <= maximumBytes {
        line += part
      } else {
        // The rest is read but not kept.
        isTooLong = true
        line = []
      }
      if isComplete {
        if isTooLong { return .tooLong(maximum: maximumBytes) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return .text(line)
      }
    }
  }

  private mutating func move(to index: Int) {
    start = index
    newline = buffer[start..<end].withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base, CInt(UInt8(ascii: "\n")), bytes.count)
      else { return nil }
      return index + (UnsafeRawPointer(found) - base)
    }
  }

  private mutating func fill() throws -> Bool {
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        end = count
        move(to: 0)
        return count > 0
      }
      if errno != EINTR { throw failure }
    }
  }
}
