import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation

/// Cameras over the globe, poles and ±180° more often than chance has them.
func anyGlobeCamera(_ random: inout SplitMix64, maximumDistance: Double = 2e7) -> MapCamera {
  MapCamera(
    lookingAtCenter: anyPlace(&random),
    fromDistance: min(
      random.pick([pow(10, random.double(1.3...7.3)), 20, 1000, 2e7, 3e6]), maximumDistance),
    pitch: random.pick([random.double(0...90), 0, 45, random.double(0...60), 90, 89.99, 1e-9]),
    heading: random.pick([random.double(0...360), 0, 90, 180, 270]))
}

/// Coordinates of every kind.
func anyPlace(_ random: inout SplitMix64) -> Coordinate {
  Coordinate(
    latitude: random.pick([
      random.double(-90...90), random.double(-60...60), 0, 90, -90, 89.999999, -89.9999,
      Double(random.int(-9...9)) * 10,
    ]),
    longitude: random.pick([
      random.double(-180...180), 180, -180, 179.9999999, 0, random.double(-1000...1000),
    ]))
}

/// The Earth's axes at a coordinate, step by step.
func axes(at c: Coordinate) -> (east: Vector3, north: Vector3, up: Vector3) {
  let (φ, λ) = (c.latitude * .pi / 180, c.longitude * .pi / 180)
  return (
    Vector3(-sin(λ), cos(λ), 0), Vector3(-sin(φ) * cos(λ), -sin(φ) * sin(λ), cos(φ)),
    Vector3(cos(φ) * cos(λ), cos(φ) * sin(λ), sin(φ))
  )
}

/// Metres between a place of given latitude and longitude and another close by.
func metersBetween(_ a: Coordinate, _ b: Coordinate) -> Double {
  guard
    let frame = try? TangentFrame(origin: GeodeticPosition(a, height: 0)),
    let there = try? frame.position(of: GeodeticPosition(b, height: 0))
  else { return .infinity }
  return there.length
}

/// Points that a rounding of degrees may move what is seen at a depth: half a last place of each,
/// and of their sum with the centre's.
func degreeRounding(_ view: GlobeView, _ point: Vector2, _ depth: Double) -> Double {
  let ray = view.direction(through: point)
  return view.viewport.focalLength * ray.dot(ray) * 4e-9 / depth
}

/// The angle at which a ray through a point meets the ground, as its sine.
func grazing(_ view: GlobeView, _ point: Vector2, _ ground: GroundPoint) -> Double {
  guard
    let place = try? view.frame.position(
      of: GeodeticPosition(ground.coordinate, height: ground.elevation)),
    let above = try? view.frame.position(
      of: GeodeticPosition(ground.coordinate, height: ground.elevation + 1000))
  else { return 0 }
  return -view.direction(through: point).normalized.dot((above - place).normalized)
}
