/// How much of the relief is drawn: all of it, none, or part of it on the way between the two.
public struct ElevationStyle: Sendable, Hashable {
  /// 0 is flat, 1 realistic; between them elevations are multiplied by it.
  public let realism: Double

  /// Makes a style; what lies outside [0, 1] is held at its ends, NaN is flat.
  public init(realism: Double) { self.realism = realism > 0 ? min(realism, 1) : 0 }

  /// All ground at 0.
  public static let flat = ElevationStyle(realism: 0)
  /// The ground as it is.
  public static let realistic = ElevationStyle(realism: 1)

  /// The style that can be had over a model: flat where it knows nothing.
  public func resolved(over model: (some ElevationModel)?) -> ResolvedElevationStyle {
    let hasGround = model.map { !$0.isEmpty } ?? false
    return ResolvedElevationStyle(requested: self, effective: hasGround ? self : .flat)
  }
}

/// A style that was asked for, and the one that could be had.
public struct ResolvedElevationStyle: Sendable, Hashable {
  /// What was asked for.
  public let requested: ElevationStyle
  /// What is drawn: flat where no elevations are known.
  public let effective: ElevationStyle

  /// Makes a pair.
  public init(requested: ElevationStyle, effective: ElevationStyle) {
    self.requested = requested
    self.effective = effective
  }
}

/// Elevations as they are drawn: multiplied by an exaggeration and a style's realism, and flat at 0
/// where nothing is known.
///
/// The bounds are those of the model, but ``elevation(latitude:longitude:)`` answers everywhere.
public struct StyledElevation<Base: ElevationModel>: ElevationModel {
  /// The elevations as they are.
  public let base: Base
  /// The style.
  public let style: ResolvedElevationStyle
  /// By how much elevations are multiplied besides, at least 0.
  public let exaggeration: Double
  private var factor: Double { exaggeration * style.effective.realism }

  /// Styles a model.
  ///
  /// - Parameter exaggeration: finite and at least 0; anything else is 1.
  public init(_ base: Base, style: ElevationStyle = .realistic, exaggeration: Double = 1) {
    self.base = base
    self.style = style.resolved(over: base)
    self.exaggeration = exaggeration >= 0 && exaggeration.isFinite ? exaggeration : 1
  }

  public var bounds: GeographicBounds { base.bounds }
  public var resolution: Double { base.resolution }
  public var longitudinalResolution: Double { base.longitudinalResolution }
  public var datum: VerticalDatum { base.datum }
  public var isEmpty: Bool { base.isEmpty }
  public var range: ClosedRange<Double> { styled(base.range) }

  public func elevation(latitude: Double, longitude: Double) -> Double? {
    (base.elevation(latitude: latitude, longitude: longitude) ?? 0) * factor
  }

  public func elevation(
    latitude: Double, longitude: Double, by interpolation: ElevationInterpolation
  ) -> Double? {
    (base.elevation(latitude: latitude, longitude: longitude, by: interpolation) ?? 0) * factor
  }

  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    styled(base.elevations(latitudes: latitudes, longitudes: longitudes))
  }

  public func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float] {
    styled(base.elevations(latitudes: latitudes, longitudes: longitudes, by: interpolation))
  }

  public func sample(latitude: Double, longitude: Double) -> ElevationSample? {
    guard var sample = base.sample(latitude: latitude, longitude: longitude) else {
      return ElevationSample(elevation: 0, kind: .assumedFlat, sourceIndex: nil)
    }
    sample.elevation *= factor
    return sample
  }

  public func range(in box: GeographicBounds) -> ClosedRange<Double>? {
    guard let known = base.range(in: box) else { return 0...0 }
    return styled(known)
  }

  /// With 0, for the ground of which nothing is known.
  private func styled(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    min(range.lowerBound * factor, 0)...max(range.upperBound * factor, 0)
  }

  private func styled(_ elevations: [Float]) -> [Float] {
    let factor = Float(factor)
    return elevations.map { $0.isNaN ? 0 : $0 * factor }
  }
}
