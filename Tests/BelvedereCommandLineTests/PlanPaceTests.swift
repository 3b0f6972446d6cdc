import BelvedereJSON
import BelvedereTestSupport
import Testing

@Suite("belvedere plan --pace") struct PlanPaceTests {
  private static let ends = ["--from", "46.1,7.05,1500,50,30", "--to", "46.1,7.25,1200,55,90"]

  private func plan(_ arguments: [String]) throws -> Tool.Result {
    try Tool.run(["plan"] + arguments)
  }

  private func duration(_ arguments: [String]) throws -> Double {
    let written = try plan(arguments + ["-o", "-"])
    let flight = try JSONParser.parse(written.output)
    guard case .object(let members) = flight.content,
      case .number(let seconds)? = members.first(where: { $0.name == "duration" })?.value.content
    else {
      Issue.record("\(written.errors)")
      return 0
    }
    return seconds
  }

  @Test(
    "slows planned flights, recipes and flights with times of their own as much as it says",
    arguments: [("calm", 3.0), ("slow", 6), ("0.5", 2), ("brisk", 1)])
  func pace(_ pace: String, _ factor: Double) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/flight.json"
    _ = try plan(Self.ends + ["-o", file])
    for arguments in [Self.ends, Self.ends + ["--style", "hop"], [file]] {
      let usual = try duration(arguments)
      let paced = try duration(arguments + ["--pace", pace])
      #expect(abs(paced / usual - factor) < 0.01 * factor, "\(arguments)")
    }
    let kept = try plan(Self.ends + ["--pace", pace, "--check"])
    #expect(kept.status == 0, "\(kept.errors)")
  }

  @Test("slows ways whose times a file says, and no rests")
  func writtenTimes() throws {
    let folder = try TemporaryFolder()
    func camera(_ longitude: Double) -> String {
      #""centerCoordinate":{"latitude":46,"longitude":\#(longitude)},"distance":4000,"pitch":40"#
    }
    let waypoints = try folder.write(
      "way.json",
      "[{\(camera(7))},{\(camera(7.02)),\"duration\":10,\"hold\":2},{\(camera(7.03)),\"speed\":100}]"
    )
    let shots = try folder.write(
      "shots.json",
      #"{"shots":[{"shot":"hold","seconds":2,"camera":{\#(camera(7))}},{"shot":"orbit","degrees":90,"duration":10}]}"#
    )
    for (file, rest) in [(waypoints, 2.0), (shots, 2)] {
      let usual = try duration([file])
      #expect(
        abs(try duration([file, "--pace", "0.5"]) - (2 * (usual - rest) + rest)) < 0.02 * usual)
    }
  }

  @Test(
    "is a name or a number, and goes without a duration",
    arguments: [
      ["--pace", "hasty"], ["--pace", "0"], ["--pace", "nan"], ["--pace", "-1"],
      ["--pace", "calm", "--duration", "60"],
    ])
  func refused(_ options: [String]) throws {
    let refused = try plan(Self.ends + options)
    #expect(refused.status == 2 && refused.errors.contains("pace"), "\(refused.errors)")
  }
}
