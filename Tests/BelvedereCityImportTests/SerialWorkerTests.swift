import BelvedereThreads
import Testing

@Suite("A worker for tasks one after another") struct SerialWorkerTests {
  private final class Log { var numbers: [Int] = [] }

  @Test("does them in their order, and all of them before waiting ends", arguments: [1, 2, 7])
  func order(most: Int) {
    let (worker, log) = (SerialWorker(most: most), Log())
    for round in 1...20 {
      for n in 0..<50 { worker.add { log.numbers.append(50 * (round - 1) + n) } }
      worker.wait()
      #expect(log.numbers == Array(0..<50 * round))
    }
  }

  @Test("keeps nothing of what they used")
  func release() {
    let worker = SerialWorker(most: 1)
    weak var kept: Log?
    for _ in 0..<200 {
      let log = Log()
      kept = log
      worker.add { log.numbers.append(1) }
      worker.wait()
      #expect(log.numbers == [1])
    }
    #expect(kept == nil)
  }

  @Test("waits for nothing where there is nothing") func nothing() { SerialWorker(most: 1).wait() }
}
