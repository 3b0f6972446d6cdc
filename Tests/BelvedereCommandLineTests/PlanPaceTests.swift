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
