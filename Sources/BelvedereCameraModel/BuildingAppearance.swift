import BelvedereGeoMath
import BelvedereGeodesy

/// How buildings look as the map pitches.
///
/// Both rules are ramps that may be replaced; ``standard`` has the defaults.
public struct BuildingAppearance: Sendable, Hashable, Codable {
  /// The part of its height to which a building is extruded, [0, 1].
  public var extrusion: PitchRamp
  /// The opacity of a building or tree whose image collides with an overlay above the roads.
  public var opacityOverOverlay: PitchRamp

  /// Makes an appearance.
  public init(
    extrusion: PitchRamp = .extrusion, opacityOverOverlay: PitchRamp = .opacityOverOverlay
  ) {
    self.extrusion = extrusion
    self.opacityOverOverlay = opacityOverOverlay
  }

  /// Buildings grow to their height by 10°, and show over overlays by up to 0.65 at 60°.
  public static let standard = BuildingAppearance()

  /// The part of its height to which a building is extruded by default: 0 straight down, 1 from 10°
  /// on, C¹.
  public static func extrusion(atPitch pitch: Double) -> Double {
    PitchRamp.extrusion.value(atPitch: pitch)
  }

  /// The opacity of a building or tree whose image collides with an overlay above the roads, by
  /// default.
  ///
  /// 0 straight down, rising monotonically and smoothly to `maximum` at 60°, below 1 throughout; 0
  /// where the pitch is not a number.
  public static func opacityOverOverlay(atPitch pitch: Double, maximum: Double = 0.65) -> Double {
    pitch > 0 ? maximum * smoothstep(0, 60, pitch) : 0
  }
}

extension BuildingAppearance: CustomStringConvertible {
  public var description: String {
    "extrusion \(extrusion), opacity over overlays \(opacityOverOverlay)"
  }
}
