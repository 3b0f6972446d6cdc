import BelvedereRasterization
import Synchronization

/// Values made once and kept for the next pictures, up to a number of bytes; the longest unused go
/// first.
///
/// What the last calls had stays, too: a picture asks first for what it is likely to show and then for all of it,
/// and the first call of the next picture, or of one that is drawn at the same time, must not throw away what its
/// second one needs again.
///
/// A value depends on its key alone, so that a picture is the same whatever was drawn before.
final class Kept<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var values: [Key: (value: Value, bytes: Int, used: Int)] = [:]
    var bytes = 0
    var clock = 0
  }

  private let state = Mutex(State())
  private let maximumBytes: Int

  private let calls: Int

  /// - Parameters:
  ///   - maximumBytes: what the last calls need is kept even beyond.
  ///   - calls: how many these are: two of each picture that is drawn at the same time; one where memory is short,
  ///     so that nothing stays but what is being drawn.
  init(maximumBytes: Int, calls: Int = 2) {
    self.maximumBytes = maximumBytes
    self.calls = calls
  }

  /// The same values, but those of some keys.
  convenience init(_ other: Kept, without isLeftOut: (Key) -> Bool = { _ in false }) {
    self.init(maximumBytes: other.maximumBytes, calls: other.calls)
    var copy = other.state.withLock { $0 }
    for (key, value) in copy.values where isLeftOut(key) {
      copy.values[key] = nil
      copy.bytes -= value.bytes
    }
    let all = copy
    state.withLock { $0 = all }
  }

  /// Forgets the values of some keys.
  func forget(_ isForgotten: (Key) -> Bool) {
    state.withLock { state in
      for (key, value) in state.values where isForgotten(key) {
        state.values[key] = nil
        state.bytes -= value.bytes
      }
    }
  }

  /// How many bytes are kept.
  var byteCount: Int { state.withLock { $0.bytes } }

  /// The values of different keys, in their order; those that are missing are made by all threads.
  ///
  /// - Parameter make: makes a value and tells its bytes; `nil` leaves it out, also the next time.
  func values(
    _ keys: [Key], threads: Int,
    make: @Sendable (_ key: Key, _ strand: Int) -> (value: Value, bytes: Int)?
  ) -> [Value?] {
    var (found, clock) = state.withLock { state in
      state.clock += 1
      return (
        keys.map { key -> Value? in
          guard let index = state.values.index(forKey: key) else { return nil }
          state.values.values[index].used = state.clock
          return state.values.values[index].value
        }, state.clock
      )
    }
    let missing = keys.indices.filter { found[$0] == nil }
    guard !missing.isEmpty else { return found }
    // Before there are more of them.
    state.withLock { forget(&$0, beyond: maximumBytes, since: clock) }
    let made = SharedBuffer<(value: Value, bytes: Int)?>(repeating: nil, count: missing.count)
    defer { made.deallocate() }
    Parallel.forEach(missing.count, threads: threads) { i, strand in
      made[i] = make(keys[missing[i]], strand)
    }
    for (i, n) in missing.enumerated() { found[n] = made[i]?.value }
    state.withLock { state in
      for (i, n) in missing.enumerated() {
        guard let (value, bytes) = made[i], state.values[keys[n]] == nil else { continue }
        state.values[keys[n]] = (value, bytes, clock)
        state.bytes += bytes
      }
      forget(&state, beyond: maximumBytes, since: clock)
    }
    return found
  }

  /// The value of one key.
  func value(_ key: Key, make: @Sendable (Key) -> (value: Value, bytes: Int)) -> Value {
    values([key], threads: 1) { key, _ in make(key) }[0] ?? make(key).value
  }

  private func forget(_ state: inout State, beyond most: Int, since clock: Int) {
    guard state.bytes > most else { return }
    for (key, entry) in state.values.sorted(by: { $0.value.used < $1.value.used }) {
      // Some more than necessary, so that not every picture has to look.
      guard state.bytes > most / 8 * 7, entry.used + calls - 1 < clock else { return }
      state.values[key] = nil
      state.bytes -= entry.bytes
    }
  }
}
