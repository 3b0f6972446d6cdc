import BelvedereGeoMath
import BelvedereGeodesy

/// For what view a terrain mesh is made.
public struct TerrainMeshView: Sendable {
  /// The Earth that the ground lies on.
  public enum Earth: Sendable, Equatable {
    /// The flat map around an origin: x east, y north, metres as in `LocalFrame`; z elevation.
    case flat(origin: MapPoint, metersPerMapPoint: Double)
    /// The ellipsoid: the frame is an orthonormal one given in ECEF; z is its third axis.
    case globe(TangentFrame)
  }

  /// The Earth.
  public var earth: Earth
  /// The eye in the Earth's frame, metres.
  public var eye: Vector3
  /// Pixels a unit at depth 1.
  public var focalLength: Double
  /// How much more a metre beside the line of sight may show than one on it: 1 + (r / k)², r being the
  /// distance in pixels of the farthest corner from the line of sight, k the focal length.
  public var spread: Double
  /// Pixels by which the drawn ground may lie off the finest surface, greater than 0.
  public var tolerance: Double
  /// More tiles than so many are not drawn: the tolerance grows until there are fewer. Of ground a
  /// hundred times as high as it is they would fill the memory; a tile takes about 40 kB of it.
  public var maximumTiles = mostTiles
  /// The ``maximumTiles`` of a view that says nothing of it.
  public static let mostTiles = 6144
  /// Factor of all heights, at least 0: exaggeration times elevation style.
  public var heightFactor: Double
  /// A tile is no wider than this many times its distance, so that single precision shows nothing.
  public var widestSide: Double
  /// Pixels a metre of height in a view by parallel rays, which shows all of the ground alike; `nil` in
  /// a view from the eye.
  public var parallelScale: Double?
  /// Of a view by parallel rays: metres of height more that a pixel stands for with each metre, on level ground, from
  /// beside the eye. What throws its shadow from far away throws a soft one.
  public var parallelBlur = 0.0

  /// Makes a view with a tolerance of 0.75 pixels.
  public init(
    earth: Earth, eye: Vector3, focalLength: Double, spread: Double = 1, tolerance: Double = 0.75,
    heightFactor: Double = 1, widestSide: Double = 8
  ) {
    self.earth = earth
    self.eye = eye
    self.focalLength = focalLength
    self.spread = spread
    self.tolerance = tolerance
    self.heightFactor = heightFactor
    self.widestSide = widestSide
  }

  /// Metres of height that a pixel stands for in a view by parallel rays; `nil` in a view from the eye.
  ///
  /// - Parameter distance: metres on level ground from beside the eye.
  func metersPerPixel(beside distance: @autoclosure () -> Double) -> Double? {
    parallelScale.map { parallelBlur > 0 ? 1 / $0 + parallelBlur * distance() : 1 / $0 }
  }

  /// A tile whose error shows as less than this is not divided.
  ///
  /// A vertex on a border follows the coarser side, by at most as much as that side errs; so both
  /// shares together, and what triangles leave out, stay within the tolerance.
  var divides: Double { tolerance * 0.47 }
  /// A tile whose error shows as more than this has children that lie on their own heights.
  var morphs: Double { tolerance * 0.705 }
  /// Pixels by which a tile's triangles may leave out what its vertices show, along its sides and inside alike.
  /// Beside a side both count, that of the side by half.
  var leavesOut: Double { tolerance * 0.04 }
}

/// The part of space that is drawn: where all of some half-spaces meet.
public struct TerrainFrustum: Sendable {
  /// Normals that point inside, and offsets: inside where normal · p + offset ≥ 0, p from the eye.
  public var planes: [(normal: Vector3, offset: Double)]

  /// Makes a part of space; no planes are all of it.
  public init(planes: [(normal: Vector3, offset: Double)] = []) { self.planes = planes }

  /// Whether a box lies wholly outside of a plane.
  ///
  /// - Parameter planes: bits of the planes that are looked at, planes beyond the 32nd never; on
  ///   return those that the box reaches across. What lies in the box need not look at others.
  @inline(__always)
  func excludes(center c: Vector3, half h: Vector3, planes set: inout UInt32) -> Bool {
    guard set != 0 else { return false }
    for (i, plane) in planes.enumerated() where set >> UInt32(truncatingIfNeeded: i) & 1 != 0 {
      let n = plane.normal
      let reach = abs(n.x) * h.x + abs(n.y) * h.y + abs(n.z) * h.z
      let middle = n.dot(c) + plane.offset
      if middle + reach < 0 { return true }
      if middle - reach >= 0 { set &= ~(1 << UInt32(truncatingIfNeeded: i)) }
    }
    return false
  }

  @inline(__always)
  func excludes(center c: Vector3, radius: Double) -> Bool {
    for plane in planes where plane.normal.dot(c) + plane.offset < -radius * plane.normal.length {
      return true
    }
    return false
  }
}
