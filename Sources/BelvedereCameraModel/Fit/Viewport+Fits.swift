import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a view straight down shows when it is asked for a region or a rectangle.
///
/// Both keep the centre; the viewport's own padding plays no part.
extension Viewport {
  /// The region around the same centre that contains a region and has the viewport's shape on the
  /// flat map.
  ///
  /// One of the spans is the region's own, the other has grown. Near a pole the result may reach
  /// beyond the map's edge, where ``MapRect`` cuts it off; a longitude span ends at 360°.
  ///
  /// - Throws: ``DomainError`` naming the field of the viewport or the region, such as
  ///   `region.latitudeDelta`.
  ///
  /// Accuracy: 1e-12 of the spans; held by `ViewportFitTests`.
  public func regionThatFits(
    _ region: CoordinateRegion
  ) throws(DomainError) -> CoordinateRegion {
    try validate()
    _ = try CameraFit.rect(region)
    let cosine = cos(region.center.latitude * .pi / 180)
    let sine = sin(region.span.latitudeDelta / 2 * .pi / 180)
    // Mercator's height of ±δ around φ is 2 artanh(sin δ / cos φ); all in radians.
    let tall = sine < cosine ? 2 * atanh(sine / cosine) : .infinity
    let wide = region.span.longitudeDelta * .pi / 180
    var result = region
    if wide * height < tall * width {
      result.span.longitudeDelta = min(tall * width / height * 180 / .pi, 360)
    } else {
      let delta = asin(cosine * tanh(wide * height / width / 2)) * 180 / .pi
      result.span.latitudeDelta = max(2 * delta, region.span.latitudeDelta)
    }
    return result
  }

  /// The rectangle around the same centre that contains a rectangle and has the viewport's shape.
  ///
  /// - Parameters:
  ///   - rect: what is to be seen; null stays null.
  ///   - edgePadding: screen points that stay free beside it. The centre stays in the middle of the
  ///     screen, so of two opposite edges the greater padding counts for both.
  /// - Throws: ``DomainError`` naming the field: of the viewport, of the rectangle, or
  ///   `edgePadding` where it leaves nothing.
  ///
  /// Accuracy: 1e-15 of the size and coordinates.
  public func mapRectThatFits(
    _ rect: MapRect, edgePadding: EdgePadding = EdgePadding()
  ) throws(DomainError) -> MapRect {
    if rect.isNull { return .null }
    var frame = self
    frame.padding = edgePadding
    try frame.validate()
    for (value, name) in [(rect.x, "x"), (rect.y, "y")] {
      try MapCamera.checkFinite(value, "mapRect.\(name)", unit: "map points")
    }
    for (value, name) in [(rect.width, "width"), (rect.height, "height")] {
      guard value.isFinite, value >= 0 else {
        throw DomainError(
          field: "mapRect.\(name)", value: value, allowed: "a finite number, at least 0")
      }
    }
    let across = width - 2 * max(edgePadding.left, edgePadding.right)
    let down = height - 2 * max(edgePadding.top, edgePadding.bottom)
    guard across > 0, down > 0 else {
      throw DomainError(
        field: "edgePadding", value: "\(edgePadding)",
        allowed: "less than half of the viewport at each edge")
    }
    let scale = max(rect.width / across, rect.height / down)
    // Rounding must not make the result smaller than what it holds.
    let size = MapSize(
      width: max(width * scale, rect.width), height: max(height * scale, rect.height))
    return MapRect(
      x: rect.x - (size.width - rect.width) / 2, y: rect.y - (size.height - rect.height) / 2,
      width: size.width, height: size.height)
  }
}
