import BelvedereLimits
import BelvedereTerrain

/// How many hills a place may stand on: an elevation is the sum of all of them.
enum HillLimits {
  /// Hills whose feet reach one part of the ground.
  static let maximumDepth = 4096

  static func check(_ field: HillField, _ node: SceneNode) throws {
    guard field.depth > maximumDepth else { return }
    throw LimitError(
      subject: node.error("the ground").description,
      value: "up to \(field.depth) hills at one place",
      limit: "\(maximumDepth) hills",
      remedy: "make the hills smaller or fewer, or give the ground as a raster")
  }
}
