import BelvedereFilms
import BelvedereImaging
import BelvedereSceneRendering
import BelvedereTestSupport
import Dispatch
import Synchronization
import Testing

@Suite("Frames that are drawn at once") struct FramesAtOnceTests {
  /// Keeps what it takes, and fails at a frame.
  private final class Sink: FrameSink {
    struct Full: Error {}
    let images = Mutex<[Image]>([])
    private let most: Int

    init(most: Int = .max) { self.most = most }

    func add(_ image: Image) throws {
      try images.withLock {
        guard $0.count < most else { throw Full() }
        $0.append(image)
      }
    }
  }

  // Across the beginning of a block of annotations that follow from each other.
  private static let numbers = 120..<136

  private static func alone() throws -> [Image] {
    let one = try FilmRendererTests.renderer(threads: 1)
    #expect(one.framesAtOnce == 1)
    return try numbers.map { try one.frame($0).image }
  }

  @Test("they are passed on in their order, and are those that are drawn alone")
  func order() throws {
    let alone = try Self.alone()
    for threads in [1, 2, 5] {
      let renderer = try FilmRendererTests.renderer(threads: threads)
      #expect(renderer.framesAtOnce == min(threads, 2))
      let sink = Sink()
      let counts = Mutex<[Int]>([])
      _ = try FilmProduction(renderer).run(FrameSet(Self.numbers), into: sink) { progress in
        counts.withLock { $0.append(progress.done) }
      }
      #expect(sink.images.withLock { $0 } == alone)
      #expect(counts.withLock { $0 } == Array(1...alone.count))
    }
  }

  @Test("asked for by two threads, the later one first, they are the same")
  func laterFirst() throws {
    let alone = try Self.alone()
    let renderer = try FilmRendererTests.renderer(threads: 2)
    let drawn = Mutex<[Int: Image]>([:])
    for pair in stride(from: 0, to: alone.count, by: 2) {
      DispatchQueue.concurrentPerform(iterations: 2) { i in
        let n = pair + 1 - i
        let image = try? renderer.frame(Self.numbers.lowerBound + n).image
        drawn.withLock { $0[n] = image }
      }
    }
    for n in alone.indices { #expect(drawn.withLock { $0[n] } == alone[n]) }
  }

  @Test(
    "a block follows from what the frames before it left for it, as from those placed for it alone")
  func nextBlock() throws {
    let numbers = 128..<134
    let alone = try FilmRendererTests.renderer(threads: 1)
    let expected = try numbers.map { try alone.frame($0).image }
    // All that is left for the block, all but its beginning, none.
    for first in [90, 100, 127] {
      for threads in [1, 2] {
        let renderer = try FilmRendererTests.renderer(threads: threads)
        let sink = Sink()
        _ = try FilmProduction(renderer).run(FrameSet(first..<134), into: sink) { _ in }
        #expect(sink.images.withLock { Array($0.suffix(numbers.count)) } == expected)
      }
    }
  }

  @Test("where one cannot be passed on none of the later ones is, and the error is told")
  func failure() throws {
    for most in [0, 1, 6] {
      let sink = Sink(most: most)
      #expect(throws: Sink.Full.self) {
        _ = try FilmProduction(FilmRendererTests.renderer(threads: 2))
          .run(FrameSet(Self.numbers), into: sink) { _ in }
      }
      #expect(sink.images.withLock { $0.count } == most)
    }
  }

  @Test("what is kept is not drawn again, and comes in its place")
  func kept() throws {
    let alone = try Self.alone()
    let folder = try TemporaryFolder()
    let renderer = try FilmRendererTests.renderer(threads: 2)
    let store = try FrameStore(
      folder: folder.path,
      manifest: FilmManifest(
        frameCount: 180, rate: #require(FrameRate(30)), width: 160, height: 110, origins: [:]))
    for n in [0, 1, 5, 6, 15] { try store.keep(alone[n], as: Self.numbers.lowerBound + n) }
    let production = FilmProduction(renderer, store: store)
    let last = Mutex(FilmProduction.Progress())
    for kept in [5, alone.count] {
      let sink = Sink()
      _ = try production.run(FrameSet(Self.numbers), into: sink) { now in last.withLock { $0 = now }
      }
      #expect(sink.images.withLock { $0 } == alone)
      #expect(last.withLock { $0 }.kept == kept)
    }
    #expect(store.missing(in: Self.numbers).isEmpty)
    // Only kept, passed on to nobody.
    store.remove(FrameSet([123, 124, 133]))
    _ = try production.run(FrameSet(Self.numbers)) { now in last.withLock { $0 = now } }
    #expect(store.missing(in: Self.numbers).isEmpty)
    #expect(last.withLock { $0 }.kept == alone.count - 3)
  }
}
