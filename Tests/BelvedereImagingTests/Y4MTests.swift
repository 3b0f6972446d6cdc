import BelvedereImaging
import BelvedereTestSupport
import Testing

@Suite struct Y4MTests {
  private func picture(_ random: inout SplitMix64, width: Int, height: Int) -> Image {
    var image = Image(width: width, height: height)
    for i in 0..<(width * height) {
      for c in 0..<3 { image.bytes[4 * i + c] = UInt8(random.int(0...255)) }
    }
    return image
  }

  /// Luma and chroma of BT.709 in limited range from the standard's own numbers.
  private func exact(_ r: Double, _ g: Double, _ b: Double) -> (y: Double, cb: Double, cr: Double) {
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return (
      16 + 219 * y / 255, 128 + 224 * (b - y) / 1.8556 / 255, 128 + 224 * (r - y) / 1.5748 / 255
    )
  }

  @Test func theHeaderSaysWhatFollows() {
    let stream = Y4MStream(width: 5, height: 3, rate: (30000, 1001))
    #expect(
      String(decoding: stream.header, as: UTF8.self)
        == "YUV4MPEG2 W5 H3 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n")
    #expect(stream.frameByteCount == 6 + 15 + 2 * 6)
    #expect(
      Y4MStream(width: 5, height: 3, rate: (24, 1), chroma: .full).frameByteCount == 6 + 45)
  }

  @Test func pixelsAreThoseOfTheStandard() {
    forEachSeed(30) { random in
      let (width, height) = (random.int(1...33), random.int(1...21))
      let image = picture(&random, width: width, height: height)
      let pixel = { (x: Int, y: Int) -> [Double] in
        let p = image[min(x, width - 1), min(y, height - 1)]
        return [Double(p.red), Double(p.green), Double(p.blue)]
      }
      for chroma in Y4MStream.Chroma.allCases {
        let stream = Y4MStream(width: width, height: height, rate: (25, 1), chroma: chroma)
        let frame = stream.frame(image)
        try check(frame.count == stream.frameByteCount, "the length")
        try check(frame.starts(with: Array("FRAME\n".utf8)), "the mark")
        let planes = Array(frame.dropFirst(6))
        let side = chroma == .full ? 1 : 2
        let columns = (width + side - 1) / side
        let rows = (height + side - 1) / side
        for y in 0..<height {
          for x in 0..<width {
            let p = pixel(x, y)
            let error = abs(Double(planes[y * width + x]) - exact(p[0], p[1], p[2]).y)
            try check(error < 0.52, "luma at \(x), \(y)")
          }
        }
        for y in 0..<rows {
          for x in 0..<columns {
            var mean = [0.0, 0, 0]
            for j in 0..<side {
              for i in 0..<side {
                let p = pixel(side * x + i, side * y + j)
                for c in 0..<3 { mean[c] += p[c] / Double(side * side) }
              }
            }
            let wanted = exact(mean[0], mean[1], mean[2])
            let at = width * height + y * columns + x
            try check(abs(Double(planes[at]) - wanted.cb) < 0.52, "blue at \(x), \(y)")
            try check(
              abs(Double(planes[at + columns * rows]) - wanted.cr) < 0.52, "red at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test func blackGrayAndWhiteHaveNoColor() {
    for level in [0, 1, 127, 128, 254, 255] {
      let value = UInt8(level)
      let image = Image(width: 3, height: 3, fill: (value, value, value, 255))
      let frame = Y4MStream(width: 3, height: 3, rate: (1, 1)).frame(image).dropFirst(6)
      #expect(frame.dropFirst(9).allSatisfy { $0 == 128 })
    }
  }
}
