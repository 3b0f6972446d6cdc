/// A place between the samples of a model, the nearest one to another place.
public struct OutermostPlace: Sendable {
  /// Metres above the model's datum.
  public var elevation: Double
  /// The way from it to the other place, eastwards and northwards, in degrees of latitude, about; where the other
  /// place itself lies between samples, from the nearest outermost one.
  public var way: SIMD2<Double>
  /// Whether the other place itself lies between samples.
  public var isAmong: Bool

  /// Makes a place.
  public init(elevation: Double, way: SIMD2<Double>, isAmong: Bool) {
    self.elevation = elevation
    self.way = way
    self.isAmong = isAmong
  }

  /// The length of the way.
  var distance: Double { (way * way).sum().squareRoot() }
}
