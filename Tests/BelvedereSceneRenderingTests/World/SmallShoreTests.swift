import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Foundation
import Testing

/// The world around small scenes at a coast that its map knows to some kilometres only.
@Suite("The world around small coasts") struct SmallShoreTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A scene in a box of some kilometres, of which land is told by polygons in parts of its width and height, -1 to 1.
  private struct Box {
    var center: Coordinate
    var reach: Double
    var land: [[(Double, Double)]]

    private var degree: Double { reach / cos(center.latitude * .pi / 180) }

    func at(_ x: Double, _ y: Double) -> Coordinate {
      place(center.latitude + y * reach, center.longitude + x * degree)
    }

    var picker: GroundPicker {
      var scene = Scene()
      scene.showsWorld = true
      scene.land = land.map { GeographicPolygon(rings: [$0.map { at($0.0, $0.1) }]) }
      let (low, high) = (at(-1, -1), at(1, 1))
      scene.landBounds = [
        GeographicBounds(
          south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
      ]
      return GroundPicker(scene: scene)
    }

    /// The pieces of land, or of water, around the box.
    struct Piece {
      /// Whether it goes on beyond what is looked at.
      var isOpen = false
      /// Whether it has a part of the box.
      var isBoxes = false
      /// How far it reaches from the middle, by the box's half size.
      var reach = 0.0
    }

    /// - Parameters:
    ///   - span: how far is looked, by the box's half size.
    ///   - step: by the same.
    func pieces(of kind: GroundPicker.Kind, span: Double, step: Double) -> [Piece] {
      let picker = picker
      let count = Int(2 * span / step)
      func part(_ i: Int) -> Double { -span + (Double(i) + 0.5) * step }
      var isLeft = (0..<count * count).map { i in
        picker.kind(at: at(part(i % count), part(i / count))) == kind
      }
      var pieces: [Piece] = []
      for start in isLeft.indices where isLeft[start] {
        var rest = [start]
        var piece = Piece()
        isLeft[start] = false
        while let i = rest.popLast() {
          let (x, y) = (i % count, i / count)
          if x == 0 || y == 0 || x == count - 1 || y == count - 1 { piece.isOpen = true }
          let away = max(abs(part(x)), abs(part(y)))
          if away < 1 { piece.isBoxes = true }
          piece.reach = max(piece.reach, away)
          // Corners, too: a neck may be narrower than a step.
          for (u, v) in (0..<9).map({ (x + $0 % 3 - 1, y + $0 / 3 - 1) })
          where u >= 0 && v >= 0 && u < count && v < count && isLeft[v * count + u] {
            isLeft[v * count + u] = false
            rest.append(v * count + u)
          }
        }
        pieces.append(piece)
      }
      return pieces
    }
  }

  /// A sound between two bands of land, some 20 km from the coast of the coarse map, where that has land all around.
  @Test("a sound goes on to the sea, and is no lake", arguments: [0.0, 1])
  func sound(_ isUpright: Double) {
    let bands = [0.25, -1].map { y in
      [(-1.0, y), (1, y), (1, y + 0.75), (-1, y + 0.75)].map {
        isUpright == 1 ? (-$0.1, $0.0) : $0
      }
    }
    let box = Box(center: Self.place(60.4, 5.6), reach: 0.03, land: bands)
    let water = box.pieces(of: .water, span: 14, step: 0.1)
    #expect(water.contains { $0.isOpen && $0.isBoxes })
    #expect(water.filter { !$0.isOpen }.isEmpty, "\(water)")
    // Nor is there an island.
    #expect(box.pieces(of: .terrain, span: 14, step: 0.1).filter { !$0.isOpen }.isEmpty)
  }

  /// Islands of which the box cuts some, off the coast of the coarse map.
  @Test("islands that the box cuts end beside it", arguments: [(60.25, 22.1), (59.3, 18.75)])
  func islands(_ latitude: Double, _ longitude: Double) {
    func island(_ x: Double, _ y: Double, _ size: Double) -> [(Double, Double)] {
      [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
        (min(max(x + $0.0 * size, -1), 1), min(max(y + $0.1 * size, -1), 1))
      }
    }
    let land = [
      island(0, 0, 0.2), island(0.95, 0.1, 0.25), island(0.7, -0.98, 0.2), island(-0.9, -0.5, 0.3),
      island(-0.2, 0.95, 0.25), island(-0.6, 0.4, 0.15),
    ]
    let box = Box(center: Self.place(latitude, longitude), reach: 0.04, land: land)
    let pieces = box.pieces(of: .terrain, span: 8, step: 0.05)
    for piece in pieces where piece.isBoxes {
      #expect(!piece.isOpen && piece.reach < 1.5, "\(piece)")
    }
    #expect(pieces.filter { !$0.isOpen && !$0.isBoxes }.isEmpty)
    #expect(box.pieces(of: .water, span: 8, step: 0.05).filter { !$0.isOpen }.isEmpty)
  }

  /// A coast some kilometres off that of the coarse map meets it, whichever way it leads.
  @Test("a coast goes on as the world's", arguments: [0.0, 1, 2, 3])
  func coast(_ quarters: Double) {
    let angle = quarters * .pi / 2
    let half = [(-1.0, 0.0), (1, 0), (1, 1), (-1, 1)].map {
      (
        ($0.0 * cos(angle) - $0.1 * sin(angle)).rounded(),
        ($0.0 * sin(angle) + $0.1 * cos(angle)).rounded()
      )
    }
    for (latitude, longitude) in [(38.7, -9.42), (44.4, 8.95), (-33.85, 151.25)] {
      let box = Box(center: Self.place(latitude, longitude), reach: 0.015, land: [half])
      for kind in [GroundPicker.Kind.water, .terrain] {
        let pieces = box.pieces(of: kind, span: 16, step: 0.125)
        #expect(pieces.contains { $0.isOpen && $0.isBoxes })
        #expect(pieces.filter { !$0.isOpen }.isEmpty, "\(latitude) \(kind) \(pieces)")
      }
    }
  }

  /// Where no coast is near there is no more of the other kind than beside the box.
  @Test("away from all coasts a small scene ends soon", arguments: [(39.0, -98.0), (30, -45)])
  func alone(_ latitude: Double, _ longitude: Double) {
    let south = [(-1.0, -1.0), (1, -1), (1, 0), (-1, 0)]
    let box = Box(center: Self.place(latitude, longitude), reach: 0.005, land: [south])
    let picker = box.picker
    #expect(picker.kind(at: box.at(0.3, -0.5)) == .terrain)
    #expect(picker.kind(at: box.at(0.3, 0.5)) == .water)
    let world = latitude == 39 ? GroundPicker.Kind.terrain : .water
    for (x, y) in [(0.0, 3.0), (3, 0), (0, -3), (-3, 0), (3, 3), (-3, -3), (6, 1), (1, -6)] {
      #expect(picker.kind(at: box.at(x, y)) == world, "\(x) \(y)")
    }
  }
}
