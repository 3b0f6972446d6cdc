import BelvedereGeoMath

/// How buildings look as the map pitches.
public enum BuildingAppearance {
  /// The part of its height to which a building is extruded: 0 straight down, 1 from 10° on, C¹.
  public static func extrusion(atPitch pitch: Double) -> Double { smoothstep(0, 10, pitch) }

  /// The opacity of a building or tree whose image collides with an overlay above the roads.
  ///
  /// 0 straight down, rising monotonically and smoothly to `maximum` at 60°, below 1 throughout.
  public static func opacityOverOverlay(atPitch pitch: Double, maximum: Double = 0.65) -> Double {
    maximum * smoothstep(0, 60, pitch)
  }
}
