import BelvedereGeoMath
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Roofs") struct RoofSurfaceTests {
  private static let shapes: [Building.Roof] = [
    .gable, .hip, .halfHip, .gambrel, .mansard, .saltbox, .skillion, .round,
  ]

  private func area(_ polygon: [Vector2]) -> Double {
    guard polygon.count > 2 else { return 0 }
    return zip(polygon, polygon.dropFirst() + polygon.prefix(1)).reduce(0) {
      $0 + ($1.0 - polygon[0]).cross($1.1 - polygon[0])
    } / 2
  }

  /// A house 20 m to the east and 10 m to the north.
  private let house = [Vector2(0, 0), Vector2(20, 0), Vector2(20, 10), Vector2(0, 10)]

  @Test(
    "each triangle of an outline is shared out among the planes, and these are its lowest",
    arguments: shapes)
  func parts(_ roof: Building.Roof) {
    var random = SplitMix64(seed: 7)
    for n in 0..<200 {
      func place() -> Vector2 { Vector2(random.double(-30...30), random.double(-30...30)) }
      let ring = [place(), place(), place(), place(), place()]
      let surface = RoofSurface(
        roof, over: ring, height: random.double(0.5...9),
        direction: n % 3 == 0 ? random.double(0...360) : nil, ridgeIsShort: n % 2 == 0)
      var triangle = [place(), place(), place()]
      if area(triangle) < 0 { triangle.reverse() }
      var sum = 0.0
      for number in surface.planes.indices {
        let part = surface.part(of: triangle, below: number)
        sum += area(part)
        for corner in part {
          let own = surface.planes[number].height(at: corner)
          #expect(surface.planes.allSatisfy { $0.height(at: corner) >= own - 1e-6 })
        }
      }
      #expect(abs(sum - area(triangle)) < 1e-6 * max(area(triangle), 1), "\(roof) \(n)")
      // Along an edge the roof is straight between the places at which it bends.
      let (a, b) = (triangle[0], triangle[1])
      let bends = surface.profile(from: a, to: b)
      #expect(bends.first == a && bends.last == b)
      for (p, q) in zip(bends, bends.dropFirst()) {
        func lowest(_ p: Vector2) -> Double { surface.planes.map { $0.height(at: p) }.min() ?? 0 }
        for t in [0.25, 0.5, 0.75] {
          let straight = lowest(p) + (lowest(q) - lowest(p)) * t
          #expect(abs(lowest(p + (q - p) * t) - straight) < 1e-5, "\(roof) \(n)")
        }
      }
    }
  }

  @Test("heights of the shapes over a house", arguments: shapes)
  func heights(_ roof: Building.Roof) {
    let surface = RoofSurface(roof, over: house, height: 4, direction: nil, ridgeIsShort: false)
    func height(_ x: Double, _ y: Double) -> Double { surface.height(at: Vector2(x, y)) }
    let most = (0...40).flatMap { x in (0...40).map { height(Double(x) / 2, Double($0) / 4) } }
      .max()
    #expect(abs((most ?? 0) - 4) < 0.03, "\(most ?? 0)")
    // Along the longer sides are the eaves, but of a single slope only one.
    if roof == .skillion {
      #expect(abs(height(10, 0) - height(10, 10)) == 4)
    } else {
      #expect(abs(height(10, 0)) < 1e-9 && abs(height(10, 10)) < 1e-9)
      // At an end the walls rise to the ridge, to half of it, or not at all.
      let end = max(height(0, 5), height(0, 3.5), height(0, 6.5))
      let lower: [Building.Roof: Double] = [.hip: 0, .mansard: 0, .halfHip: 2]
      let wanted = lower[roof] ?? 4
      #expect(abs(end - wanted) < 0.03, "\(end)")
    }
  }

  @Test("a direction and an orientation turn the ridge")
  func directions() {
    let across = RoofSurface(.gable, over: house, height: 4, direction: nil, ridgeIsShort: true)
    #expect(abs(across.height(at: Vector2(10, 1)) - 4) < 1e-9)
    #expect(across.height(at: Vector2(0, 5)) < 1e-9)
    // To the east.
    let slope = RoofSurface(.skillion, over: house, height: 4, direction: 90, ridgeIsShort: false)
    #expect(slope.height(at: Vector2(20, 5)) < 1e-9)
    #expect(abs(slope.height(at: Vector2(0, 5)) - 4) < 1e-9)
    // Ridges run across it, from north to south.
    let ridge = RoofSurface(.gable, over: house, height: 4, direction: 90, ridgeIsShort: false)
    #expect(abs(ridge.height(at: Vector2(10, 9)) - 4) < 1e-9)
  }
}
