import BelvedereGeodesy

/// The ground along a path.
public struct ElevationProfile: Sendable, Hashable {
  /// A place of the path.
  public struct Sample: Sendable, Hashable {
    /// Where.
    public var coordinate: Coordinate
    /// Metres from the path's start along it, on the ellipsoid.
    public var distance: Double
    /// Metres above the datum; `nil` where it is not known.
    public var elevation: Double?
  }

  /// From the start to the end.
  public let samples: [Sample]

  /// The sample of the lowest and of the highest ground, the first of equal ones; `nil` where no
  /// elevation is known.
  public var lowest: Sample? {
    samples.filter { $0.elevation != nil }.min {
      ($0.elevation ?? 0) < ($1.elevation ?? 0)
    }
  }

  /// See ``lowest``.
  public var highest: Sample? {
    var found: Sample?
    for sample in samples {
      if let elevation = sample.elevation, elevation > found?.elevation ?? -.infinity {
        found = sample
      }
    }
    return found
  }

  /// Metres climbed and metres descended from sample to sample, over those that are known.
  public var climb: (up: Double, down: Double) {
    var (up, down) = (0.0, 0.0)
    var last: Double?
    for elevation in samples.lazy.compactMap(\.elevation) {
      if let last {
        up += max(elevation - last, 0)
        down += max(last - elevation, 0)
      }
      last = elevation
    }
    return (up, down)
  }
}

extension TerrainSurface {
  /// The ground along the shortest lines through some coordinates.
  ///
  /// - Parameters:
  ///   - coordinates: The path; each of them has a sample.
  ///   - spacing: The greatest distance between samples, metres on the ellipsoid.
  /// - Throws: ``DomainError`` that names `spacing`, also where there would be more than
  ///   `Geodesic.maximumPathPoints` samples, or a coordinate.
  public func profile(
    along coordinates: [Coordinate], spacing: Double
  ) throws(DomainError) -> ElevationProfile {
    let geodesic = Geodesic.wgs84
    var samples: [ElevationProfile.Sample] = []
    if coordinates.count == 1 {
      samples = try geodesic.path(through: coordinates, maximumSegment: spacing).map {
        ElevationProfile.Sample(coordinate: $0, distance: 0, elevation: elevation(at: $0))
      }
    }
    var start = 0.0
    for (from, to) in zip(coordinates, coordinates.dropFirst()) {
      let length = try geodesic.inverse(from: from, to: to).distance
      let points = try geodesic.path(from: from, to: to, maximumSegment: spacing)
      for (i, point) in points.enumerated() where i > 0 || samples.isEmpty {
        samples.append(
          ElevationProfile.Sample(
            coordinate: point, distance: start + length * (Double(i) / Double(points.count - 1)),
            elevation: elevation(at: point)))
      }
      start += length
      guard samples.count <= Geodesic.maximumPathPoints else {
        throw DomainError(
          field: "spacing", value: spacing,
          allowed: "long enough for at most \(Geodesic.maximumPathPoints) samples")
      }
    }
    return ElevationProfile(samples: samples)
  }
}
