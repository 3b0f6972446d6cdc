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

  /// The grid of a model's bilinear elevations in its own box and resolution. The caller has checked
  /// ``size(of:)``.
  public init(sampling model: some ElevationModel) {
    let (width, height) = Self.size(of: model)
    let box = model.bounds
    func place(_ a: Double, _ b: Double, _ i: Int, _ count: Int) -> Double {
      i == count - 1 ? b : a + (b - a) * Double(i) / Double(count - 1)
    }
    let longitudes = (0..<width).map { place(box.west, box.east, $0, width) }
    var samples: [Float] = []
    samples.reserveCapacity(width * height)
    for row in 0..<height {
      samples += model.elevations(
        latitudes: [place(box.north, box.south, row, height)], longitudes: longitudes)
    }
    self.init(
      width: width, height: height, bounds: box, samples: samples, datum: model.datum)
  }
}
