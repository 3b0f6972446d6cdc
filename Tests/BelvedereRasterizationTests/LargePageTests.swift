import BelvedereTestSupport
import CBelvedereMemory
import Testing

/// Memory in large pages: what one thing has no other one gets, whoever frees what in which order.
@Suite struct LargePageTests {
  private struct Thing {
    let memory: UnsafeMutableRawPointer
    let size: Int
    let mark: UInt8

    init(size: Int, mark: UInt8) {
      memory = belvedere_memory_shared(size)
      self.size = size
      self.mark = mark
      memory.initializeMemory(as: UInt8.self, repeating: mark, count: size)
    }

    var isWhole: Bool {
      UnsafeRawBufferPointer(start: memory, count: size).allSatisfy { $0 == mark }
    }

    func release() { belvedere_memory_release(memory, size) }
  }

  private func size(_ random: inout SplitMix64) -> Int {
    switch random.int(0...9) {
    case 0: random.int(0...40_000)
    case 1: random.int(900_000...2_500_000)
    case 2: [1 << 15, (1 << 15) - 1, 1 << 20, (1 << 20) + 1, 1 << 21][random.int(0...4)]
    // Squares of ground and of shadow.
    case 3, 4, 5: 258 * 258 * 4
    case 6: 288 * 288 * 2
    default: random.int(30_000...300_000)
    }
  }

  private func exercise(_ random: inout SplitMix64, steps: Int, isAmple: Bool) throws {
    var things: [Thing] = []
    defer { for thing in things { thing.release() } }
    for step in 0..<steps {
      // What was had before is given back afterwards as well.
      if isAmple && step == steps / 4 { belvedere_memory_is_ample() }
      if things.count > 60 || (!things.isEmpty && random.int(0...2) == 0) {
        let thing = things.remove(at: random.int(0...things.count - 1))
        try check(thing.isWhole, "\(thing.size) bytes after \(step) steps")
        thing.release()
      } else {
        let thing = Thing(size: size(&random), mark: UInt8(step & 255))
        things.append(thing)
        try check(Int(bitPattern: thing.memory) % 64 == 0, "aligned")
      }
    }
    for thing in things { try check(thing.isWhole, "\(thing.size) bytes at the end") }
  }

  @Test func nothingIsGivenTwice() {
    forEachSeed(6) { random in try exercise(&random, steps: 400, isAmple: true) }
  }

  @Test func threadsShareIt() async throws {
    belvedere_memory_is_ample()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<4 {
        group.addTask {
          var random = SplitMix64(seed: UInt64(seed))
          try exercise(&random, steps: 300, isAmple: false)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func oneThingIsAlignedWhateverItsSize() {
    for size in [0, 1, 63, 64, 4096, (1 << 21) - 1, 1 << 21, (1 << 21) + 1, 5_000_001] {
      let memory = belvedere_memory_large(size)
      #expect(Int(bitPattern: memory) % 64 == 0, "\(size)")
      memory.initializeMemory(as: UInt8.self, repeating: 1, count: size)
      memory.deallocate()
    }
  }
}
