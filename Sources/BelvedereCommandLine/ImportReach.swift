import Belvedere

/// Where the sources of an import lie, to tell those that were hardly meant to come together.
struct ImportReach {
  /// Of sources, and of files of elevations.
  private var sources: [(name: String, box: GeographicBounds)] = []
  private let elevations: [(name: String, box: GeographicBounds)]

  init(elevations: [(name: String, box: GeographicBounds)]) { self.elevations = elevations }

  mutating func add(_ name: String, _ box: GeographicBounds?) {
    if let box { sources.append((name, box)) }
  }

  /// Kilometres beside the first source from which on another one is hardly meant.
  private static let far = 200.0

  /// What is said of sources that lie far from the first one, and of elevations that know nothing of any.
  var warnings: [String] {
    guard let first = sources.first else { return [] }
    let strangers = sources.dropFirst().compactMap { source -> String? in
      let away = Self.kilometers(source.box, first.box)
      guard away > Self.far else { return nil }
      return
        "\(source.name): lies \(grouped(Int(flooring: away, in: 0...40_000))) km from \(first.name), and pictures without a camera may show only one of them; "
        + "leave one out if that is not meant (places are latitude first, in GeoJSON longitude first)"
    }
    let useless = elevations.compactMap { file -> String? in
      let away = sources.map { Self.kilometers(file.box, $0.box) }.min() ?? 0
      guard away > 0 else { return nil }
      return
        "\(file.name): knows no ground where \(first.name) lies, some \(grouped(Int(clamping: away.rounded(.up), in: 1...40_000))) km away; "
        + "the ground there is level"
    }
    let polar = sources.filter { CameraPlace.isBeyondMap($0.box) }
      .map { "\($0.name): lies \(CameraPlace.beyondMap)" }
    return polar + strangers + useless
  }

  /// The way between two boxes, 0 where they meet.
  private static func kilometers(_ a: GeographicBounds, _ b: GeographicBounds) -> Double {
    func middle(_ box: GeographicBounds) -> Coordinate {
      Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
    }
    let (p, q) = (middle(a), middle(b))
    func gap(_ distance: Double, _ sizes: Double) -> Double { max(abs(distance) - sizes / 2, 0) }
    let north = gap(p.latitude - q.latitude, a.north - a.south + b.north - b.south)
    let east = gap(
      wrappedLongitude(p.longitude - q.longitude), a.east - a.west + b.east - b.west)
    let scale = CoordinateRegion.metersPerDegree(at: (p.latitude + q.latitude) / 2)
    let (y, x) = (north * scale.latitude, east * scale.longitude)
    return (x * x + y * y).squareRoot() / 1000
  }
}
