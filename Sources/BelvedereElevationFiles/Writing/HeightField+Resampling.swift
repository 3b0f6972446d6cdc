import BelvedereGeoMath
import BelvedereTerrain

extension HeightField {
  /// How many samples a model has in its box at its own resolution.
  public static func size(of model: some ElevationModel) -> (width: Int, height: Int) {
    let box = model.bounds
    let limit = 2...(1 << 30)
    return (
      Int(clamping: (box.east - box.west) / model.longitudinalResolution + 1, in: limit),
      Int(clamping: (box.north - box.south) / model.resolution + 1, in: limit)
    )
  }

  /// The places of a model's samples by its box and resolution.
  public static func lines(
    of model: some ElevationModel
  ) -> (latitudes: [Double], longitudes: [Double]) {
    let (width, height) = size(of: model)
    let box = model.bounds
    func place(_ a: Double, _ b: Double, _ i: Int, _ count: Int) -> Double {
      i == count - 1 ? b : a + (b - a) * Double(i) / Double(count - 1)
    }
    return (
      (0..<height).map { place(box.north, box.south, $0, height) },
      (0..<width).map { place(box.west, box.east, $0, width) }
    )
  }

  /// The grid of a model's bilinear elevations in its own box and resolution, beside voids of its
  /// nearest samples. The caller has checked ``size(of:)``.
  public init(sampling model: some ElevationModel) {
    let (latitudes, longitudes) = Self.lines(of: model)
    var samples: [Float] = []
    samples.reserveCapacity(latitudes.count * longitudes.count)
    for latitude in latitudes {
      var line = model.elevations(latitudes: [latitude], longitudes: longitudes)
      if line.contains(where: \.isNaN) {
        // A void must not grow by the cells beside it.
        let nearest = model.elevations(
          latitudes: [latitude], longitudes: longitudes, by: .nearest)
        for i in line.indices where line[i].isNaN { line[i] = nearest[i] }
      }
      samples += line
    }
    self.init(
      width: longitudes.count, height: latitudes.count, bounds: model.bounds, samples: samples,
      datum: model.datum)
  }
}
