import BelvedereGeoMath
import BelvedereImaging
import BelvedereText

/// Frames of a film side by side, each with its number and its time.
public struct ContactSheet: Sendable {
  /// The sheet so far.
  public private(set) var image: Image

  private let columns: Int
  private let cell: (width: Int, height: Int)
  private var count = 0

  private static let gap = 8
  private static let caption = 22
  private static let widest = 2048
  private static let paper: UInt8 = 24
  private static let ink: UInt8 = 225

  /// The most frames on a sheet.
  public static let mostFrames = 400

  /// An empty sheet.
  ///
  /// - Parameters:
  ///   - frames: how many there will be, 1 to ``mostFrames``.
  ///   - width: of a frame in the film, pixels, and its height.
  public init(frames: Int, width: Int, height: Int) {
    let frames = min(max(frames, 1), Self.mostFrames)
    // As wide as high, in frames; wide ones get fewer columns.
    let shape = Double(height) / Double(max(width, 1))
    let fitting = (Double(frames) * min(max(shape * 16 / 9, 0.25), 4)).squareRoot().rounded(.up)
    columns = Int(clamping: fitting, in: 1...frames)
    let room = (Self.widest - Self.gap) / columns - Self.gap
    let cellWidth = max(min(room, width), 48)
    let cellHeight = (Double(cellWidth) * shape).rounded()
    cell = (cellWidth, Int(clamping: cellHeight, in: 1...4096))
    let rows = (frames + columns - 1) / columns
    image = Image(
      width: Self.gap + columns * (cell.width + Self.gap),
      height: Self.gap + rows * (cell.height + Self.caption + Self.gap),
      fill: (Self.paper, Self.paper, Self.paper, 255))
  }

  /// Which frames of some a sheet shows: evenly spaced, the first and the last among them.
  public static func choice(of count: Int, from frames: FrameSet) -> [Int] {
    let numbers = frames.numbers
    guard numbers.count > count else { return numbers }
    guard count > 1 else { return Array(numbers.prefix(count)) }
    return (0..<count).map { numbers[$0 * (numbers.count - 1) / (count - 1)] }
  }

  /// Adds the next frame.
  ///
  /// - Parameter seconds: when it is shown.
  public mutating func add(_ frame: Image, number: Int, seconds: Double) {
    let x = Self.gap + count % columns * (cell.width + Self.gap)
    let y = Self.gap + count / columns * (cell.height + Self.caption + Self.gap)
    count += 1
    guard y + cell.height <= image.height else { return }
    // Of linear light, or fine bright lines would become darker.
    for row in 0..<cell.height {
      let rows = Self.span(row, of: cell.height, in: frame.height)
      for column in 0..<cell.width {
        let columns = Self.span(column, of: cell.width, in: frame.width)
        image[x + column, y + row] = Self.mean(frame, columns, rows)
      }
    }
    write(Self.time(seconds), at: x + 2, y + cell.height, width: cell.width, isRight: false)
    if cell.width > 120 {
      write("\(number)", at: x, y + cell.height, width: cell.width - 2, isRight: true)
    }
  }

  private static func span(_ i: Int, of count: Int, in all: Int) -> Range<Int> {
    let first = min(i * all / count, all - 1)
    return first..<max((i + 1) * all / count, first + 1)
  }

  private static func mean(
    _ frame: Image, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> (UInt8, UInt8, UInt8, UInt8) {
    var sum: (UInt32, UInt32, UInt32) = (0, 0, 0)
    for y in rows {
      for x in columns {
        let pixel = frame[x, y]
        sum.0 += FrameMean.linear[Int(pixel.red)]  // checked: a byte
        sum.1 += FrameMean.linear[Int(pixel.green)]  // checked: a byte
        sum.2 += FrameMean.linear[Int(pixel.blue)]  // checked: a byte
      }
    }
    let count = UInt32(clamping: columns.count * rows.count)
    func value(_ sum: UInt32) -> UInt8 { FrameMean.encoded[Int(clamping: min(sum / count, 65535))] }
    return (value(sum.0), value(sum.1), value(sum.2), 255)
  }

  /// Minutes, seconds and thousandths: `1:02.500`.
  static func time(_ seconds: Double) -> String {
    let thousandths = Int(clamping: (seconds * 1000).rounded(), in: 0...1_000_000_000)
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return
      "\(thousandths / 60_000):\(digits(thousandths / 1000 % 60, 2)).\(digits(thousandths % 1000, 3))"
  }

  private mutating func write(_ text: String, at x: Int, _ y: Int, width: Int, isRight: Bool) {
    let size = 13.0
    let line = TextLine(text, fonts: .system, weight: .regular)
    let start = isRight ? Double(x + width) - line.width * size : Double(x)
    let mask = TextMask(
      [(line, Vector2(start, Double(y + Self.caption) - 7))], pixelsPerEm: size, haloRadius: 0)
    for row in 0..<mask.height {
      for column in 0..<mask.width {
        let (px, py) = (mask.x + column, mask.y + row)
        guard px >= 0, py >= 0, px < image.width, py < image.height else { continue }
        let part = Int(mask.letters[row * mask.width + column])  // checked: a byte
        guard part > 0 else { continue }
        let value = (Int(Self.paper) * (255 - part) + Int(Self.ink) * part) / 255  // checked: bytes
        let byte = UInt8(clamping: value)
        image[px, py] = (byte, byte, byte, 255)
      }
    }
  }
}
