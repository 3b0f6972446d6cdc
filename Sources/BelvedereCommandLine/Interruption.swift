import BelvedereFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and its kin: a thread of its own waits for them, removes what is half written, puts the
/// terminal right and ends the process at once, whatever the others are doing.
enum Interruption {
  private struct State {
    var temporaries: [String] = []
    /// What came from standard input, while other files are written.
    var spooled: String?
    var temporaryFolder: String?
    var newFolders: [String] = []
    var lineToClear = false
  }

  private static let state = Lock(State())

  /// Notes the file to remove, or that there is none.
  static func note(temporary: String?) { note(temporaries: temporary.map { [$0] } ?? []) }

  /// Notes the files to remove.
  static func note(temporaries: [String]) {
    state.withLock {
      $0.temporaries = temporaries
      AllocationFailure.note(temporary: temporaries.first)
    }
  }

  /// Notes the file with what came from standard input, which is removed beside all others, or that there is none.
  static func note(spooled: String?) {
    state.withLock {
      $0.spooled = spooled
      AllocationFailure.note(spooled: spooled)
    }
  }

  /// Notes the folder to remove with all that lies in it, or that there is none.
  static func note(temporaryFolder: String?) {
    state.withLock { $0.temporaryFolder = temporaryFolder }
  }

  /// Notes folders that were made, the outer ones first: those in which nothing lies are removed.
  static func note(newFolders: [String]) {
    state.withLock { $0.newFolders = newFolders }
  }

  /// Waits for ever once the process ends: what many threads write at once need not be noted file by file,
  /// but nothing may begin to be written any more.
  static func pass() { state.withLock { _ in } }

  /// Does what must be done wholly or not at all, such as putting files in their places: the process ends before or
  /// after. Nothing may be noted in it.
  static func whole(_ body: () throws(FileError) -> Void) throws(FileError) {
    try state.withLock { _ in
      Result<Void, FileError> { () throws(FileError) in try body() }
    }.get()
  }

  /// Notes whether an unfinished line stands on the terminal.
  static func note(progressLine isShown: Bool) { state.withLock { $0.lineToClear = isShown } }

  /// Starts the thread. Must run before any other thread is made: they inherit which signals are
  /// blocked. Signals that are ignored, as under nohup, stay ignored.
  static func install() {
    // Writing then fails with an error instead.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
      if !isIgnored { sigaddset(&signals, number) }
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // The lock exists before the thread needs it.
    note(temporary: nil)
    AllocationFailure.install()
    let waited = UnsafeMutablePointer<sigset_t>.allocate(capacity: 1)
    waited.initialize(to: signals)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let waited = argument?.assumingMemoryBound(to: sigset_t.self) else { return nil }
        var number: Int32 = 0
        while sigwait(waited, &number) != 0 {}
        Interruption.end(number)
      }, waited)
  }

  private static func end(_ number: Int32) -> Never {
    // The lock is kept: nothing may begin to be written any more.
    state.withLock { state in
      // A name is noted before its file is made: another thread may be between the two, and make it now.
      var left = state.temporaries + [state.spooled].compactMap(\.self)
      for attempt in 0..<200 {
        left.removeAll { unlink($0) == 0 }
        if left.isEmpty { break }
        if attempt < 199 { usleep(1000) }
      }
      if state.lineToClear { tell("\r\u{1B}[K") }
      if let folder = state.temporaryFolder {
        // A hundred thousand tiles take minutes.
        if access(folder, F_OK) == 0 { tell("ended; what was written is removed\n") }
        // What another thread was about to rename may still arrive; then it waits for the lock.
        for _ in 0..<100 {
          OutputFolder.remove(folder)
          if access(folder, F_OK) != 0 { break }
          usleep(1000)
        }
      }
      state.newFolders.reversed().forEach { OutputFolder.removeIfEmpty($0) }
      _exit(128 + number)
    }
  }

  private static func tell(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
