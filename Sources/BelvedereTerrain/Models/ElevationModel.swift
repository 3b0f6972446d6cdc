import BelvedereGeodesy

/// Something that knows how high the ground is.
///
/// Latitudes are degrees within ±90, longitudes any finite number of degrees; NaN lies nowhere.
/// Elevations are metres above ``datum``.
public protocol ElevationModel: Sendable {
  /// The box outside which nothing is known.
  var bounds: GeographicBounds { get }
  /// The distance between samples in degrees of latitude.
  var resolution: Double { get }
  /// The distance between samples in degrees of longitude; ``resolution`` unless a model says
  /// otherwise.
  var longitudinalResolution: Double { get }
  /// The lowest and highest sample, metres above the datum.
  var range: ClosedRange<Double> { get }
  /// The same, or a wider one, where it can be told without reading a file; ``range`` unless a model
  /// says otherwise.
  var statedRange: ClosedRange<Double>? { get }
  /// What elevations are measured from; sea level unless a model says otherwise.
  var datum: VerticalDatum { get }

  /// Whether nothing is known anywhere.
  var isEmpty: Bool { get }

  /// The ground's elevation in metres above the datum, bilinear between samples; `nil` outside the
  /// bounds and beside a void.
  func elevation(latitude: Double, longitude: Double) -> Double?

  /// Of a model that is made of several, and has gaps between them, those that lie beside a gap: where it has
  /// no cell any more, each of them knows the ground up to its own edge. None unless a model says otherwise.
  var modelsAtGaps: [any ElevationModel] { get }

  /// Where the model's data end; `nil`, unless a model says otherwise, for the sides of ``bounds``, with samples
  /// on them.
  var outline: ModelOutline? { get }

  /// Whether a place lies within the model's data, be it in a void of them; the whole of ``bounds`` unless
  /// a model says otherwise.
  func hasData(latitude: Double, longitude: Double) -> Bool

  /// Whether a place within the data lies beyond the outermost samples, where their values hold; by the samples
  /// of ``outline`` unless a model says otherwise.
  func isHeld(latitude: Double, longitude: Double) -> Bool

  /// The place between the model's samples that is nearest to a place; `nil` where it is farther than `reach`
  /// degrees of latitude, in a void, and of models that do not say otherwise.
  func outermost(latitude: Double, longitude: Double, within reach: Double) -> OutermostPlace?

  /// Elevations at every crossing of some parallels and meridians: row-major, a row a latitude; NaN
  /// where nothing is known. The numbers of ``elevation(latitude:longitude:)`` in single precision,
  /// many times faster.
  func elevations(latitudes: [Double], longitudes: [Double]) -> [Float]

  /// The elevation by another rule between samples; `nil` outside the bounds and beside a void.
  ///
  /// A model that is not a regular grid answers from a lattice of its own
  /// ``elevation(latitude:longitude:)`` that starts at its north-west corner and has its resolution.
  func elevation(
    latitude: Double, longitude: Double, by interpolation: ElevationInterpolation
  ) -> Double?

