import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Bare elevations seen by the camera that is made for them: every sample, and the foot of every edge, is
/// looked for in the picture.
@Suite("The framing of a relief") struct ReliefFramingTests {
  private struct Unseen: Error {}

  /// A relief and what of it must be seen.
  private struct Relief {
    var scene = Scene()
    var places: [MapPosition] = []

    init(
      _ box: GeographicBounds, base: Double?, side n: Int = 65,
      isSeen: (Double) -> Bool = { _ in true }, _ height: (Double, Double) -> Double
    ) {
      var samples: [Float] = []
      var seen: [(Coordinate, Double)] = []
      for j in 0..<n {
        for i in 0..<n {
          let (u, v) = (Double(i) / Double(n - 1), Double(j) / Double(n - 1))
          let elevation = height(u, v)
          samples.append(Float(elevation))
          guard !elevation.isNaN, isSeen(elevation) else { continue }
          let place = Coordinate(
            latitude: box.north - (box.north - box.south) * v,
            longitude: box.west + (box.east - box.west) * u)
          seen.append((place, elevation))
        }
      }
      scene.ground = ElevationMosaic([
        HeightField(width: n, height: n, bounds: box, samples: samples)
      ])
      scene.baseElevation = base
      // A sample beside a void is drawn as little as the void.
      for (place, elevation) in seen
      where scene.ground.elevation(latitude: place.latitude, longitude: place.longitude) != nil {
        places.append(MapPosition(place, elevation: elevation))
        if let base { places.append(MapPosition(place, elevation: base)) }
      }
    }

    /// Points of a screen of 1000 in height at which the places are seen.
    func points(
      _ camera: MapCamera, aspectRatio: Double, _ projection: MapProjection
    ) throws -> (left: Double, right: Double, top: Double, bottom: Double) {
      let view = try projection.view(
        camera: camera, viewport: Viewport(width: 1000 * aspectRatio, height: 1000),
        groundElevation: scene.drawnElevation(at: camera.centerCoordinate))
      var found = (
        left: Double.infinity, right: -Double.infinity, top: Double.infinity,
        bottom: -Double.infinity
      )
      for place in places {
        let point: ScreenPoint
        switch view.project(place.coordinate, elevation: place.elevation) {
        // Behind the Earth's curve it would still be inside.
        case .point(let found), .belowHorizon(let found): point = found
        default: throw Unseen()
        }
        found.left = min(found.left, point.x)
        found.right = max(found.right, point.x)
        found.top = min(found.top, point.y)
        found.bottom = max(found.bottom, point.y)
      }
      return found
    }
  }

  private static let alps = GeographicBounds(south: 46, west: 8, north: 46.1, east: 8.14)

  private static var shapes: [(String, Relief)] {
    func hill(_ x: Double, _ y: Double, _ u: Double, _ v: Double) -> Double {
      max(0, 1 - 9 * ((u - x) * (u - x) + (v - y) * (v - y)))
    }
    return [
      ("plain", Relief(alps, base: 400) { u, v in 405 + 5 * u }),
      ("mountain", Relief(alps, base: 300) { u, v in 500 + 3000 * hill(0.5, 0.4, u, v) }),
      ("cliff in the south", Relief(alps, base: 300) { _, v in v > 0.8 ? 2600 : 500 }),
      ("cliff in the north-east", Relief(alps, base: 300) { u, v in u - v > 0.7 ? 2900 : 500 }),
      ("needle", Relief(alps, base: 450) { u, v in u == 0.25 && v == 0.75 ? 2500 : 500 }),
      (
        "askew",
        Relief(alps, base: 400) { u, v in
          abs(u - 0.5) + abs(v - 0.5) > 0.48 ? .nan : 500 + 900 * u
        }
      ),
      (
        "narrow",
        Relief(.init(south: -33, west: 179.7, north: -32.6, east: 180.0), base: 0.6) { u, v in
          700 + 500 * hill(0.2, 0.2, u, v)
        }
      ),
      (
        "degree",
        Relief(.init(south: 60, west: 5, north: 61, east: 6), base: 20) { u, v in
          100 + 1500 * hill(0.8, 0.1, u, v)
        }
      ),
      (
        "far north",
        Relief(.init(south: 80.9, west: 5, north: 81.1, east: 5.8), base: 20) { u, v in
          100 + 1500 * hill(0.8, 0.1, u, v)
        }
      ),
      (
        "island",
        Relief(alps, base: nil, isSeen: { $0 > 0.5 }) { u, v in 2000 * hill(0.7, 0.3, u, v) }
      ),
      (
        "coast",
        Relief(.init(south: 43, west: 7, north: 44, east: 8), base: nil, isSeen: { $0 > 0.5 }) {
          u, v in max(0, 2500 * (0.6 - v - 0.5 * u))
        }
      ),
    ]
  }

