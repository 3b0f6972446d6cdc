/// How two pictures of one size differ.
public struct ImageDifference: Sendable {
  /// Pixels in which a channel differs by more than the tolerance.
  public let count: Int
  /// The greatest difference of a channel, 0 to 255, and where it is.
  public let worst: (difference: Int, x: Int, y: Int)
  /// The mean absolute difference over all channels, 0 to 255.
  public let mean: Double
  /// The differences as a picture, red where the tolerance is exceeded.
  public let picture: Image

  /// Compares two pictures; `nil` where their sizes differ.
  public init?(_ a: Image, _ b: Image, tolerance: Int = 0) {
    guard a.width == b.width, a.height == b.height else { return nil }
    var picture = Image(width: a.width, height: a.height)
    var count = 0
    var worst = (difference: 0, x: 0, y: 0)
    var sum = 0
    for i in 0..<(a.width * a.height) {
      var largest = 0
      for channel in 0..<4 {
        let d = abs(Int(a.bytes[4 * i + channel]) - Int(b.bytes[4 * i + channel]))
        largest = max(largest, d)
        sum += d
      }
      if largest > worst.difference { worst = (largest, i % a.width, i / a.width) }
      let gray = UInt8(  // checked: half the mean of three bytes
        (Int(a.bytes[4 * i]) + Int(a.bytes[4 * i + 1]) + Int(a.bytes[4 * i + 2])) / 6)
      if largest > tolerance {
        count += 1
        picture[i % a.width, i / a.width] = (255, gray / 2, gray / 2, 255)
      } else {
        picture[i % a.width, i / a.width] = (gray, gray, gray, 255)
      }
    }
    self.count = count
    self.worst = worst
    self.mean = Double(sum) / Double(a.width * a.height * 4)
    self.picture = picture
  }
}
