import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

/// The globe as a picture's frame sees it: the frame touches the ellipsoid at the camera's centre.
struct GlobeGround {
  /// East, north and up at the camera's centre; the frame of the picture.
  let frame: TangentFrame
  /// The eye in Earth-centred coordinates, metres, and its height above the ellipsoid.
  let eye: Vector3
  let eyeHeight: Double
  /// The place below the eye, and its east, north and up.
  let below: GlobePoint
  let eyeAxes: LocalAxes
  let east, north, up: Vector3

  init(_ view: GlobeView) {
    frame = view.frame
    eye = view.ecefPose.eye
    eyeHeight = view.eyePosition.height
    (east, north, up) = (view.frame.east, view.frame.north, view.frame.up)
    // High above the Earth one step of the formula is not enough: the place below is known.
    let φ = SineCosine(degrees: view.eyePosition.latitude)
    let λ = SineCosine(degrees: view.eyePosition.longitude)
    var below = GlobePoint(ecef: eye)
    (below.sinφ, below.cosφ) = (φ.sine, φ.cosine)
    (below.sinλ, below.cosλ) = (λ.sine, λ.cosine)
    self.below = below
    eyeAxes = LocalAxes(
      east: Self.framed(below.east, view.frame), north: Self.framed(below.north, view.frame),
      up: Self.framed(below.up, view.frame))
  }

  /// The place of a position relative to the eye, in metres along the frame's axes.
  @inline(__always)
  func point(_ offset: SIMD3<Float>) -> GlobePoint {
    let (x, y, z) = (Double(offset.x), Double(offset.y), Double(offset.z))
    return GlobePoint(ecef: eye + (east * x + north * y + up * z))
  }

  /// A direction in Earth-centred axes along those of the frame.
  @inline(__always)
  func framed(_ v: Vector3) -> SIMD3<Float> {
    SIMD3(Float(v.dot(east)), Float(v.dot(north)), Float(v.dot(up)))
  }

  private static func framed(_ v: Vector3, _ frame: TangentFrame) -> SIMD3<Float> {
    SIMD3(Float(v.dot(frame.east)), Float(v.dot(frame.north)), Float(v.dot(frame.up)))
  }

  /// East, north and up of a place.
  @inline(__always)
  func axes(at p: GlobePoint) -> LocalAxes {
    LocalAxes(east: framed(p.east), north: framed(p.north), up: framed(p.up))
  }
}
