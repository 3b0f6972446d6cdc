/// An elevation and where it comes from.
public struct ElevationSample: Sendable, Hashable {
  /// What an elevation rests on, the best first.
  public enum Kind: UInt8, Sendable, Hashable, Comparable, CaseIterable {
    /// Samples of the source.
    case measured
    /// A void of the source, filled from a coarser one.
    case filledFromCoarser
    /// A void that no source knows, filled from its surroundings.
    case interpolated
    /// Nothing: the ground is taken to be flat.
    case assumedFlat

    public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }

    /// The case's name.
    public var name: String { "\(self)" }
  }

  /// Metres above the model's datum.
  public var elevation: Double
  /// What it rests on; the worst of the samples that it is made of.
  public var kind: Kind
  /// The number of its source in a mosaic, in order of priority; `nil` for flat ground.
  public var sourceIndex: Int?
  /// The name of that source; empty where it has none.
  public var sourceName: String
  /// The part in (0, 1] that this source has in the elevation: below 1 in the seam between two.
  public var weight: Double

  /// Makes a sample.
  public init(
    elevation: Double, kind: Kind = .measured, sourceIndex: Int? = 0, sourceName: String = "",
    weight: Double = 1
  ) {
    self.elevation = elevation
    self.kind = kind
    self.sourceIndex = sourceIndex
    self.sourceName = sourceName
    self.weight = weight
  }
}
