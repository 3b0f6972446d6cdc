import BelvedereText
import Foundation
import Testing

/// Expected values made by `Tests/Reference/text/tables.py` with fontTools, FreeType, HarfBuzz and
/// python-bidi.
struct TextVectors: Decodable {
  struct Metrics: Decodable {
    struct Glyph: Decodable {
      var scalar: UInt32
      var glyph: UInt32
      var advance: Double
      var bounds: [Double]?
      var area: Double
    }
    var unitsPerEm: Double
    var glyphs: [Glyph]
  }
  struct Shaped: Decodable {
    var text: String
    var rightToLeft: Bool
    var glyphs: [[Double]]
  }
  struct Coverage: Decodable {
    var font, character: String
    var size: Double
    var left, top: Int
    var rows: [String]
  }
  struct Order: Decodable {
    var text, seen: String
  }
  var metrics: [String: Metrics]
  var shaped: [Shaped]
  var coverage: [Coverage]
  var order: [Order]

  static func url(_ name: String, filePath: String = #filePath) -> URL {
    URL(fileURLWithPath: filePath).deletingLastPathComponent()
      .appendingPathComponent("Vectors/\(name)")
  }

  static func load() throws -> TextVectors {
    try JSONDecoder().decode(TextVectors.self, from: Data(contentsOf: url("text.json")))
  }

  static func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

  /// Without FreeType there are no fonts to test, which is said.
  static var hasFreeType: Bool {
    if TextLibraries.freeTypeVersion == nil {
      print("FreeType is not installed: fonts are not tested")
    }
    return TextLibraries.freeTypeVersion != nil
  }
}