  /// ``elevation(latitude:longitude:by:)`` at every crossing, as ``elevations(latitudes:longitudes:)``.
  func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float]

  /// Where the model's own samples stand, if on parallels and meridians that are few enough to be
  /// listed: there ``elevations(latitudes:longitudes:by:)`` of the nearest gives them.
  var sampleLines: SampleLines? { get }

  /// The bilinear elevation and where it comes from; `nil` where nothing is known.
  func sample(latitude: Double, longitude: Double) -> ElevationSample?

  /// Two elevations between which all of a box lies, as far as it is known; `nil` where nothing of
  /// it is known. Never too narrow. Models that are grids give the extremes of the bilinear surface
  /// exactly; others may give the range of more than the box.
  func range(in box: GeographicBounds) -> ClosedRange<Double>?

  /// Whether the ground is surely known at every place of a box; `false`, unless a model says otherwise, where that
  /// cannot be told.
  ///
  /// - Parameter box: in degrees, within a world of ``bounds``.
  func knowsAll(of box: GeographicBounds) -> Bool

  /// Whether anything may be known in a box or close to it, told without reading; whether ``bounds`` and the box
  /// touch unless a model knows better.
  ///
  /// - Parameter box: in degrees; it may lie a world away.
  func mayHaveData(in box: GeographicBounds) -> Bool

  /// Degrees of latitude between samples inside a box, from the finest to the coarsest, where a model
  /// is not equally fine everywhere; told without reading. `nil` where it does not reach into the box.
  ///
  /// - Parameter box: in degrees; it may lie a world away.
  func resolutions(in box: GeographicBounds) -> ClosedRange<Double>?

  /// The same ground as coarser samples know it, no farther apart than `spacing` degrees of latitude, where
  /// the model has such samples too; `nil` where it has not.
  ///
  /// For pictures, so that they cost by what is seen and not by what is known. Measurements ask the
  /// model itself.
  func coarsened(to spacing: Double) -> (any ElevationModel)?
}

extension ElevationModel {
  public var longitudinalResolution: Double { resolution }

  public var statedRange: ClosedRange<Double>? { range }

  public var datum: VerticalDatum { .meanSeaLevel(geoid: nil) }

  public var isEmpty: Bool { bounds.north <= bounds.south || bounds.east <= bounds.west }

  public var sampleLines: SampleLines? { nil }

  public func knowsAll(of box: GeographicBounds) -> Bool { false }

  public var modelsAtGaps: [any ElevationModel] { [] }

  public var outline: ModelOutline? { nil }

  public func hasData(latitude: Double, longitude: Double) -> Bool {
    bounds.contains(latitude: latitude, longitude: longitude)
  }

  public func isHeld(latitude: Double, longitude: Double) -> Bool {
    outline.map { !$0.samples.contains(latitude: latitude, longitude: longitude) } ?? false
  }

  public func outermost(
    latitude: Double, longitude: Double, within reach: Double
  ) -> OutermostPlace? { nil }

  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    latitudes.flatMap { latitude in
      longitudes.map { longitude in
        elevation(latitude: latitude, longitude: longitude).map { Float($0) } ?? .nan
      }
    }
  }

  public func elevation(
    latitude: Double, longitude: Double, by interpolation: ElevationInterpolation
  ) -> Double? {
    guard interpolation != .bilinear else {
      return elevation(latitude: latitude, longitude: longitude)
    }
    guard let lattice = ElevationLattice(self) else { return nil }
    return lattice.elevation(latitude: latitude, longitude: longitude, by: interpolation) {
      self.elevation(latitude: $0, longitude: $1) ?? .nan
    }
  }

  public func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float] {
    guard interpolation != .bilinear else {
      return elevations(latitudes: latitudes, longitudes: longitudes)
    }
    if interpolation == .bicubic, let lattice = ElevationLattice(self),
      let values = lattice.bicubic(
        latitudes: latitudes, longitudes: longitudes,
        nodes: { elevations(latitudes: $0, longitudes: $1) })
    {
      return values
    }
    return latitudes.flatMap { latitude in
      longitudes.map { longitude in
        elevation(latitude: latitude, longitude: longitude, by: interpolation)
          .map { Float($0) } ?? .nan
      }
    }
  }

  public func sample(latitude: Double, longitude: Double) -> ElevationSample? {
    elevation(latitude: latitude, longitude: longitude).map { ElevationSample(elevation: $0) }
  }

  public func range(in box: GeographicBounds) -> ClosedRange<Double>? {
    bounds.intersections(with: box).isEmpty ? nil : range
  }

  /// ``range(in:)`` of a rectangle of the map.
  public func range(in rect: MapRect) -> ClosedRange<Double>? {
    rect.isNull ? nil : range(in: GeographicBounds(rect))
  }
}
