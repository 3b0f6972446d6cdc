/// Several elevation models, the first that knows an answer giving it.
public struct LayeredElevation: ElevationModel {
  /// The layers, in order of priority.
  public let layers: [any ElevationModel]

  /// Makes a stack.
  public init(_ layers: [any ElevationModel] = []) { self.layers = layers }

  public var bounds: GeographicBounds {
    layers.dropFirst().reduce(layers.first?.bounds ?? .init(south: 0, west: 0, north: 0, east: 0)) {
      $0.union($1.bounds)
    }
  }

  public var resolution: Double { layers.map(\.resolution).min() ?? 1 }

  public var range: ClosedRange<Double> {
    let low = layers.map(\.range.lowerBound).min() ?? 0
    let high = layers.map(\.range.upperBound).max() ?? 0
    return low...high
  }

  public func elevation(latitude: Double, longitude: Double) -> Double? {
    for layer in layers {
      if let value = layer.elevation(latitude: latitude, longitude: longitude) { return value }
    }
    return nil
  }

  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    let asked = layers.filter { Self.reaches($0.bounds, latitudes, longitudes) }
    guard let first = asked.first else {
      let count = latitudes.count * longitudes.count  // bounded: as large as the answer
      return Array(repeating: .nan, count: count)
    }
    var result = first.elevations(latitudes: latitudes, longitudes: longitudes)
    for layer in asked.dropFirst() where result.contains(where: \.isNaN) {
      let next = layer.elevations(latitudes: latitudes, longitudes: longitudes)
      for i in result.indices where result[i].isNaN { result[i] = next[i] }
    }
    return result
  }

  /// Whether any of the positions may lie in a box; saves asking layers that lie elsewhere.
  private static func reaches(
    _ box: GeographicBounds, _ latitudes: [Double], _ longitudes: [Double]
  ) -> Bool {
    latitudes.contains { $0 >= box.south && $0 <= box.north }
      && longitudes.contains { box.longitude(of: $0) != nil }
  }
}
