import BelvedereGeoMath

/// A grid of ground elevations, regular in latitude and longitude.
public struct HeightField: ElevationModel {
  /// Columns and rows, each at least 2.
  public let width, height: Int
  /// The positions of the outermost samples.
  public let bounds: GeographicBounds
  /// The lowest and highest sample; 0...0 when every sample is void.
  public let range: ClosedRange<Double>
  /// `width × height` metres, row-major, north row first; NaN is a void.
  public let samples: [Float]
  /// How many samples are void.
  public let voidCount: Int
  public let datum: VerticalDatum
  /// What each sample rests on, as raw values of ``ElevationSample/Kind``; `nil` where all of them
  /// are measured.
  package let kinds: [UInt8]?

  /// Makes a grid. `bounds` are the positions of the corner samples.
  public init(
    width: Int, height: Int, bounds: GeographicBounds, samples: [Float],
    datum: VerticalDatum = .meanSeaLevel(geoid: nil)
  ) {
    self.init(
      width: width, height: height, bounds: bounds, samples: samples, datum: datum, kinds: nil)
  }

  init(
    width: Int, height: Int, bounds: GeographicBounds, samples: [Float], datum: VerticalDatum,
    kinds: [UInt8]?
  ) {
    precondition(width >= 2 && height >= 2 && samples.count == width * height, "wrong grid size")
    self.width = width
    self.height = height
    self.bounds = bounds
    self.samples = samples
    self.datum = datum
    self.kinds = kinds
    var low = Float.infinity
    var high = -Float.infinity
    var voids = 0
    for sample in samples {
      if sample.isNaN {
        voids += 1
      } else {
        low = min(low, sample)
        high = max(high, sample)
      }
    }
    range = low <= high ? Double(low)...Double(high) : 0...0
    voidCount = voids
  }

  /// Degrees of latitude between rows.
  public var resolution: Double { (bounds.north - bounds.south) / Double(height - 1) }

  /// Degrees of longitude between columns.
  public var longitudinalResolution: Double { (bounds.east - bounds.west) / Double(width - 1) }

  public var isEmpty: Bool { voidCount == samples.count }

  /// Bilinear elevation in metres; `nil` outside and beside a void.
  ///
  /// Accuracy: the bilinear surface through the samples within 1e-9 of the largest of the four.
  public func elevation(latitude: Double, longitude: Double) -> Double? {
    guard let (x, y) = position(latitude: latitude, longitude: longitude) else { return nil }
    let column = Int(flooring: x, in: 0...(width - 2))
    let row = Int(flooring: y, in: 0...(height - 2))
    let value = samples.withUnsafeBufferPointer { samples in
      Self.bilinear(
        samples, at: row * width + column, stride: width, fx: x - Double(column),
        fy: y - Double(row))
    }
    return value.isNaN ? nil : value
  }

  /// The place in columns and rows, from the north-west sample; `nil` outside.
  func position(latitude: Double, longitude: Double) -> (x: Double, y: Double)? {
    guard latitude >= bounds.south, latitude <= bounds.north,
      let longitude = bounds.longitude(of: longitude)
    else { return nil }
    return (
      (longitude - bounds.west) / (bounds.east - bounds.west) * Double(width - 1),
      (bounds.north - latitude) / (bounds.north - bounds.south) * Double(height - 1)
    )
  }

  public func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    // Columns and their fractions are the same in every row. Where one of two samples has no weight
    // the other one stands for both: a void with no weight does not hide its neighbours.
    struct Column {
      var left, right: Int
      var fraction: Float
    }
    let columns = longitudes.map { longitude -> Column in
      guard let longitude = bounds.longitude(of: longitude) else {
        return Column(left: 0, right: 0, fraction: .nan)
      }
      let x = (longitude - bounds.west) / (bounds.east - bounds.west) * Double(width - 1)
      let i = Int(flooring: x, in: 0...(width - 2))
      let f = Float(x - Double(i))
      return Column(left: f == 1 ? i + 1 : i, right: f == 0 ? i : i + 1, fraction: f)
    }
    let count = latitudes.count * columns.count  // bounded: by the caller's lists
    return [Float](unsafeUninitializedCapacity: count) { out, initialized in
      samples.withUnsafeBufferPointer { samples in
        columns.withUnsafeBufferPointer { columns in
          var next = 0
          for latitude in latitudes {
            guard latitude >= bounds.south, latitude <= bounds.north else {
              for _ in columns {
                out[next] = .nan
                next += 1
              }
              continue
            }
            let y =
              (bounds.north - latitude) / (bounds.north - bounds.south) * Double(height - 1)
            let row = Int(flooring: y, in: 0...(height - 2))
            let fy = Float(y - Double(row))
            guard let base = samples.baseAddress else { return }
            let top = base + (fy == 1 ? row + 1 : row) * width
            let bottom = base + (fy == 0 ? row : row + 1) * width
            for column in columns {
              let (a, b) = (top[column.left], top[column.right])
              let (c, d) = (bottom[column.left], bottom[column.right])
              let north = a + (b - a) * column.fraction
              let south = c + (d - c) * column.fraction
              out[next] = north + (south - north) * fy
              next += 1
            }
          }
        }
      }
      initialized = count
    }
  }

  /// The weighted mean of four samples in the precision of the weights.
  @inline(__always)
  static func bilinear<Number: BinaryFloatingPoint>(
    _ samples: UnsafeBufferPointer<Float>, at i: Int, stride: Int, fx: Number, fy: Number
  ) -> Number {
    let a = Number(samples[i])
    let b = Number(samples[i + 1])
    let c = Number(samples[i + stride])
    let d = Number(samples[i + stride + 1])
    // A void with no weight does not hide its neighbours.
    let top = fx == 0 ? a : fx == 1 ? b : a + (b - a) * fx
    let bottom = fx == 0 ? c : fx == 1 ? d : c + (d - c) * fx
    return fy == 0 ? top : fy == 1 ? bottom : top + (bottom - top) * fy
  }
}
