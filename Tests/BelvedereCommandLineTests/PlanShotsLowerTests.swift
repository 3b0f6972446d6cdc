import BelvedereTestSupport
import Testing

@Suite("belvedere plan: shots within a greatest distance") struct PlanShotsLowerTests {
  private func camera(_ latitude: Double, _ longitude: Double, _ rest: String) -> String {
    #"{"centerCoordinate": {"latitude": \#(latitude), "longitude": \#(longitude)}, \#(rest)}"#
  }

  /// As flights between two cameras do.
  @Test(
    "shots that have to be raised stay lower where they rise of themselves, and what is told serves"
  )
  func stayLower() throws {
    let folder = try TemporaryFolder()
    // A ridge from north to south, 1500 m high.
    let row = (0..<61).map { abs($0 - 30) < 3 ? "1500" : "100" }.joined(separator: " ")
    let dem = try folder.write(
      "ridge.asc",
      "ncols 61\nnrows 41\nxllcenter 7\nyllcenter 46\ncellsize 0.005\nNODATA_value -9999\n"
        + [String](repeating: row, count: 41).joined(separator: "\n") + "\n")
    let start = camera(46.1, 7.05, #""distance": 1500, "pitch": 50, "heading": 30"#)
    let goal = camera(46.1, 7.25, #""distance": 1200, "pitch": 55, "heading": 90"#)
    for (name, shots) in [
      ("transition", #"{"shot": "transition", "camera": \#(start), "to": \#(goal)}"#),
      (
        "hold",
        #"{"shot": "hold", "seconds": 1, "camera": \#(start)}, {"shot": "transition", "to": \#(goal)}"#
      ),
      ("waypoints", #"{"shot": "waypoints", "waypoints": [\#(start), \#(goal)]}"#),
      // Whose camera follows from its altitude.
      (
        "crane",
        #"{"shot": "crane", "altitude": 900, "camera": \#(start)}, "#
          + #"{"shot": "transition", "to": \#(goal)}"#
      ),
    ] {
      let file = try folder.write("\(name).json", #"{"shots": [\#(shots)]}"#)
      func run(_ distance: Double) throws -> Tool.Result {
        try Tool.run([
          "plan", file, "--dem", dem, "--clearance", "3000", "--lift-ends", "--max-distance",
          "\(distance)",
        ])
      }
      let refused = try run(2000)
      let told = try #require(
        refused.errors.firstMatch(of: /--max-distance ([0-9.]+) allows it\n/), "\(name)")
      for factor in [1, 1.2, 2, 4] {
        let made = try run(try #require(Double(told.1)) * factor)
        #expect(made.status == 0, "\(name), \(factor) times: \(made.errors)")
      }
    }
  }
}
