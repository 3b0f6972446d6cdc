import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How far around the eye what of a streamed layer is seen.
///
/// A thing of some size is seen as far as it is so many pixels large. The eye is taken as somewhere in a square of the
/// map, and its height and the reach are rounded, so that the same is in memory for all eyes near each other, whichever
/// way they look: a picture depends on its own view alone, and one that follows needs nothing else.
package struct SeenReach {
  /// Pixels below which a thing is left out.
  package var pixels: Double
  /// Pixels of the picture for each unit of slope from its middle.
  let focalLength: Double
  let eye: Coordinate
  /// Metres above the ground.
  let height: Double

  package init(pixels: Double, focalLength: Double, eye: Coordinate, height: Double) {
    (self.pixels, self.focalLength, self.eye, self.height) = (pixels, focalLength, eye, height)
  }

  /// Reaches are rounded up to powers of the fourth root of two.
  private static let reachSteps = 4.0
  /// Parts of a reach to which the height is rounded down, and of which a square is one or two.
  private static let heightSteps = 8.0
  private static let squaresInReach = 4.0

  /// The boxes of a layer whose things are of a size.
  package func boxes(ofThings size: Double?) -> [GeographicBounds] {
    guard let size else {
      return [GeographicBounds(south: -90, west: -180, north: 90, east: 180)]
    }
    let reach = exp2(
      (log2(size * focalLength / pixels) * Self.reachSteps).rounded(.up) / Self.reachSteps)
    let step = reach / Self.heightSteps
    let height = (max(self.height, 0) / step).rounded(.down) * step
    guard height < reach else { return [] }
    return boxes(within: (reach * reach - height * height).squareRoot(), reach: reach)
  }

  /// The square of the map that the eye is in, and all so many metres around it.
  private func boxes(within radius: Double, reach: Double) -> [GeographicBounds] {
    var place = eye
    place.latitude = min(max(place.latitude, -MapPoint.maximumLatitude), MapPoint.maximumLatitude)
    let scale = MapPoint.metersPerMapPoint(at: place.latitude)
    let side = exp2(log2(reach / Self.squaresInReach / scale).rounded())
    let point = MapPoint(place)
    let (x, y) = ((point.x / side).rounded(.down) * side, (point.y / side).rounded(.down) * side)
    // The same for the whole square.
    let middle = MapPoint(x: x + side / 2, y: min(max(y + side / 2, 0), MapPoint.worldWidth))
    let around = radius / MapPoint.metersPerMapPoint(at: middle.coordinate.latitude)
    let world = MapPoint.worldWidth
    let rect = MapRect(
      x: x - around, y: max(y - around, 0), width: min(side + 2 * around, world),
      height: min(y + side + around, world) - max(y - around, 0))
    return Self.parts(GeographicBounds(rect))
  }

  /// The parts of a box within ±180°.
  private static func parts(_ box: GeographicBounds) -> [GeographicBounds] {
    [-360.0, 0, 360].compactMap { turn in
      let (west, east) = (max(box.west + turn, -180), min(box.east + turn, 180))
      guard west < east else { return nil }
      return GeographicBounds(south: box.south, west: west, north: box.north, east: east)
    }
  }
}
