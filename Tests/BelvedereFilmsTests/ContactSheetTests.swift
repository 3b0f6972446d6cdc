import BelvedereFilms
import BelvedereImaging
import Testing

@Suite("Contact sheets") struct ContactSheetTests {
  @Test("frames are chosen evenly, the first and the last among them")
  func choice() {
    let frames = FrameSet(10..<110)
    #expect(ContactSheet.choice(of: 4, from: frames) == [10, 43, 76, 109])
    #expect(ContactSheet.choice(of: 1, from: frames) == [10])
    #expect(ContactSheet.choice(of: 12, from: FrameSet([3, 5])) == [3, 5])
    #expect(ContactSheet.choice(of: 3, from: FrameSet()).isEmpty)
  }

  @Test("each frame has its place, reduced in linear light, and its time below")
  func cells() {
    var sheet = ContactSheet(frames: 4, width: 160, height: 90)
    for n in 0..<4 {
      // A board of black and white: half the light is the code 188, not 128.
      var frame = Image(width: 320, height: 180, fill: (UInt8(40 * n), 0, 0, 255))
      for y in 0..<180 {
        for x in 160..<320 {
          let value: UInt8 = (x + y) % 2 == 0 ? 255 : 0
          frame[x, y] = (value, value, value, 255)
        }
      }
      sheet.add(frame, number: n, seconds: Double(n))
    }
    let image = sheet.image
    #expect(image.width == 2 * 160 + 24 && image.height == 2 * (90 + 22 + 8) + 8)
    #expect(image[8 + 20, 8 + 20] == (0, 0, 0, 255))
    #expect(image[8 + 168 + 20, 8 + 20].red == 40)
    #expect(image[8 + 20, 8 + 120 + 20].red == 80)
    #expect(image[8 + 140, 8 + 40].red == 188)
    func hasInk(_ rows: Range<Int>) -> Bool {
      rows.contains { y in (8..<60).contains { image[$0, y].red > 150 } }
    }
    #expect(hasInk(98..<120))
  }

  @Test("sheets of any number of frames of any shape have a size that can be written")
  func shapes() {
    for (width, height) in [(1, 4000), (4000, 1), (7680, 4320), (270, 480)] {
      for count in [1, 7, 400] {
        var sheet = ContactSheet(frames: count, width: width, height: height)
        #expect(sheet.image.width <= 30_000 && sheet.image.height <= 200_000)
        if width * height < 10_000 {
          sheet.add(Image(width: width, height: height), number: 0, seconds: 0)
        }
      }
    }
  }

  @Test("H.264 refuses odd sizes with the nearest even one")
  func sizes() {
    func problem(_ format: VideoFormat, _ width: Int, _ height: Int) -> String? {
      format.problem(width: width, height: height, rate: .usual)
    }
    #expect(problem(.mp4, 641, 360)?.contains("640x360") == true)
    #expect(problem(.mp4, 640, 360) == nil)
    #expect(problem(.webm, 641, 361) == nil)
  }

  @Test("GIF refuses rates that its hundredths of a second cannot keep")
  func rates() throws {
    for (rate, isKept) in [("25", true), ("50", true), ("50.5", false), ("60", false)] {
      let rate = try #require(FrameRate(text: rate))
      let problem = VideoFormat.gif.problem(width: 64, height: 36, rate: rate)
      #expect((problem == nil) == isKept, "\(rate)")
      #expect(problem?.contains("--fps 50") != false)
      #expect(VideoFormat.mp4.problem(width: 64, height: 36, rate: rate) == nil)
    }
  }
}
