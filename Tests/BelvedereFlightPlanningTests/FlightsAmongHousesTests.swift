import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Flights over hills with houses on them, of which no eye may enter one.
@Suite struct FlightsAmongHousesTests {
  private let box = GeographicBounds(south: 46, west: 7, north: 46.06, east: 7.09)

  /// A house, and its own copy of where it stands: a box along the axes turned by an angle.
  private struct House {
    let middle: Coordinate
    let (length, width): (Double, Double)
    let angle: Double
    let top: Double
    private var metres: (north: Double, east: Double) {
      (111_320, 111_320 * cosine(middle.latitude))
    }

    init(middle: Coordinate, length: Double, width: Double, angle: Double, top: Double) {
      (self.middle, self.angle, self.top) = (middle, angle, top)
      (self.length, self.width) = (length, width)
    }

    var footprint: [Coordinate] {
      [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { a, b in
        let (x, y) = (a * length, b * width)
        let (c, s) = (cosine(angle), sine(angle))
        return Coordinate(
          latitude: middle.latitude + (x * s + y * c) / metres.north,
          longitude: middle.longitude + (x * c - y * s) / metres.east)
      }
    }

    /// Whether a place lies within the walls, a hand's breadth inside.
    func contains(_ place: Coordinate) -> Bool {
      let (dx, dy) = (
        (place.longitude - middle.longitude) * metres.east,
        (place.latitude - middle.latitude) * metres.north
      )
      let (c, s) = (cosine(angle), sine(angle))
      return abs(dx * c + dy * s) < length / 2 - 0.2 && abs(dy * c - dx * s) < width / 2 - 0.2
    }
  }

  private func eye(
    of camera: MapCamera, over model: HeightField
  ) -> (coordinate: Coordinate, height: Double) {
    let center = camera.centerCoordinate
    let ground = model.elevation(latitude: center.latitude, longitude: center.longitude) ?? 0
    guard
      let view = try? CameraView(
        camera: camera, viewport: Viewport(width: 10, height: 10), groundElevation: ground)
    else { return (center, -.infinity) }
    let eye = view.eyePosition
    return (Coordinate(latitude: eye.latitude, longitude: eye.longitude), eye.height)
  }

  @Test func noFlightGoesThroughAHouse() throws {
    var random = SplitMix64(seed: 771)
    var (kept, refused, over, raised) = (0, 0, 0, 0)
    for n in 0..<60 {
      let model = Relief.rough(&random, side: 33, bounds: box)
      let bare = FieldGround(model)
      let a = random.camera(over: box, distance: 150...600)
      let b = random.camera(over: box, distance: 150...600)
      let plain = try CameraPath.optimal(from: a, to: b, curvature: 0.3).path
      guard let low = try? plain.cleared(by: 8, over: bare, liftsEnds: true).path else { continue }
      // Houses right under the way, higher than it, and around it.
      let houses = (0..<12).map { i -> House in
        let on = low.camera(at: low.duration * random.double(0.15...0.85))
        let eye = self.eye(of: on, over: model)
        let at = i % 2 == 0 ? eye.coordinate : on.centerCoordinate
        return House(
          middle: at, length: random.double(10...80), width: random.double(8...30),
          angle: random.double(0...180),
          top: i % 2 == 0
            ? eye.height + random.double(-20...120)
            : bare.elevation(at: MapPoint(at)) + random.double(5...200))
      }
      let ground = try ObstructedGround(
        bare, obstacles: houses.map { FlightObstacle(footprint: $0.footprint, top: $0.top) })
      let path: CameraPath
      do throws(FlightError) {
        let cleared = try low.cleared(by: 5, over: ground)
        path = cleared.path
        if cleared.lift > 1 { raised += 1 }
      } catch {
        guard case .blocked = error else { throw error }
        refused += 1
        continue
      }
      kept += 1
      var margin = Double.infinity
      for i in 0...4000 {
        let camera = path.camera(at: path.duration * Double(i) / 4000)
        let eye = self.eye(of: camera, over: model)
        for house in houses where house.contains(eye.coordinate) {
          over += 1
          margin = min(margin, eye.height - house.top)
        }
      }
      #expect(margin >= 4.99, "\(n): \(margin) m")
    }
    #expect(kept >= 15 && over > 500 && raised >= 10, "\(kept) \(refused) \(over) \(raised)")
  }
}

private func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
private func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
