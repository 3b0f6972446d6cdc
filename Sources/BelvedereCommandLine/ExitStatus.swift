/// How a command ends. The numbers are fixed.
public enum ExitStatus: Int32, Sendable {
  /// All went well.
  case success = 0
  /// Something failed that is none of the following.
  case failure = 1
  /// The command line is wrong.
  case usage = 2
  /// Input was refused: missing, damaged, hostile.
  case inputRefused = 3
  /// Output could not be written.
  case outputNotWritten = 4
  /// The network failed.
  case network = 5
  /// A limit of size, memory or time was reached.
  case limit = 6
  /// Ctrl-C.
  case interrupted = 130
}
