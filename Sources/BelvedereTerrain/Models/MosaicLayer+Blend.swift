extension MosaicLayer {
  /// The sum of layers' elevations by their parts, as it grows from the first layer on.
  struct Sum {
    private var value = 0.0
    private var weights = 0.0
    /// The part that layers above have left.
    private(set) var rest = 1.0
    private var first = Double.nan
    private var known = 0
    private var isInside = false

    /// Adds a layer that knows the place; returns its part.
    ///
    /// - Parameters:
    ///   - weight: its part of what layers above have left, by its distance from its edges.
    ///   - share: what neighbours leave to it, of everything.
    ///   - isInside: whether the place lies in the layer's own bounds.
    @inline(__always)
    mutating func add(
      _ elevation: Double, weight: Double, share: Double, isInside: Bool
    ) -> Double {
      if known == 0 { first = elevation }
      known += 1
      if isInside { self.isInside = true }
      let part = min(rest, share) * weight
      value += elevation * part
      weights += part
      rest -= part
      return part
    }

    /// The elevation; NaN where no layer knows one. One that runs over into its neighbours does not know
    /// alone what lies beyond its edge.
    @inline(__always)
    var elevation: Double {
      guard isInside || known > 1 else { return .nan }
      // Alone, or on the edges of all: the first one's own number.
      return known <= 1 || weights <= 0 ? first : value / weights
    }

    @inline(__always)
    var totalWeight: Double { weights }
  }

  /// The elevation at a place, and the layer with the greatest part in it.
  ///
  /// - Parameter numbers: which layers may know the place, ascending.
  static func blend(
    _ layers: [MosaicLayer], _ numbers: some Sequence<Int>, latitude: Double, longitude: Double,
    by interpolation: ElevationInterpolation
  ) -> (elevation: Double, main: Int, part: Double)? {
    var sum = Sum()
    var main: (index: Int, part: Double)?
    for n in numbers {
      // In its place: a copy would count its references.
      guard
        let part = layers[n].add(to: &sum, latitude: latitude, longitude: longitude, interpolation)
      else { continue }
      if part > (main?.part ?? -1) { main = (n, part) }
      if sum.rest <= 0 { break }
    }
    guard let main, !sum.elevation.isNaN else { return nil }
    return (sum.elevation, main.index, sum.totalWeight > 0 ? main.part / sum.totalWeight : 1)
  }

  /// Adds the elevation at a place, if the layer knows it; returns its part.
  private func add(
    to sum: inout Sum, latitude: Double, longitude: Double, _ interpolation: ElevationInterpolation
  ) -> Double? {
    let (north, east) = (edges.held(latitude: latitude), edges.held(longitude: longitude))
    let isInside = north == latitude && east == longitude
    let share = edges.share(latitude: latitude, longitude: longitude)
    guard isInside || share > 0,
      let ground = held(
        latitude, longitude,
        model.elevation(latitude: north, longitude: east, by: interpolation) ?? .nan)
    else { return nil }
    return sum.add(
      ground.elevation + offset,
      weight: weight(latitude: latitude, longitude: longitude) * ground.part, share: share,
      isInside: isInside)
  }

  /// Elevations at the crossings of parallels and meridians; NaN where no layer knows one.
  static func blend(
    _ layers: [MosaicLayer], latitudes: [Double], longitudes: [Double],
    by interpolation: ElevationInterpolation = .bilinear
  ) -> [Float] {
    let asked = layers.compactMap { layer in
      layer.window(latitudes, longitudes).map { (layer: layer, rows: $0.rows, columns: $0.columns) }
    }
    let count = latitudes.count * longitudes.count  // bounded: as large as the answer
    guard let first = asked.first?.layer else { return Array(repeating: .nan, count: count) }
    if asked.count == 1, first.edges.held.map({ !$0.mayMeet(latitudes, longitudes) }) ?? true {
      let values = first.model.elevations(
        latitudes: latitudes, longitudes: longitudes, by: interpolation)
      return first.offset == 0 ? values : values.map { $0 + Float(first.offset) }
    }
    var sums = [Sum](repeating: Sum(), count: count)
    var open = count
    for n in asked.indices where open > 0 {
      let (layer, rows, columns) = asked[n]
      let edges = layer.edges
      let isJoined = edges.isJoined
      let north = latitudes[rows].map { edges.held(latitude: $0) }
      let east = longitudes[columns].map { edges.held(longitude: $0) }
      let values = layer.model.elevations(latitudes: north, longitudes: east, by: interpolation)
      let eastParts = longitudes[columns].map { edges.eastPart($0) }
      for (y, row) in rows.enumerated() {
        let latitude = latitudes[row]
        let northPart = edges.northPart(latitude)
        for (x, column) in columns.enumerated() {
          let i = row * longitudes.count + column
          guard sums[i].rest > 0 else { continue }
          let longitude = longitudes[column]
          let value = Double(values[y * columns.count + x])
          let isInside = north[y] == latitude && east[x] == longitude
          let share = isJoined ? edges.share(latitude: latitude, longitude: longitude) : 1
          guard isInside || share > 0, let ground = layer.held(latitude, longitude, value) else {
            continue
          }
          var part = northPart * eastParts[x] * ground.part
          if !edges.segments.isEmpty {
            part *= edges.segmentPart(latitude: latitude, longitude: longitude)
          }
          _ = sums[i].add(
            ground.elevation + layer.offset, weight: part, share: share, isInside: isInside)
          if sums[i].rest <= 0 { open -= 1 }
        }
      }
    }
    return sums.map { Float($0.elevation) }
  }

  /// What the layer counts where its model says `value`, NaN for nothing, and its part beside neighbours.
  @inline(__always)
  private func held(
    _ latitude: Double, _ longitude: Double, _ value: Double
  ) -> (elevation: Double, part: Double)? {
    guard let held = edges.held else { return value.isNaN ? nil : (value, 1) }
    return held.ground(model, latitude: latitude, longitude: longitude, value: value)
  }

  /// Which of some positions may lie in the layer; `nil` for none. Saves asking layers that lie elsewhere.
  private func window(
    _ latitudes: [Double], _ longitudes: [Double]
  ) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>)? {
    // As far outside as models take a place for one on their edge.
    let (tall, wide) = (1e-6 * model.resolution, 1e-6 * model.longitudinalResolution)
    var box = edges.reach
    box.south -= tall
    box.north += tall
    box.west -= wide
    box.east += wide
    let isAtLatitude = { (latitude: Double) in latitude >= box.south && latitude <= box.north }
    let isAtLongitude = { (longitude: Double) in box.longitude(of: longitude) != nil }
    guard let top = latitudes.firstIndex(where: isAtLatitude),
      let bottom = latitudes.lastIndex(where: isAtLatitude),
      let left = longitudes.firstIndex(where: isAtLongitude),
      let right = longitudes.lastIndex(where: isAtLongitude)
    else { return nil }
    return (top...bottom, left...right)
  }
}

