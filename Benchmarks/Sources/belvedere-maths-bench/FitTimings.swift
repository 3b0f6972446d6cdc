import Belvedere

/// The tightest cameras around places with heights, tilted and straight down.
struct FitTimings {
  private let viewport = Viewport(width: 1280, height: 720)

  var all: [Timing] {
    [4, 100, 10_000].flatMap { count in
      [(55.0, "pitch 55"), (0, "straight down")].map { pitch, name in
        timing(count, pitch, "fit, \(count) points, \(name)")
      }
    }
  }

  private func timing(_ count: Int, _ pitch: Double, _ name: String) -> Timing {
    var random = RandomPlaces(seed: 5)
    let sets = (0..<max(1, 6400 / count)).map { _ in
      var center = random.place()
      center.latitude *= 0.8
      return (0..<count).map { _ in
        MapPosition(random.place(near: center, within: 3000), elevation: random.number(0...300))
      }
    }
    return Timing(name: name, workPerRun: sets.count) { [viewport] in
      var complaint: String?
      for positions in sets {
        let fit = try CameraFit(positions, in: viewport, pitch: pitch, heading: 30)
        if let wrong = Self.complaint(fit) { complaint = wrong }
      }
      return complaint
    }
  }

  /// All inside, and one pair of edges touched.
  private static func complaint(_ fit: CameraFit) -> String? {
    guard fit.containsAll, let m = fit.margins else { return "a point is outside" }
    let slack = min(max(m.left, m.right), max(m.top, m.bottom))
    return slack <= 0.01 ? nil : "\(slack) points are left free"
  }
}
