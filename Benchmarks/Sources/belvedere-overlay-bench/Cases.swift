import Belvedere
import Foundation

/// What is laid over the ground, and what pictures with it are compared with.
struct Case {
  let name: String
  /// The name of the case whose time is taken off.
  let base: String?
  let scene: Scene

  /// - Parameter radius: of the largest outline, metres.
  static func all(_ city: Scene, around center: Coordinate, radius: Double) -> [Case] {
    var bare = city
    bare.overlays = []
    bare.buildings = []
    bare.trees = []
    bare.beams = []
    let frame = LocalFrame(origin: center)
    func ring(_ count: Int, at c: Vector2, _ r: (Double) -> Double) -> [Coordinate] {
      (0..<count).map { n in
        let t = 2 * Double.pi * Double(n) / Double(count)
        return frame.coordinate(at: c + Vector2(cos(t), sin(t)) * r(t))
      }
    }
    // A coast: bays, and in each of them smaller ones.
    let coast = ring(10_000, at: Vector2(0, 0)) { t in
      radius * (0.7 + 0.2 * sin(7 * t) + 0.06 * sin(61 * t + 1) + 0.004 * sin(977 * t))
    }
    let pink = Color(red: 1, green: 0.59, blue: 0.7)
    let purple = Color(red: 0.63, green: 0.27, blue: 0.63)
    func area(_ ring: [Coordinate], _ level: Overlay.Level) -> Overlay {
      Overlay(
        shape: .polygon(GeographicPolygon(rings: [ring])), fillColor: pink, strokeColor: purple,
        lineWidth: 3, alpha: 0.8, level: level)
    }
    let many = (0..<1000).map { n -> Overlay in
      let at = Vector2(Double(n / 32) - 15.5, Double(n % 32) - 15.5) * (radius / 16)
      return area(ring(64, at: at) { _ in radius / 24 }, .aboveRoads)
    }
    func with(_ scene: Scene, _ overlays: [Overlay]) -> Scene {
      var scene = scene
      scene.overlays = overlays
      return scene
    }
    let line = Overlay(shape: .polyline(coast), strokeColor: purple, lineWidth: 3)
    return [
      Case(name: "ground", base: nil, scene: bare),
      Case(
        name: "10,000 vertices", base: "ground", scene: with(bare, [area(coast, .aboveRoads)])),
      Case(name: "a line of 10,000", base: "ground", scene: with(bare, [line])),
      Case(name: "1000 overlays", base: "ground", scene: with(bare, many)),
      Case(name: "city", base: nil, scene: with(city, [])),
      Case(
        name: "city, opaque", base: "city", scene: with(city, [area(coast, .aboveLabels)])),
      Case(
        name: "city, seen through", base: "city, opaque",
        scene: with(city, [area(coast, .aboveRoads)])),
    ]
  }
}
