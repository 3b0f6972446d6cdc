/// An elevation model that is made of samples, and whose voids can be filled sample by sample.
///
/// A mosaic asks for it: what it draws then runs over into the sources below without a step, and a
/// sample says what it rests on. A ``HeightField`` needs no such promise.
public protocol VoidFillable: ElevationModel {
  /// The model with its voids filled; itself where there is nothing to fill.
  func fillingVoids(by rule: VoidFillingRule) -> VoidFilledModel
}

/// What voids are filled with: elevations of coarser sources first, then their surroundings.
public struct VoidFillingRule: Sendable {
  /// What coarser sources know, in the units and from the datum of the model that is filled.
  public struct Coarser: Sendable {
    /// Elevations at the crossings of parallels and meridians, row-major, NaN where nothing is known.
    public let elevations: @Sendable (_ latitudes: [Double], _ longitudes: [Double]) -> [Float]
    /// Two elevations between which all of them lie; to find them may take reading all of a source.
    public let range: @Sendable () -> ClosedRange<Double>

    /// Describes sources.
    public init(
      range: @escaping @Sendable () -> ClosedRange<Double>,
      elevations: @escaping @Sendable (_ latitudes: [Double], _ longitudes: [Double]) -> [Float]
    ) {
      self.range = range
      self.elevations = elevations
    }
  }

  /// The coarser sources; `nil` for none.
  public let coarser: Coarser?
  /// Whether voids that no coarser source knows are filled from their surroundings.
  public let interpolates: Bool
  /// What models that lie beside this one know, made up or not, as ``Coarser/elevations`` tells: voids that go on
  /// there are filled so that they meet it. `nil` for none.
  public let beside: (@Sendable (_ latitudes: [Double], _ longitudes: [Double]) -> [Float])?

  /// Makes a rule.
  public init(
    coarser: Coarser?, interpolates: Bool,
    beside: (@Sendable (_ latitudes: [Double], _ longitudes: [Double]) -> [Float])? = nil
  ) {
    self.coarser = coarser
    self.interpolates = interpolates
    self.beside = beside
  }
}

/// A model whose voids are filled.
public struct VoidFilledModel: Sendable {
  /// The model.
  public let model: any ElevationModel
  /// How many voids were filled from coarser sources and from their surroundings; 0 for a model that
  /// fills them when it is asked.
  public let fromCoarser, fromSurroundings: Int

  /// Makes a result.
  public init(_ model: any ElevationModel, fromCoarser: Int = 0, fromSurroundings: Int = 0) {
    self.model = model
    self.fromCoarser = fromCoarser
    self.fromSurroundings = fromSurroundings
  }
}
