import Belvedere
import BelvedereJSON

/// Where a camera looks, beside what there is to be seen.
enum CameraPlace {
  /// A warning where all of a scene lies farther from the centre than three times the camera's distance, out of the
  /// picture as a rule: latitude and longitude may be exchanged, or mistyped.
  static func warning(_ camera: MapCamera, over scene: Scene) -> [String] {
    let center = camera.centerCoordinate
    let ground = scene.ground.isEmpty ? nil : scene.ground.bounds
    let known = [scene.contentBounds, ground].compactMap(\.self)
    let near = (known.isEmpty ? [scene.extent].compactMap(\.self) : known).compactMap { box in
      distance(from: center, to: box).map { (box: box, away: $0) }
    }.min { $0.away < $1.away }
    guard let (box, away) = near, away > 3 * camera.distance else { return [] }
    if isBeyondMap(box) { return ["all there is lies \(beyondMap)"] }
    func degrees(_ value: Double) -> String {
      JSONNumber.short((value * 1e4).rounded() / 1e4)
    }
    let exchanged = box.contains(latitude: center.longitude, longitude: center.latitude)
    return [
      "the camera looks at \(degrees(center.latitude)), \(degrees(center.longitude)), "
        + "\(JSONNumber.short((away / 1000).rounded(.up))) km away from all there is: latitudes "
        + "\(degrees(box.south))…\(degrees(box.north)), longitudes "
        + "\(degrees(box.west))…\(degrees(box.east))"
        + (exchanged ? "; the latitude comes first" : "")
    ]
  }

  /// Whether a box lies where the flat map has ended.
  static func isBeyondMap(_ box: GeographicBounds) -> Bool {
    box.south > MapPoint.maximumLatitude || box.north < -MapPoint.maximumLatitude
  }

  /// What is said of what lies there.
  static let beyondMap =
    "beyond 85.05° of latitude, where the map ends: --projection globe shows names and overlays there; roads and "
    + "areas are not drawn, and buildings at that latitude"

  /// The same of a flight, where all of a scene lies out of every picture.
  static func warning(_ path: CameraPath, over scene: Scene) -> [String] {
    let steps = 32
    var first: [String]?
    for i in 0...steps {
      let words = warning(
        path.camera(at: path.duration * (Double(i) / Double(steps))), over: scene)
      guard !words.isEmpty else { return [] }
      first = first ?? words
    }
    return (first ?? []).map { "on all of the flight " + $0 }
  }

  /// Metres to the nearest place of a box; `nil` where the centre is none.
  private static func distance(from center: Coordinate, to box: GeographicBounds) -> Double? {
    let nearest = Coordinate(
      latitude: min(max(center.latitude, box.south), box.north),
      longitude: box.longitude(of: center.longitude).map { _ in center.longitude }
        ?? [box.west, box.east].min {
          abs(remainder($0, center.longitude)) < abs(remainder($1, center.longitude))
        } ?? center.longitude)
    return try? Geodesic.wgs84.inverse(from: center, to: nearest).distance
  }

  /// The difference of two longitudes within ±180.
  private static func remainder(_ a: Double, _ b: Double) -> Double {
    (a - b).remainder(dividingBy: 360)
  }
}
