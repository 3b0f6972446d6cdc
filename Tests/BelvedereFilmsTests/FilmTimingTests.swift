import BelvedereFilms
import Testing

@Suite("Moments of frames") struct FilmTimingTests {
  @Test("frames of television's rates are where fractions say, to the last bit")
  func televisionRates() throws {
    for (text, top, bottom) in [
      ("24000/1001", 24000, 1001), ("23.976", 24000, 1001), ("29.97", 30000, 1001),
      ("59.94", 60000, 1001), ("25", 25, 1), ("12.5", 12500, 1000),
    ] {
      let rate = try #require(FrameRate(text: text))
      #expect(rate.numerator == top && rate.denominator == bottom, "\(text)")
    }
    let rate = try #require(FrameRate(text: "24000/1001"))
    let timing = try #require(FilmTiming(duration: 3600, rate: rate))
    // 3600 s · 24000/1001 = 86313.68…
    #expect(timing.frameCount == 86314)
    for frame in [0, 1, 23, 24, 24000, 86313] + Array(1...2000) {
      // The nearest double of a quotient of whole numbers below 2⁵³.
      #expect(timing.time(ofFrame: frame) == Double(frame * 1001) / 24000)
    }
    // A sum of steps would be off by then.
    #expect(timing.time(ofFrame: 24000) == 1001)
  }

  @Test("the last frame is the last that is not after the end")
  func count() throws {
    let rate = try #require(FrameRate(30))
    for (duration, count) in [(0.0, 1), (0.01, 1), (1, 31), (1.02, 31), (1.99, 60), (2, 61)] {
      #expect(FilmTiming(duration: duration, rate: rate)?.frameCount == count, "\(duration)")
    }
    // A tenth as a sum of doubles is not quite one.
    let tenth = (0..<10).reduce(0.0) { sum, _ in sum + 0.1 }
    #expect(tenth < 1 && FilmTiming(duration: tenth, rate: rate)?.frameCount == 31)
    #expect(FilmTiming(duration: tenth, rate: rate)?.time(ofFrame: 30) == tenth)
    #expect(FilmTiming(duration: 1e6, rate: rate) == nil)
    #expect(FilmTiming(duration: .nan, rate: rate)?.frameCount ?? 1 == 1)
  }

  @Test("rates outside 1 to 240, and what is none, are refused")
  func refused() {
    for text in [
      "0", "0.5", "241", "-30", "nan", "inf", "30/0", "0/1", "1/2", "30/1/1", "", "/", "1e9",
      "30fps",
      "9999999999999999999",
    ] {
      #expect(FrameRate(text: text) == nil, "\(text)")
    }
    for text in ["1", "240", "240000/1001", "1001/1001"] {
      #expect(FrameRate(text: text) != nil, "\(text)")
    }
  }

  @Test("parts of the frames are all of them, once each, and of about one size")
  func shards() {
    for total in [1, 2, 7, 100, 1001] {
      for count in [1, 2, 3, 5, 64, 300] {
        let frames = FrameSet(10..<(10 + total))
        let parts = (1...count).map { frames.shard($0, of: count) }
        #expect(parts.flatMap(\.numbers) == frames.numbers)
        let sizes = parts.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      }
    }
  }

  @Test("moments of a blurred frame are the middles of equal parts of the open shutter")
  func blur() throws {
    let rate = try #require(FrameRate(10))
    let timing = try #require(FilmTiming(duration: 10, rate: rate))
    let times = timing.times(ofFrame: 20, samples: 4, shutter: 0.5)
    for (time, expected) in zip(times, [2.00625, 2.01875, 2.03125, 2.04375]) {
      #expect(abs(time - expected) < 1e-12)
    }
    // Nothing is after the end.
    #expect(timing.times(ofFrame: 100, samples: 4, shutter: 1).allSatisfy { $0 == 10 })
    #expect(timing.times(ofFrame: 20, samples: 1, shutter: 1) == [2])
    for text in ["0", "65", "8:1.5", "8:", "8:0.5:1", "x", "8:nan"] {
      #expect(MotionBlur(text: text) == nil, "\(text)")
    }
    #expect(MotionBlur(text: "8") == MotionBlur(samples: 8, shutter: 0.5))
  }

  @Test("numbers of frames are read and written as ranges")
  func sets() throws {
    #expect(FrameSet(text: "1,5-7,6-9,10")?.numbers == [1, 5, 6, 7, 8, 9, 10])
    #expect(FrameSet([9, 3, 4, 4, 5]).description == "3-5, 9")
    #expect(FrameSet([1, 3, 5, 7]).text(atMost: 2) == "1, 3 and 2 more")
    #expect(FrameSet(0..<3).union(FrameSet([3, 8])).description == "0-3, 8")
    for text in ["", "-", "3-1", "-1", "1-", "a", "1,,2", "1-2-3", "99999999999999999999", "１"] {
      #expect(FrameSet(text: text) == nil, "\(text)")
    }
  }
}
