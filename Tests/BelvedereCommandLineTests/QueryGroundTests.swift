import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere query, on ground") struct QueryGroundTests {
  /// A ridge from west to east, 400 m high, across the middle of a plain: latitude 46.5.
  private func ridge(_ folder: TemporaryFolder) throws -> String {
    var data = Data(capacity: 2 * 1201 * 1201)
    for row in 0..<1201 {
      let height = max(0, 400 - abs(row - 600) * 10)
      for _ in 0..<1201 { data.append(contentsOf: [UInt8(height >> 8), UInt8(height & 255)]) }
    }
    let path = folder.path + "/N46E007.hgt"
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  private func ask(_ lines: [String], _ options: [String]) throws -> [JSONValue] {
    let result = try Tool.run(["query"] + options, input: lines.map { $0 + "\n" }.joined())
    #expect(result.status == 0, "\(result.errors)")
    return try result.text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
  }

  private func member(_ value: JSONValue, _ names: String...) -> JSONValue? {
    var value = value
    for name in names {
      guard case .object(let members) = value.content,
        let next = members.first(where: { $0.name == name })?.value
      else { return nil }
      value = next
    }
    return value
  }

  private func text(_ answer: JSONValue) -> String { JSONWriter.line(answer) }

  private func kind(_ answer: JSONValue) -> String? {
    guard case .string(let text)? = member(answer, "kind")?.content else { return nil }
    return text
  }

  private func number(_ value: JSONValue?) -> Double {
    guard case .number(let number)? = value?.content else { return .nan }
    return number
  }

  @Test("a ridge hides what lies behind it, and not what is higher")
  func lineOfSight() throws {
    let folder = try TemporaryFolder()
    let file = try ridge(folder)
    func sight(_ height: Double, _ projection: String) -> String {
      """
      {"op":"lineOfSight","projection":"\(projection)","from":{"latitude":46.4,"longitude":7.5,\
      "height":\(height)},"to":{"coordinate":{"latitude":46.6,"longitude":7.5},"height":\(height)}}
      """
    }
    let answers = try ask(
      [
        sight(100, "flat"), sight(399, "flat"), sight(401, "flat"), sight(401, "globe"),
        sight(440, "globe"),
      ], ["--dem", file])
    func isVisible(_ i: Int) -> Bool? {
      guard case .bool(let flag)? = member(answers[i], "visible")?.content else { return nil }
      return flag
    }
    // Over 22 km the Earth bulges by ten metres.
    #expect((0..<5).map { isVisible($0) } == [false, false, true, false, true])
    // The side of the ridge at 100 m is 30 rows of 3 seconds before its crest.
    let block = member(answers[0], "blockedAt")
    #expect(abs(number(block.flatMap { member($0, "elevation") }) - 100) < 0.01)
    let latitude = block.flatMap { member($0, "coordinate", "latitude") }
    #expect(abs(number(latitude) - (46.5 - 30 / 1200.0)) < 1e-5)
  }

  @Test("a screen point meets the ridge, the plain, the level ground around and the sky")
  func points() throws {
    let folder = try TemporaryFolder()
    let file = try ridge(folder)
    func request(_ op: String, _ x: Double, _ y: Double, _ more: String = "") -> String {
      """
      {"op":"\(op)","camera":{"centerCoordinate":{"latitude":46.45,"longitude":7.5},\
      "distance":3000,"pitch":80},"viewport":{"width":800,"height":600},\
      "point":{"x":\(x),"y":\(y)}\(more)}
      """
    }
    let answers = try ask(
      [
        request("pick", 400, 300), request("pick", 400, 1), request("unproject", 400, 300),
        request("unproject", 400, 210, #","projection":"globe""#),
        request("unproject", 400, 210),
        #"{"op":"elevation","coordinate":{"latitude":46.5,"longitude":7.5}}"#,
        #"{"op":"pick","camera":{"centerCoordinate":{"latitude":44,"longitude":7.5},"distance":900},"viewport":{"width":800,"height":600},"point":{"x":400,"y":300}}"#,
      ], ["--dem", file])
    #expect(kind(answers[0]) == "terrain")
    #expect(abs(number(member(answers[0], "distance")) - 3000) < 1e-3)
    #expect(abs(number(member(answers[0], "coordinate", "latitude")) - 46.45) < 1e-8)
    #expect(kind(answers[1]) == "sky")
    #expect(abs(number(member(answers[2], "coordinate", "latitude")) - 46.45) < 1e-8)
    // The flank of the ridge.
    let (globe, flat) = (
      number(member(answers[3], "elevation")), number(member(answers[4], "elevation"))
    )
    #expect(flat > 5 && flat < 395)
    #expect(abs(globe - flat) < 2)
    #expect(number(member(answers[5], "elevation")) == 400)
    #expect(kind(answers[6]) == "terrain")
    // No elevation is known there: it is drawn level.
    #expect(text(answers[6]).contains("\"elevation\":null"))
    #expect(number(member(answers[6], "drawnElevation")) == 0)
  }

  @Test("heights are those of their own ends; the block is where the line meets the ridge")
  func unequalHeights() throws {
    let folder = try TemporaryFolder()
    let file = try ridge(folder)
    func sight(_ from: Double, _ to: Double) -> String {
      """
      {"op":"lineOfSight","from":{"latitude":46.4,"longitude":7.5,"height":\(from)},\
      "to":{"latitude":46.6,"longitude":7.5,"height":\(to)}}
      """
    }
    // At the crest, half-way, the line is as high as the mean.
    let answers = try ask(
      [sight(0, 810), sight(810, 0), sight(0, 790), sight(790, 0)], ["--dem", file])
    let visible = answers.map { text($0).contains(#""visible":true"#) }
    #expect(visible == [true, true, false, false])
    // Up to the crest from the south, down from the north: both lines meet the southern flank late
    // or the northern one; from the low end the block is before the crest.
    let low = number(member(answers[2], "blockedAt", "coordinate", "latitude"))
    let high = number(member(answers[3], "blockedAt", "coordinate", "latitude"))
    #expect(low < 46.5 && low > 46.49 && high < 46.5 && high > 46.46)
    let distance = number(member(answers[2], "blockedAt", "distance"))
    #expect(abs(distance - (low - 46.4) * 111_140) < 120)
  }

  @Test("distance is from the eye along the ray of the point, not along the line of sight")
  func pickDistance() throws {
    let folder = try TemporaryFolder()
    let file = try ridge(folder)
    func pick(_ x: Double, _ y: Double) -> String {
      """
      {"op":"pick","camera":{"centerCoordinate":{"latitude":46.2,"longitude":7.5},"distance":3000},\
      "viewport":{"width":800,"height":600},"point":{"x":\(x),"y":\(y)}}
      """
    }
    let answers = try ask([pick(400, 300), pick(0, 300), pick(400, 0)], ["--dem", file])
    // Straight down from 3000 m with 30° of height: 600 points are 2·3000·tan 15°.
    let perPoint = 2 * 3000 * tan(15 * Double.pi / 180) / 600
    for (answer, side) in zip(answers, [0, 400, 300]) {
      let expected = hypot(3000, Double(side) * perPoint)
      #expect(abs(number(member(answer, "distance")) - expected) < 1e-6)
      #expect(number(member(answer, "elevation")) == 0)
    }
  }

  @Test("several models: each one's own surface where it has priority, as elevation says")
  func mosaic() throws {
    let folder = try TemporaryFolder()
    let coarse = try ridge(folder)
    let rows = (0..<200).map { row in
      (0..<200).map { "\(700 + (row * 7 + $0 * 3) % 11)" }.joined(separator: " ")
    }
    let fine = try folder.write(
      "fine.asc",
      "ncols 200\nnrows 200\nxllcenter 7.45\nyllcenter 46.15\ncellsize 0.0005\n"
        + rows.joined(separator: "\n"))
    var lines: [String] = []
    // Straight down onto the fine model, its western seam, the coarse one beside it, and the southern seam.
    let places = [(46.2, 7.5), (46.2001, 7.4503), (46.2, 7.44), (46.152, 7.52)]
    for (latitude, longitude) in places {
      lines.append(
        """
        {"op":"pick","camera":{"centerCoordinate":{"latitude":\(latitude),"longitude":\
        \(longitude)},"distance":5000},"viewport":{"width":80,"height":60},"point":{"x":40,"y":30}}
        """)
      lines.append(
        """
        {"op":"elevation","coordinate":{"latitude":\(latitude),"longitude":\(longitude)}}
        """)
    }
    let answers = try ask(lines, ["--dem", coarse, "--dem", fine])
    for n in places.indices {
      let picked = number(member(answers[2 * n], "elevation"))
      let asked = number(member(answers[2 * n + 1], "elevation"))
      // In the seam within 1 % of the step of 700 m.
      #expect(abs(picked - asked) < (n % 2 == 1 ? 7 : 1e-6), "\(places[n]): \(picked), \(asked)")
    }
    #expect(number(member(answers[1], "elevation")) > 699)
    #expect(number(member(answers[5], "elevation")) == 0)
  }

  @Test("what there is no answer to is an error in words")
  func errors() throws {
    let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path
    let pick = """
      {"op":"pick","camera":{"centerCoordinate":{"latitude":46,"longitude":-7},"distance":900},\
      "viewport":{"width":80,"height":60},"point":{"x":40,"y":30}}
      """
    let sight =
      #"{"op":"lineOfSight","from":{"latitude":1,"longitude":1},"to":{"latitude":1,"longitude":2}}"#
    let without = try ask([pick, sight], [])
    for answer in without { #expect(text(answer).contains("start with --scene or --dem")) }
    let answers = try ask([pick, sight], ["--scene", scene])
    #expect(kind(answers[0]) != nil, "\(text(answers[0]))")
    let globe = pick.replacingOccurrences(of: "\"op\"", with: #""projection":"globe","op""#)
    #expect(kind(try ask([globe], ["--scene", scene])[0]) != nil)
    #expect(text(answers[1]).contains("no elevation is known"))
  }

  @Test("pick names the building, and what stands before what")
  func pickBuilding() throws {
    let folder = try TemporaryFolder()
    let scene = try folder.write(
      "scene.json",
      """
      {"belvedere": 1, "buildings": [
        {"rectangle": {"center": [7, 46], "width": 40, "depth": 40, "heading": 0}, "height": 50,
         "id": "tower", "name": "The Tower"},
        {"rectangle": {"center": [7, 46.002], "width": 40, "depth": 40, "heading": 0},
         "height": 20}]}
      """)
    func pick(_ latitude: Double, _ y: Double) -> String {
      """
      {"op":"pick","camera":{"centerCoordinate":{"latitude":\(latitude),"longitude":7},\
      "distance":300,"pitch":60},"viewport":{"width":800,"height":600},\
      "point":{"x":400,"y":\(y)}}
      """
    }
    let answers = try ask(
      [pick(46, 300), pick(46.002, 300), pick(45.99, 300)], ["--scene", scene])
    #expect(kind(answers[0]) == "building")
    #expect(text(answers[0]).contains(#""id":"tower""#) && text(answers[0]).contains("The Tower"))
    // The ray from 60° to the centre meets the southern wall, 20 m before it.
    let expected = 300 - 20 / sin(60 * Double.pi / 180)
    #expect(abs(number(member(answers[0], "distance")) - expected) < 0.01)
    #expect(abs(number(member(answers[0], "elevation")) - 20 / tan(60 * Double.pi / 180)) < 0.01)
    // On the globe the wall stands where its places are; the sphere's metres are 0.3 % shorter there.
    let globe = try ask(
      [pick(46, 300).replacingOccurrences(of: "\"op\"", with: #""projection":"globe","op""#)],
      ["--scene", scene])
    #expect(text(globe[0]).contains(#""id":"tower""#))
    #expect(abs(number(member(globe[0], "distance")) - expected) < 0.1)
    #expect(text(answers[1]).contains(#""id":null"#) && number(member(answers[1], "index")) == 1)
    #expect(kind(answers[2]) == "terrain")
    #expect(number(member(answers[2], "elevation")) == 0)
  }

  @Test("of bare elevations the finest counts, in whichever order they are named")
  func finestFirst() throws {
    let folder = try TemporaryFolder()
    let coarse = try ridge(folder)
    let fine = try folder.write(
      "fine.asc",
      """
      ncols 3
      nrows 3
      xllcenter 7.4999
      yllcenter 46.4999
      cellsize 0.0001
      7 7 7
      7 7 7
      7 7 7
      """)
    let question = #"{"op":"elevation","coordinate":{"latitude":46.5,"longitude":7.5}}"#
    for order in [[coarse, fine], [fine, coarse]] {
      let answers = try ask([question], order.flatMap { ["--dem", $0] })
      #expect(number(member(answers[0], "elevation")) == 7)
    }
    let slip =
      #"{"op":"lineOfSight","from":{"latitude":46.4,"longitude":7.5,"heigth":9},"to":{"latitude":46.6,"longitude":7.5}}"#
    #expect(text(try ask([slip], ["--dem", coarse])[0]).contains(#"did you mean \"height\"?"#))
  }
}
