import BelvedereGeodesy
import BelvedereTerrain
import Synchronization

/// Rough ground of several zooms: each coarser one has means of every second sample and those beside it.
struct MeshPyramid: ElevationModel {
  /// How many elevations each zoom was asked for, the finest first.
  final class Asked: Sendable {
    private let counts: Mutex<[Int]>

    init(count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }

    func add(_ count: Int, zoom: Int) { counts.withLock { $0[zoom] += count } }

    var all: [Int] { counts.withLock { $0 } }
  }

  /// From the finest on.
  let fields: [HeightField]
  let zoom: Int
  let asked: Asked

  init(_ finest: HeightField, zooms: Int) {
    var fields = [finest]
    while fields.count < zooms { fields.append(Self.halved(fields[fields.count - 1])) }
    self.fields = fields
    zoom = 0
    asked = Asked(count: zooms)
  }

  private init(_ other: MeshPyramid, zoom: Int) {
    fields = other.fields
    asked = other.asked
    self.zoom = zoom
  }

  private static func halved(_ field: HeightField) -> HeightField {
    let (old, new) = (field.width, (field.width + 1) / 2)
    func at(_ x: Int, _ y: Int) -> Float {
      field.samples[min(max(y, 0), old - 1) * old + min(max(x, 0), old - 1)]
    }
    func row(_ x: Int, _ y: Int) -> Float { (at(x - 1, y) + 2 * at(x, y) + at(x + 1, y)) / 4 }
    let samples = (0..<(new * new)).map { i in
      let (x, y) = (i % new * 2, i / new * 2)
      return (row(x, y - 1) + 2 * row(x, y) + row(x, y + 1)) / 4
    }
    return HeightField(width: new, height: new, bounds: field.bounds, samples: samples)
  }

  private var field: HeightField { fields[zoom] }
  var bounds: GeographicBounds { field.bounds }
  var resolution: Double { field.resolution }
  var range: ClosedRange<Double> { fields[0].range }
  var statedRange: ClosedRange<Double>? { nil }

  func elevation(latitude: Double, longitude: Double) -> Double? {
    field.elevation(latitude: latitude, longitude: longitude)
  }

  func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    asked.add(latitudes.count * longitudes.count, zoom: zoom)
    return field.elevations(latitudes: latitudes, longitudes: longitudes)
  }

  func coarsened(to spacing: Double) -> (any ElevationModel)? {
    let coarser = fields.lastIndex { $0.resolution <= spacing } ?? 0
    return coarser > zoom ? MeshPyramid(self, zoom: coarser) : nil
  }
}
