/// The light at a place; directions are along the place's own east, north and up.
struct LocalLight {
  /// Towards the sun.
  var sunDirection: SIMD3<Float>
  /// As ``Atmosphere/sunLight`` and ``Atmosphere/skyLight``.
  var sunLight, skyLight: SIMD3<Float>
  /// 0 by day, 1 when the windows are lit.
  var night: Float
  /// The sky's colours there as a part of those in the atmosphere's table.
  var skyShare: SIMD3<Float>

  /// The light of the flat map, the same everywhere.
  init(_ air: Atmosphere) {
    sunDirection = air.sunDirection
    sunLight = air.sunLight
    skyLight = air.skyLight
    night = air.night
    skyShare = SIMD3(repeating: 1)
  }

  init(
    sunDirection: SIMD3<Float>, sunLight: SIMD3<Float>, skyLight: SIMD3<Float>, night: Float,
    skyShare: SIMD3<Float>
  ) {
    self.sunDirection = sunDirection
    self.sunLight = sunLight
    self.skyLight = skyLight
    self.night = night
    self.skyShare = skyShare
  }
}
