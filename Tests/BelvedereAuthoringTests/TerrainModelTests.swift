import BelvedereAuthoring
import BelvedereGeoMath
import BelvedereGeodesy
import Testing

@Suite("Terrain from spot heights")
struct TerrainModelTests {
  private static let frame = LocalFrame(origin: Coordinate(latitude: 37.75, longitude: -122.45))

  private static func grid(width: Int, height: Int) -> TerrainGrid {
    TerrainGrid(
      south: 37.76, west: -122.53, north: 37.84, east: -122.44, width: width, height: height,
      frame: frame)
  }

  @Test("Land stays above the sea and the sea below it, and a run repeats exactly")
  func seaAndLand() throws {
    let model = try TerrainAuthoring.model(folder: SceneFolder.scene)
    let grid = Self.grid(width: 90, height: 100)
    let heights = model.heights(on: grid)
    let land = model.land.mask(grid)
    for i in heights.indices {
      if land[i] {
        #expect(heights[i] >= TerrainModel.lowestLand)
      } else {
        #expect(heights[i] < 0 && heights[i] >= TerrainModel.deepest)
      }
    }
    let again = try TerrainAuthoring.model(folder: SceneFolder.scene)
    #expect(again.heights(on: grid) == heights)
  }

  @Test("The surface passes through its values and stays between two flats")
  func interpolation() {
    var points: [Vector2] = []
    var values: [Double] = []
    for y in 0..<20 {
      for x in 0..<20 {
        points.append(Vector2(Double(x) * 300 + Double(y % 3) * 40, Double(y) * 310))
        values.append(x < 10 ? 0 : 100)
      }
    }
    let surface = PatchworkSurface(
      points: points, values: values, low: Vector2(-100, -100), high: Vector2(6200, 6200))
    for (point, value) in zip(points, values) {
      #expect(abs(surface.value(at: point) - value) < 1e-6)
    }
    for x in stride(from: 0.0, to: 5700, by: 50) {
      let height = surface.value(at: Vector2(x, 3000))
      #expect(height > -12 && height < 112)
    }
  }

  @Test("Distances from land equal the exhaustive search")
  func distances() {
    let width = 13
    let height = 9
    var land = [Bool](repeating: false, count: width * height)
    for i in [3, 40, 41, 77, 110] { land[i] = true }
    let distance = CoastDistance(
      land: land, width: width, height: height, stepX: 3, stepY: 5)
    for i in land.indices {
      let nearest = land.indices.filter { land[$0] }.map {
        Vector2(Double($0 % width - i % width) * 3, Double($0 / width - i / width) * 5).length
      }.min()
      #expect(abs(distance.distances[i] - (nearest ?? .infinity)) < 1e-9)
    }
  }

  @Test("The written height fields hold every named summit within a metre")
  func summits() throws {
    let fields = try SceneFolder.fields()
    let model = try TerrainAuthoring.model(folder: SceneFolder.scene)
    let summits = model.spots.filter { $0.name != nil }
    #expect(summits.count > 40)
    for summit in summits {
      guard let height = fields.height(at: summit.coordinate) else { continue }
      #expect(abs(height - summit.height) <= 1, "\(summit.name ?? "")")
    }
  }
}
