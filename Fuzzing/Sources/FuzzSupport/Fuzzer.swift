/// libFuzzer's own main function, which the flag -sanitize=fuzzer links.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// A run of libFuzzer.
public enum Fuzzer {
  /// What looks at an input. libFuzzer calls from one thread.
  nonisolated(unsafe) private static var body: ([UInt8]) -> Void = { _ in }

  /// Runs with the command line's options until libFuzzer ends; its exit status.
  public static func run(_ body: @escaping ([UInt8]) -> Void) -> Int32 {
    Self.body = body
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    return runDriver(&count, &arguments) { start, count in
      Fuzzer.body(Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)))
      return 0
    }
  }
}
