import BelvedereGeodesy

/// What a camera may do: the rules that apply to it, composed.
///
/// ```swift
/// var limits = CameraLimits(pitchLimit: .standard)
/// limits.zoomRange = try CameraZoomRange(minimumDistance: 100, maximumDistance: 50_000)
/// let answer = limits.clamp(camera)
/// for change in answer.adjustments { log("\(change)") }
/// ```
public struct CameraLimits: Sendable, Hashable {
  /// Where the centre may lie; `nil` for no limit.
  public var boundary: CameraBoundary?
  /// How near and far the camera may be; `nil` for no limit.
  public var zoomRange: CameraZoomRange?
  /// The greatest pitch at a distance.
  public var pitchLimit: PitchLimit
  /// Whether a camera's pitch counts. Without, the map is seen from straight above.
  public var isPitchEnabled: Bool
  /// Whether a camera's heading counts. Without, north is at the top.
  public var isRotateEnabled: Bool

  /// Makes limits.
  public init(
    boundary: CameraBoundary? = nil, zoomRange: CameraZoomRange? = nil,
    pitchLimit: PitchLimit = .standard, isPitchEnabled: Bool = true, isRotateEnabled: Bool = true
  ) {
    self.boundary = boundary
    self.zoomRange = zoomRange
    self.pitchLimit = pitchLimit
    self.isPitchEnabled = isPitchEnabled
    self.isRotateEnabled = isRotateEnabled
  }

  /// Makes limits from bounds.
  public init(bounds: MapCameraBounds, pitchLimit: PitchLimit = .standard) {
    self.init(boundary: bounds.boundary, zoomRange: bounds.zoomRange, pitchLimit: pitchLimit)
  }

  /// The domain and nothing else: any place, any distance, up to 90° of pitch.
  public static let none = CameraLimits(pitchLimit: .none)

  /// The boundary and the zoom range.
  public var bounds: MapCameraBounds {
    get { MapCameraBounds(boundary: boundary, zoomRange: zoomRange) }
    set {
      boundary = newValue.boundary
      zoomRange = newValue.zoomRange
    }
  }

  /// The rules in the order in which they are applied: boundary, zoom range, pitch, heading.
  public var rules: [any CameraLimit] {
    var rules: [any CameraLimit] = []
    if let boundary { rules.append(boundary) }
    if let zoomRange { rules.append(zoomRange) }
    rules.append(isPitchEnabled ? pitchLimit : StraightDown())
    if !isRotateEnabled { rules.append(NorthUp()) }
    return rules
  }

  /// The nearest camera that keeps the limits, and what was changed, from what, to what and why.
  ///
  /// The centre changes only for the boundary; the pitch limit is taken at the clamped distance and
  /// keeps centre, heading and distance. Clamping the answer changes nothing. More pitch given
  /// never means less in the answer; more distance never means less distance nor more pitch.
  ///
  /// - Parameter camera: one that ``MapCamera/validate()`` accepts; of others, numbers that are NaN
  ///   or infinite stay as they are.
  public func clamp(_ camera: MapCamera) -> CameraClamp { camera.clamped(by: rules) }

  /// Whether a camera keeps the limits.
  public func allows(_ camera: MapCamera) -> Bool { clamp(camera).isUnchanged }

  /// The greatest pitch in degrees at a distance in metres; 0 where pitch is disabled.
  public func maximumPitch(atDistance distance: Double) -> Double {
    isPitchEnabled ? pitchLimit.maximumPitch(atDistance: distance) : 0
  }

  /// The greatest distance in metres that allows a pitch in degrees.
  ///
  /// - Returns: infinity where every distance does, `nil` where none does. See
  ///   ``PitchLimit/maximumDistance(forPitch:)``.
  public func maximumDistance(forPitch pitch: Double) -> Double? {
    guard isPitchEnabled || pitch <= 0 else { return nil }
    let limit = isPitchEnabled ? pitchLimit.maximumDistance(forPitch: pitch) : .infinity
    guard let limit else { return nil }
    if let low = zoomRange?.minimumDistance, low > limit { return nil }
    return min(limit, zoomRange?.maximumDistance ?? .infinity)
  }
}

extension MapCamera {
  /// The camera that keeps some rules, applied in order, and what they changed.
  ///
  /// ``CameraLimits`` is the usual set of rules; this takes any, also of one's own.
  public func clamped(by rules: [any CameraLimit]) -> CameraClamp {
    var camera = self
    var adjustments: [CameraAdjustment] = []
    for rule in rules {
      guard let adjustment = rule.adjustment(of: camera) else { continue }
      camera = adjustment.applied(to: camera)
      adjustments.append(adjustment)
    }
    return CameraClamp(camera: camera, adjustments: adjustments)
  }
}

extension CameraLimits: CustomStringConvertible {
  public var description: String {
    var parts: [String] = []
    if boundary != nil || zoomRange != nil { parts.append(bounds.description) }
    parts.append(isPitchEnabled ? "pitch limit \(pitchLimit)" : "no pitch")
    if !isRotateEnabled { parts.append("north up") }
    return parts.joined(separator: ", ")
  }
}
