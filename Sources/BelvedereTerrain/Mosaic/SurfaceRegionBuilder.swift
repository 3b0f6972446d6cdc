import BelvedereGeoMath
import BelvedereGeodesy

/// Makes the regions of a mosaic: of each model its seams, then itself.
struct SurfaceRegionBuilder {
  let mosaic: ElevationMosaic
  let anchor: Coordinate
  let frame: LocalFrame
  let scale: Double
  let floor: Double?
  let cache: SurfaceCache
  private var tileCount = 0

  init(
    mosaic: ElevationMosaic, anchor: Coordinate, frame: LocalFrame, scale: Double, floor: Double?,
    cache: SurfaceCache
  ) {
    self.mosaic = mosaic
    self.anchor = anchor
    self.frame = frame
    self.scale = scale
    self.floor = floor
    self.cache = cache
  }

  mutating func regions() throws(DomainError) -> [SurfaceRegion] {
    var regions: [SurfaceRegion] = []
    for (n, layer) in mosaic.layers.enumerated() where !layer.model.isEmpty {
      let model = layer.model
      guard let lines = model.sampleLines?.inMapPoints ?? Self.closeLines(model) else {
        throw DomainError(
          field: "mosaic", value: "a model of \(model.bounds) every \(model.resolution)°",
          allowed: "models of at most \(SampleLines.maximumCount) lines of samples")
      }
      let below = mosaic.layers[(n + 1)...].map(\.model.bounds)
      let (mosaic, drawn) = (mosaic, drawn)
      let ofMosaic: @Sendable ([Double], [Double]) -> [Float] = { latitudes, longitudes in
        drawn(mosaic.elevations(latitudes: latitudes, longitudes: longitudes), 0)
      }
      let truth = truth
      let ofMosaicTruth = truth(0) { mosaic.elevation(latitude: $0, longitude: $1) }
      // What is held beside neighbours first: beyond its own samples, too, where cells of the layer alone
      // have no ground at a corner.
      for box in layer.edges.held?.boxes ?? [] {
        for seam in box.intersections(with: mosaic.bounds) {
          if let region = region(heldLines(lines, of: n, seam), ofMosaic, ofMosaicTruth) {
            regions.append(region)
          }
        }
      }
      for seam in layer.edges.seams where below.contains(where: { Self.overlap(seam, $0) }) {
        if let region = region(Self.seamLines(lines, seam), ofMosaic, ofMosaicTruth) {
          regions.append(region)
        }
      }
      if let region = ownRegion(of: layer, lines) { regions.append(region) }
      for part in model.modelsAtGaps {
        guard let lines = part.sampleLines?.inMapPoints else { continue }
        let region = region(lines) { latitudes, longitudes in
          drawn(
            part.elevations(latitudes: latitudes, longitudes: longitudes, by: lines.interpolation),
            layer.offset)
        }
        if let region { regions.append(region) }
      }
    }
    return regions
  }

  /// The region of a layer alone.
  private mutating func ownRegion(of layer: MosaicLayer, _ lines: SampleLines) -> SurfaceRegion? {
    let (model, drawn, offset) = (layer.model, drawn, layer.offset)
    guard model.sampleLines == nil else {
      return region(
        lines,
        { latitudes, longitudes in
          drawn(
            model.elevations(latitudes: latitudes, longitudes: longitudes, by: lines.interpolation),
            offset)
        }, in: model.mayHaveData)
    }
    return region(
      lines,
      { latitudes, longitudes in
        drawn(
          SampleMargin.elevations(latitudes: latitudes, longitudes: longitudes) {
            model.elevations(latitudes: $0, longitudes: $1)
          }, offset)
      }, truth(offset) { model.elevation(latitude: $0, longitude: $1) }, in: model.mayHaveData)
  }

  /// Lines a quarter as far apart as the samples of a model that stand on none.
  private static func closeLines(_ model: any ElevationModel) -> SampleLines? {
    let (south, east) = (model.resolution, model.longitudinalResolution)
    return SampleLines(evenly: model.bounds, latitude: south / 4, longitude: east / 4)
      ?? SampleLines(evenly: model.bounds, latitude: south, longitude: east)
  }

  /// What turns elevations of a model into those that are drawn, place by place.
  private var truth:
    (_ offset: Double, _ model: @escaping @Sendable (Double, Double) -> Double?)
      -> @Sendable (Coordinate) -> Double?
  {
    let (scale, floor) = (scale, floor ?? -.infinity)
    return { offset, model in
      { place in model(place.latitude, place.longitude).map { max($0 + offset, floor) * scale } }
    }
  }

  /// Elevations as they are drawn.
  private var drawn: @Sendable ([Float], Double) -> [Float] {
    let (scale, floor) = (Float(scale), floor.map { Float($0) } ?? -.infinity)
    return { samples, offset in
      let offset = Float(offset)
      // A comparison with NaN is false: voids stay.
      return samples.map { sample in
        let value = sample + offset
        return (value < floor ? floor : value) * scale
      }
    }
  }

  /// Whether two boxes have more in common than an edge.
  private static func overlap(_ a: GeographicBounds, _ b: GeographicBounds) -> Bool {
    a.intersections(with: b).contains { $0.north > $0.south && $0.east > $0.west }
  }

