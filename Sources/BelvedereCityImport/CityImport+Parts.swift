import BelvedereGeodesy
import BelvedereTerrain

extension CityImport {
  /// Something that was read otherwise than it stands in a file.
  public struct Repair: Sendable, Hashable {
    /// The first place, such as `line 4`; empty for all of the file.
    public var place: String
    /// What is wrong, and what was made of it.
    public var reason: String
    /// In how many features.
    public var count: Int
    /// Whether it was correct once, so that nobody need do anything.
    public var isHarmless = false

    /// The reason behind its place.
    public var words: String { (place.isEmpty ? "" : "\(place): ") + reason }
  }

  /// Where a model stands.
  public struct Placement: Sendable, Hashable {
    /// Where its origin is.
    public var coordinate: Coordinate
    /// Metres of its origin above the ground there, -10,000 to 1,000,000.
    public var height: Double
    /// Degrees clockwise by which it is turned, -3600 to 3600: at 0 its x axis points east and its z axis south.
    public var heading: Double

    /// Makes one.
    public init(coordinate: Coordinate, height: Double = 0, heading: Double = 0) {
      (self.coordinate, self.height, self.heading) = (coordinate, height, heading)
    }

    /// The place alone, as a box.
    public var bounds: GeographicBounds {
      GeographicBounds(
        south: coordinate.latitude, west: coordinate.longitude, north: coordinate.latitude,
        east: coordinate.longitude)
    }
  }

  /// A layer's file, as the scene names it.
  public struct LayerFile: Sendable {
    /// What it holds, as ``CityLayer/name`` has it; or `overlays`, `models` or `venues`, which are files of others.
    public var name: String
    public var file: String
    public var isStreamed = false
    public var size: Double?
    public var standsFor: Double?
    /// Of land the box in which its outlines are known.
    public var bounds: GeographicBounds?
    /// Of a model where it stands, and what it is called.
    public var placement: Placement?
    public var title = ""
    /// Of a venue its level: an ordinal or a name; `nil` for the ground floor.
    public var level: String?

    /// Makes one.
    public init(
      name: String, file: String, isStreamed: Bool = false, size: Double? = nil,
      standsFor: Double? = nil, bounds: GeographicBounds? = nil
    ) {
      self.bounds = bounds
      (self.name, self.file, self.isStreamed) = (name, file, isStreamed)
      (self.size, self.standsFor) = (size, standsFor)
    }

    /// That of a layer.
    public init(_ layer: CityLayer) {
      self.init(
        name: layer.name, file: layer.file, isStreamed: layer.isStreamed, size: layer.size,
        standsFor: layer.standsFor, bounds: layer.bounds)
    }
  }
}
