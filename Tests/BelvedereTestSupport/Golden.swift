import BelvedereImaging
import Foundation
import Testing

/// Compares a picture with `Goldens/NAME.png` beside the test.
///
/// On a mismatch `NAME.actual.png` and `NAME.diff.png` are left in `.build/goldens`. A missing
/// reference is created where the environment has `BELVEDERE_ACCEPT_GOLDENS=1` and is a failure
/// otherwise.
///
/// - Parameters:
///   - tolerance: the greatest difference of a channel, 0 to 255.
///   - allowedPixels: how many pixels may differ by more.
public func expectGolden(
  _ image: Image, _ name: String, tolerance: Int = 2, allowedPixels: Int = 0,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let accepts = ProcessInfo.processInfo.environment["BELVEDERE_ACCEPT_GOLDENS"] == "1"
  let folder = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")
  let reference = folder.appendingPathComponent("\(name).png")
  let output = PackageRoot.url.appendingPathComponent(".build/goldens")
  func write(_ picture: Image, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(PNG.encode(picture, compression: 9)).write(to: url)
  }

  guard let data = try? Data(contentsOf: reference) else {
    if accepts {
      try write(image, to: reference)
    } else {
      try write(image, to: output.appendingPathComponent("\(name).actual.png"))
      Issue.record(
        """
        no reference \(name).png; look at .build/goldens/\(name).actual.png and, if it is right, \
        run the test again with BELVEDERE_ACCEPT_GOLDENS=1
        """, sourceLocation: sourceLocation)
    }
    return
  }
  let expected = try PNG.decodeImage(Array(data))
  guard let difference = ImageDifference(expected, image, tolerance: tolerance) else {
    try write(image, to: output.appendingPathComponent("\(name).actual.png"))
    Issue.record(
      """
      \(name) is \(image.width) × \(image.height), the reference \
      \(expected.width) × \(expected.height)
      """, sourceLocation: sourceLocation)
    return
  }
  guard difference.count > allowedPixels else { return }
  try write(image, to: output.appendingPathComponent("\(name).actual.png"))
  try write(difference.picture, to: output.appendingPathComponent("\(name).diff.png"))
  let worst = difference.worst
  Issue.record(
    """
    \(name): \(difference.count) pixels differ by more than \(tolerance); the worst is \
    (\(worst.x), \(worst.y)) by \(worst.difference); see .build/goldens/\(name).diff.png. \
    To accept the new picture delete the reference and run with BELVEDERE_ACCEPT_GOLDENS=1
    """, sourceLocation: sourceLocation)
}
