import BelvedereAuthoring
import BelvedereGeoMath
import BelvedereGeodesy
import Foundation
import Testing

/// NASA's measured tile of the bay, 3″, where it lies beside the package.
private struct SRTMTile {
  let samples: [Int16]

  static let url = SceneFolder.package.deletingLastPathComponent()
    .appendingPathComponent("shared/data/sf/N37W123.hgt")

  static var isHere: Bool { FileManager.default.fileExists(atPath: url.path) }

  init() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.url))
    try #require(bytes.count == 1201 * 1201 * 2)
    samples = (0..<1201 * 1201).map {
      Int16(bitPattern: UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]))
    }
  }

  func coordinate(_ index: Int) -> Coordinate {
    Coordinate(
      latitude: 38 - Double(index / 1201) / 1200, longitude: -123 + Double(index % 1201) / 1200)
  }
}

@Suite(
  "The authored terrain against SRTM",
  .enabled(if: SRTMTile.isHere, "N37W123.hgt does not lie beside the package"))
struct TerrainAgainstSRTMTests {
  private struct Box {
    let name: String
    let south, west, north, east: Double
    let limit: Double
  }

  /// The limits are what the scene reaches, rounded up; they are there to catch a loss.
  private static let boxes = [
    Box(name: "city", south: 37.70, west: -122.53, north: 37.812, east: -122.35, limit: 11),
    Box(name: "headlands", south: 37.81, west: -122.56, north: 37.87, east: -122.465, limit: 19),
    Box(name: "whole", south: 37.45, west: -122.85, north: 38, east: -122.05, limit: 32),
  ]

  @Test("The root mean square difference over land")
  func difference() throws {
    let tile = try SRTMTile()
    let fields = try SceneFolder.fields()
    for box in Self.boxes {
      var sum = 0.0
      var count = 0
      for i in tile.samples.indices where tile.samples[i] != 0 && tile.samples[i] != -32768 {
        let place = tile.coordinate(i)
        guard place.latitude >= box.south, place.latitude <= box.north,
          place.longitude >= box.west, place.longitude <= box.east,
          let height = fields.height(at: place), height > 0
        else { continue }
        let d = height - Double(tile.samples[i])
        sum += d * d
        count += 1
      }
      let rms = (sum / Double(max(count, 1))).squareRoot()
      print("\(box.name): RMS \((rms * 100).rounded() / 100) m over \(count) samples")
      #expect(count > 1000)
      #expect(rms < box.limit, "\(box.name)")
    }
  }

  @Test("Summits against published heights and the measured ones")
  func peaks() throws {
    let tile = try SRTMTile()
    let fields = try SceneFolder.fields()
    let summits: [(String, Double, Double, Double)] = [
      ("Twin Peaks north", 37.7545, -122.4473, 282), ("Twin Peaks south", 37.7519, -122.4477, 281),
      ("Mount Davidson", 37.7384, -122.4545, 283), ("Mount Sutro", 37.7583, -122.4572, 277),
      ("Nob Hill", 37.7930, -122.4155, 114), ("Telegraph Hill", 37.8024, -122.4058, 84),
      ("Buena Vista", 37.7680, -122.4416, 175), ("Bernal Heights", 37.7432, -122.4142, 132),
      ("San Bruno Mountain", 37.6872, -122.4345, 400),
      ("Mount Tamalpais", 37.9290, -122.5777, 784), ("Hawk Hill", 37.8274, -122.4998, 281),
      ("Mount Livermore", 37.8607, -122.4310, 240), ("Montara Mountain", 37.5608, -122.4775, 579),
      ("Vollmer Peak", 37.8833, -122.2217, 581), ("Round Top", 37.8500, -122.1925, 537),
    ]
    for (name, latitude, longitude, published) in summits {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      let height = try #require(fields.height(at: place))
      var measured = Int16.min
      for i in tile.samples.indices {
        let c = tile.coordinate(i)
        if abs(c.latitude - latitude) < 0.0025, abs(c.longitude - longitude) < 0.003 {
          measured = max(measured, tile.samples[i])
        }
      }
      print("\(name): \(height) m, published \(published), SRTM nearby at most \(measured)")
      #expect(abs(height - published) <= 8, "\(name)")
    }
  }
}
