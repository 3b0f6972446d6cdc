import BelvedereImaging

/// Small pictures as text, for expectations that can be read and for failures.
public enum TextImage {
  private static let ramp = Array(" .:-=+*#%@")

  /// A row of text for each row of a grid of numbers in [0, 1]: blank is 0, `@` is 1.
  public static func rows(
    width: Int, height: Int, _ value: (_ x: Int, _ y: Int) -> Double
  ) -> [String] {
    (0..<height).map { y in
      String(
        (0..<width).map { x in
          let v = value(x, y)
          let i = v > 0 ? Int((min(v, 1) * Double(ramp.count - 1)).rounded()) : 0
          return ramp[i]
        })
    }
  }

  /// A picture's brightness.
  public static func rows(_ image: Image) -> [String] {
    rows(width: image.width, height: image.height) { x, y in
      let p = image[x, y]
      return (0.2126 * Double(p.red) + 0.7152 * Double(p.green) + 0.0722 * Double(p.blue)) / 255
    }
  }
}