  /// The lines in a seam and half-way between them, and its edges.
  private static func seamLines(_ lines: SampleLines, _ seam: GeographicBounds) -> SampleLines {
    func within(_ lines: [Double], _ low: Double, _ high: Double) -> [Double] {
      let hair = (high - low) * 1e-9
      let inner = [low] + lines.filter { $0 > low + hair && $0 < high - hair } + [high]
      return zip(inner, inner.dropFirst()).flatMap { [$0, ($0 + $1) / 2] } + [high]
    }
    return SampleLines(
      latitudes: within(lines.latitudes, seam.south, seam.north),
      longitudes: within(lines.longitudes, seam.west, seam.east))
  }

  /// The lines of a layer in a box that may reach beyond them, as far apart there as in it, those between them that
  /// finer layers below need, and half-way between them.
  private func heldLines(
    _ lines: SampleLines, of n: Int, _ box: GeographicBounds
  ) -> SampleLines {
    let model = mosaic.layers[n].model
    let near = mosaic.layers[(n + 1)...].map(\.model).filter {
      !$0.isEmpty && Self.overlap(box, $0.bounds)
    }
    func parts(_ own: Double, _ finest: Double?) -> Int {
      let ratio = (own / min(finest ?? own, own) - 1e-6).rounded(.up)
      return 2 * Int(clamping: ratio, in: 1...Self.maximumParts)
    }
    return SampleLines(
      latitudes: Self.extended(
        lines.latitudes, from: box.south, to: box.north, step: model.resolution,
        parts: parts(model.resolution, near.map(\.resolution).min())),
      longitudes: Self.extended(
        lines.longitudes, from: box.west, to: box.east, step: model.longitudinalResolution,
        parts: parts(model.longitudinalResolution, near.map(\.longitudinalResolution).min())))
  }

  /// Lines between those of a layer, beside a finer one below, for each half of a cell.
  private static let maximumParts = 16

  /// Lines between two ends, going on beyond the first and the last in even steps, each step in so many parts.
  private static func extended(
    _ lines: [Double], from low: Double, to high: Double, step: Double, parts: Int
  ) -> [Double] {
    let hair = step * 1e-6
    guard let first = lines.first, let last = lines.last, step > 0,
      (high - low) / step * Double(parts) < Double(SampleLines.maximumCount)
    else { return [] }
    func beyond(_ start: Double, _ end: Double, _ sign: Double) -> [Double] {
      // From the first of the steps that lies between both ends.
      let skipped = max(0, (sign < 0 ? start - high : low - start) / step).rounded(.down)
      return (0...).lazy.map { start + sign * step * (skipped + Double($0 + 1)) }
        .prefix { sign * ($0 - end) < 0 }.map { $0 }
    }
    let all = beyond(first, low, -1).reversed() + lines + beyond(last, high, 1)
    let inner = [low] + all.filter { $0 > low + hair && $0 < high - hair } + [high]
    return zip(inner, inner.dropFirst()).flatMap { a, b in
      (0..<parts).map { a + (b - a) * (Double($0) / Double(parts)) }
    } + [high]
  }

  /// The region of some lines; `nil` where it is not on the flat map.
  private mutating func region(
    _ lines: SampleLines, _ samples: @escaping @Sendable ([Double], [Double]) -> [Float],
    _ truth: (@Sendable (Coordinate) -> Double?)? = nil,
    in mayHaveSamples: @escaping @Sendable (GeographicBounds) -> Bool = { _ in true }
  ) -> SurfaceRegion? {
    let limit = MapPoint.maximumLatitude
    var latitudes = Array(lines.latitudes.filter { abs($0) <= limit }.reversed())
    // The map's edge is no line of the model's, but ground goes up to it.
    if let first = latitudes.first, first < limit, lines.latitudes.last ?? 0 > limit {
      latitudes.insert(limit, at: 0)
    }
    if let last = latitudes.last, last > -limit, lines.latitudes.first ?? 0 < -limit {
      latitudes.append(-limit)
    }
    guard latitudes.count >= 2, lines.longitudes.count >= 2 else { return nil }
    // On that turn on which the mosaic's box has it.
    let turn = ((anchor.longitude - lines.longitudes[0]) / 360 - 1e-9).rounded(.up) * 360
    let columns = lines.longitudes.map {
      ($0 + turn - anchor.longitude) / 360 * MapPoint.worldWidth
    }
    let rows = latitudes.map {
      let place = Coordinate(latitude: $0, longitude: anchor.longitude)
      return $0 == anchor.latitude ? 0 : -frame.position(of: place).y / frame.metersPerMapPoint
    }
    guard zip(columns, columns.dropFirst()).allSatisfy({ $0 < $1 }),
      zip(rows, rows.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    let tiles = SurfaceTiles(
      columns: columns, rows: rows, longitudes: lines.longitudes, latitudes: latitudes,
      samples: samples, mayHaveSamples: mayHaveSamples, firstNumber: tileCount, cache: cache,
      isApproximate: truth != nil)
    tileCount += tiles.across * tiles.down
    return SurfaceRegion(tiles: tiles, truth: truth)
  }
}