extension ElevationMosaic {
  /// The elevation at a place, and the layer with the greatest part in it.
  private func blend(
    _ latitude: Double, _ longitude: Double, _ interpolation: ElevationInterpolation
  ) -> (elevation: Double, main: Int, part: Double)? {
    guard let index else {
      return MosaicLayer.blend(
        layers, layers.indices, latitude: latitude, longitude: longitude, by: interpolation)
    }
    let near = index.boxes(latitude: latitude, longitude: longitude)
    return MosaicLayer.blend(
      layers, near.lazy.map { Int($0) },  // checked: Int32 to Int
      latitude: latitude, longitude: longitude, by: interpolation)
  }

  private func blend(
    _ latitudes: [Double], _ longitudes: [Double], _ interpolation: ElevationInterpolation
  ) -> [Float] {
    guard index != nil, let south = latitudes.min(), let north = latitudes.max(),
      let west = longitudes.min(), let east = longitudes.max()
    else {
      return MosaicLayer.blend(
        layers, latitudes: latitudes, longitudes: longitudes, by: interpolation)
    }
    let box = GeographicBounds(south: south, west: west, north: north, east: east)
    return MosaicLayer.blend(
      layers(meeting: box), latitudes: latitudes, longitudes: longitudes, by: interpolation)
  }

  /// Whether one of the sources does.
  public func hasData(latitude: Double, longitude: Double) -> Bool {
    guard let index else {
      return layers.contains { $0.model.hasData(latitude: latitude, longitude: longitude) }
    }
    return index.boxes(latitude: latitude, longitude: longitude).contains {
      layers[Int($0)]  // checked: Int32 to Int
        .model.hasData(latitude: latitude, longitude: longitude)
    }
  }

  public func elevation(latitude: Double, longitude: Double) -> Double? {
    blend(latitude, longitude, .bilinear)?.elevation
  }

  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    blend(latitudes, longitudes, .bilinear)
  }

  /// By each source's own samples, which seams then mix.
  public func elevation(
    latitude: Double, longitude: Double, by interpolation: ElevationInterpolation
  ) -> Double? {
    blend(latitude, longitude, interpolation)?.elevation
  }

  public func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float] {
    blend(latitudes, longitudes, interpolation)
  }

  public func sample(latitude: Double, longitude: Double) -> ElevationSample? {
    guard let (elevation, main, part) = blend(latitude, longitude, .bilinear) else { return nil }
    let edges = layers[main].edges
    let own = layers[main].model.sample(
      latitude: edges.held(latitude: latitude), longitude: edges.held(longitude: longitude))
    // A source that is made of several may tell which one it is.
    let name = own.flatMap { $0.sourceName.isEmpty ? nil : $0.sourceName }
    return ElevationSample(
      elevation: elevation, kind: own?.kind ?? .measured, sourceIndex: main,
      sourceName: name ?? layers[main].name, weight: part)
  }
}
