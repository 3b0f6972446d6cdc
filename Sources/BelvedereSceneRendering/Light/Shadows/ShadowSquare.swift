import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereTerrain

/// One square of shadow in the making: the highest that stands in the sunlight of each texel.
struct ShadowSquare {
  let key: MapSquare
  let space: ShadowSpace
  /// The frame around the square's middle, and the sun's view in it.
  let frame: LocalFrame
  let view: RasterView

  init(_ key: MapSquare, _ space: ShadowSpace) {
    self.key = key
    self.space = space
    let texel = MapSquare.texelSize(key.level)
    let side = texel * Double(ShadowLevel.texels)
    let corner = MapPoint(x: Double(key.x) * side, y: Double(key.y) * side)
    frame = LocalFrame(
      origin: MapPoint(x: corner.x + side / 2, y: corner.y + side / 2).coordinate)
    let scale = frame.metersPerMapPoint
    let border = Double(ShadowLevel.border)
    view = RasterView(
      projection: .parallel(far: ShadowLevel.far), eye: .zero,
      right: Vector3(1, 0, space.east * scale), up: Vector3(0, 1, -space.south * scale),
      forward: Vector3(0, 0, -1), focalLength: 1 / (texel * scale),
      center: Vector2(
        (frame.origin.x - corner.x) / texel + border, (frame.origin.y - corner.y) / texel + border),
      width: ShadowLevel.stride, height: ShadowLevel.stride, near: -.infinity)
  }

  /// Metres by which what stands a metre from the square may err: with the tolerance a twelfth of the sun's radius of
  /// 0.0046, within which its shadow is soft.
  private static let blur = 0.0005

  /// For ground as fine as the texels, and coarser far from them: a low sun throws shadows over a hundred kilometres.
  func meshView(heightFactor: Double) -> TerrainMeshView {
    var view = TerrainMeshView(
      earth: .flat(origin: frame.origin, metersPerMapPoint: frame.metersPerMapPoint),
      eye: Vector3(0, 0, 1e7), focalLength: view.focalLength, heightFactor: heightFactor,
      widestSide: 4)
    // What errs upwards throws its shadow too far, but no farther than that is high.
    view.parallelScale = view.focalLength
    view.parallelBlur = Self.blur
    return view
  }

  /// By how much ground is moved so that it does not shade itself: down, by more than it errs, and away
  /// from the sun, by more than the texels that are looked at around an upright section.
  var reliefShift: Vector3 {
    let texel = 1 / view.focalLength
    let way = Vector2(space.east, -space.south)
    let length = way.length
    guard length > 0 else { return Vector3(0, 0, -2 * texel) }
    // Metres of height for each on the ground.
    let steepness = min(1 / (length * frame.metersPerMapPoint), 2)
    let side = way / length * (2.5 * texel)
    return Vector3(side.x, side.y, -(1 + 3.5 * steepness) * texel)
  }

  /// The part of the plane that is drawn, in map points; its columns count from the first world.
  var bounds: MapRect {
    let texel = MapSquare.texelSize(key.level)
    let side = texel * Double(ShadowLevel.texels)
    let border = texel * Double(ShadowLevel.border)
    return MapRect(
      x: Double(key.x) * side - border, y: Double(key.y) * side - border,
      width: side + 2 * border, height: side + 2 * border)
  }
}