  /// Near the horizon on the globe a centre lies degrees away, and the line of sight may miss the Earth.
  @Test(
    "all of it is in view and touches two edges; from 60° on it stands at the lower edge",
    arguments: MapProjection.allCases)
  func everyView(_ projection: MapProjection) throws {
    for (name, relief) in Self.shapes {
      for pitch in [0.0, 20, 45, 60, 75, 85] {
        for heading in [0.0, 35, 90, 200, 305] {
          for aspectRatio in [0.4, 1, 16 / 9.0, 5] {
            let camera = relief.scene.framingCamera(
              aspectRatio: aspectRatio, fieldOfView: 30, pitch: pitch, heading: heading,
              limit: PitchLimit.none, projection: projection)
            let what: Comment =
              "\(name), \(projection), pitch \(pitch), heading \(heading), aspect \(aspectRatio)"
            #expect(camera.pitch == pitch, what)
            let (width, height) = (1000 * aspectRatio, 1000.0)
            let seen = try relief.points(camera, aspectRatio: aspectRatio, projection)
            let margins = (
              seen.left, width - seen.right, seen.top, height - seen.bottom
            )
            let margin = min(width, height) / 30
            // Peaks count as wide as the blocks in which they lie.
            let slack = 0.03 * max(width, height) + margin
            let inside = min(margins.0, margins.1, margins.2, margins.3)
            #expect(inside > 0.9 * margin, "\(what): \(margins)")
            // A fifteenth of the land's extent in sea is before it, more where that is near.
            if name == "island" || name == "coast" {
              let across = margins.0 + margins.1 < 0.3 * width
              #expect(
                across || margins.2 + margins.3 < 0.3 * height || pitch > 60 && aspectRatio > 2,
                "\(what): \(margins)")
              continue
            }
            // In a wide picture the line of sight may end on a wall; then one edge is touched.
            if aspectRatio > 2 {
              #expect(inside < slack, "\(what): \(margins)")
              continue
            }
            let across = max(margins.0, margins.1) < slack
            #expect(across || max(margins.2, margins.3) < slack, "\(what): \(margins)")
            // Sunk lower, the line of sight would miss the globe.
            if pitch >= 60, projection == .flat || pitch < 80 {
              #expect(margins.3 < slack, "\(what): \(margins)")
            }
          }
        }
      }
    }
  }

  @Test("the pitch is the greatest that the limit allows at the distance of the view")
  func limitedPitch() throws {
    for (name, relief) in Self.shapes {
      let camera = relief.scene.framingCamera(aspectRatio: 1.5, fieldOfView: 30, pitch: 85)
      let most = PitchLimit.standard.maximumPitch(atDistance: camera.distance)
      #expect(camera.pitch <= most && camera.pitch > most - 0.01, "\(name): \(camera)")
      let seen = try relief.points(camera, aspectRatio: 1.5, .flat)
      #expect(
        min(seen.left, 1500 - seen.right, seen.top, 1000 - seen.bottom) > 0, "\(name): \(seen)")
    }
  }

  @Test("sea without land is framed as it is, and where nothing is known there is a camera")
  func withoutLand() throws {
    let sea = Relief(Self.alps, base: nil) { _, _ in 0 }
    let camera = sea.scene.framingCamera(
      aspectRatio: 1, fieldOfView: 30, pitch: 30, limit: PitchLimit.none)
    let seen = try sea.points(camera, aspectRatio: 1, .flat)
    #expect(min(seen.left, 1000 - seen.right) > 30 && max(seen.left, 1000 - seen.right) < 40)
    let unknown = Relief(Self.alps, base: nil) { _, _ in .nan }
    #expect(unknown.scene.framingCamera(aspectRatio: 1, fieldOfView: 30).distance > 0)
  }

  /// A ring as narrow as a sample or two lies in few places of the blocks that are looked at.
  @Test(
    "an atoll and a small island in a wide sea are framed as a whole; a wrong sample is no land")
  func smallLand() throws {
    let box = GeographicBounds(south: 10, west: -110, north: 11, east: -109)
    func ring(_ u: Double, _ v: Double) -> Double {
      let (x, y) = (u - 0.3, v - 0.6)
      let radius = (x * x + y * y).squareRoot()
      return radius > 0.012 && radius < 0.016 ? 2 + 3 * u : 0
    }
    let shapes: [(name: String, relief: Relief)] = [
      ("atoll", Relief(box, base: nil, side: 801, isSeen: { $0 > 0.5 }, ring)),
      (
        "atoll and a wrong sample",
        Relief(box, base: nil, side: 801, isSeen: { $0 > 1.5 }) { u, v in
          u == 0.875 && v == 0.25 ? 1 : ring(u, v)
        }
      ),
      (
        "islet",
        Relief(box, base: nil, side: 801, isSeen: { $0 > 0.5 }) { u, v in
          abs(u - 0.8) < 0.003 && abs(v - 0.2) < 0.003 ? 40 : 0
        }
      ),
    ]
    for (name, relief) in shapes {
      for (pitch, heading) in [(0.0, 0.0), (45, 0), (45, 130), (70, 240)] {
        let camera = relief.scene.framingCamera(
          aspectRatio: 1.5, fieldOfView: 30, pitch: pitch, heading: heading, limit: PitchLimit.none)
        let seen = try relief.points(camera, aspectRatio: 1.5, .flat)
        let margins = [seen.left, 1500 - seen.right, seen.top, 1000 - seen.bottom]
        let what: Comment = "\(name), pitch \(pitch), heading \(heading): \(margins)"
        #expect(margins.min() ?? 0 > 33, what)
        // An islet of a few samples ends somewhere between them.
        let most = name == "islet" ? 0.5 : 0.3
        #expect(
          margins[0] + margins[1] < most * 1500 || margins[2] + margins[3] < most * 1000, what)
      }
    }
  }

  @Test("pitch by pitch the view changes little")
  func continuity() {
    let relief = Self.shapes[1].1
    var last: MapCamera?
    for step in 0...85 {
      let camera = relief.scene.framingCamera(
        aspectRatio: 1.6, fieldOfView: 30, pitch: Double(step), limit: PitchLimit.none)
      if let last {
        #expect(abs(camera.altitude / last.altitude - 1) < 0.2, "\(step)°")
      }
      last = camera
    }
  }
}
