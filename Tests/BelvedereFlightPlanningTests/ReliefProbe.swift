import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation

/// Heights straight from a model and the camera's own view: a checker that knows nothing of plans.
struct ReliefProbe {
  let model: any ElevationModel
  var obstacles: [(box: GeographicBounds, top: Double)] = []

  private func height(_ place: Coordinate) -> Double {
    model.elevation(latitude: place.latitude, longitude: place.longitude) ?? 0
  }

  /// Metres of the eye above what is right below it.
  func clearance(_ camera: MapCamera) throws -> Double {
    let view = try CameraView(
      camera: camera, viewport: Viewport(width: 100, height: 100),
      groundElevation: height(camera.centerCoordinate))
    let below = view.eyeCoordinate
    var top = height(below)
    for obstacle in obstacles
    where obstacle.box.contains(latitude: below.latitude, longitude: below.longitude) {
      top = max(top, obstacle.top)
    }
    return view.eyePosition.height - top
  }

  /// The least over evenly spaced moments, and when.
  func least(_ path: CameraPath, _ count: Int) throws -> (clearance: Double, time: Double) {
    var least = (Double.infinity, 0.0)
    for i in 0...count {
      let time = path.duration * (Double(i) / Double(count))
      let clearance = try clearance(path.camera(at: time))
      if clearance < least.0 { least = (clearance, time) }
    }
    return least
  }
}

/// Grids of heights for flights.
enum Relief {
  /// Mountains of several sizes with sharp ridges, and some lonely spikes.
  static func rough(
    _ random: inout SplitMix64, side: Int = 257, bounds: GeographicBounds, height: Double = 3000,
    spikes: Int = 0
  ) -> HeightField {
    let waves = (0..<9).map { i in
      (
        random.double(0...6.28), random.double(0...6.28), pow(1.7, Double(i)) * 1.5,
        pow(0.6, Double(i))
      )
    }
    var samples = (0..<side * side).map { k -> Float in
      let (x, y) = (Double(k % side) / Double(side - 1), Double(k / side) / Double(side - 1))
      let sum = waves.reduce(0.0) { sum, wave in
        let angle = wave.0 + wave.2 * 6 * (x * cos(wave.1) + y * sin(wave.1))
        return sum + wave.3 * (1 - abs(sin(angle)))
      }
      return Float(height * sum / 2.5)
    }
    for _ in 0..<spikes { samples[random.int(0...(samples.count - 1))] += 2000 }
    return HeightField(width: side, height: side, bounds: bounds, samples: samples)
  }

  /// An Esri grid in degrees; `nil` where the file is absent or in metres.
  static func grid(_ path: String) -> HeightField? {
    guard let file = SharedData.file(path),
      let text = try? String(contentsOfFile: file, encoding: .utf8)
    else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    var header: [String: Double] = [:]
    var next = 0
    while next + 1 < words.count, let letter = words[next].first, letter.isLetter {
      header[words[next].lowercased()] = Double(words[next + 1])
      next += 2
    }
    guard let columns = header["ncols"].map({ Int($0) }),
      let rows = header["nrows"].map({ Int($0) }),
      let size = header["cellsize"], size < 0.1, let west = header["xllcorner"],
      let south = header["yllcorner"]
    else { return nil }
    let none = header["nodata_value"]
    let samples = words[next...].map { word -> Float in
      let value = Double(word) ?? .nan
      return value == none ? .nan : Float(value)
    }
    guard samples.count == columns * rows else { return nil }
    return HeightField(
      width: columns, height: rows,
      bounds: GeographicBounds(
        south: south + size / 2, west: west + size / 2,
        north: south + size * (Double(rows) - 0.5), east: west + size * (Double(columns) - 0.5)),
      samples: samples)
  }
}

extension SplitMix64 {
  /// A camera over a box whose limits allow it.
  mutating func camera(over box: GeographicBounds, distance: ClosedRange<Double>) -> MapCamera {
    let (h, w) = (box.north - box.south, box.east - box.west)
    return CameraLimits().clamp(
      MapCamera(
        lookingAtCenter: Coordinate(
          latitude: double(box.south + 0.1 * h...box.north - 0.1 * h),
          longitude: double(box.west + 0.1 * w...box.east - 0.1 * w)),
        fromDistance: exp(double(log(distance.lowerBound)...log(distance.upperBound))),
        pitch: double(0...70), heading: double(0...360))
    ).camera
  }
}
