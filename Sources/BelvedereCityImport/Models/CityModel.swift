import BelvedereGeoMath

/// A building of a city model, in the metres or degrees of its reference system.
struct CityModel {
  struct Surface {
    /// The outline and its holes: numbers of corners.
    var rings: [[Int]]
    /// `RoofSurface` and the like; empty where it is not said.
    var type: String
  }

  /// By which its parts belong together.
  var id: String
  /// Of a sequence: in others the same id is another building's.
  var line: Int
  var name: String
  /// What the part itself is called.
  var part: String
  var corners: [Vector3]
  var surfaces: [Surface]
}
