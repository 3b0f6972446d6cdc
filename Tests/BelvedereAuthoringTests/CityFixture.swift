import BelvedereAuthoring
import Foundation

/// The authored city, made once for all tests.
enum CityFixture {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenes/san-francisco", isDirectory: true)

  static let city = Result { try CityAuthoring(folder: folder) }
}
