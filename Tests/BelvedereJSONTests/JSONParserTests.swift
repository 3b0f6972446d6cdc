import BelvedereJSON
import BelvedereTestSupport
import Testing

@Suite("JSON parser") struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONParser.parse(Array(text.utf8))
  }

  @Test("reads every kind of value")
  func values() throws {
    let text = #"{"a": [1, -2.5e3, 0.1, true, false, null], "b": "é\u00e9\ud83d\ude00\n\""}"#
    let value = try parse(text)
    #expect(
      JSONWriter.line(value)
        == #"{"a":[1,-2500,0.1,true,false,null],"b":"éé😀\n\""}"#)
  }

  @Test("remembers lines")
  func lines() throws {
    guard case .object(let members) = try parse("{\n\n\"a\":\n 5}").content else {
      Issue.record("no object")
      return
    }
    #expect(members[0].line == 3)
    #expect(members[0].value.line == 4)
  }

  @Test(
    "refuses what is not JSON",
    arguments: [
      "", " ", "{", "[1,]", "[1 2]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "1e", "+1", "nul",
      "NaN", "Infinity", "1e999", "-1e999", "\"\u{1}\"", "\"\\x\"", "\"\\ud800\"", "1 2", "'a'",
      "{\"a\":1,\"a\":2}", "[", "\"abc", "{\"a\"}", "/* */1",
    ])
  func refused(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try parse(text) }
  }

  @Test("refuses invalid UTF-8 and deep nesting")
  func hostile() {
    #expect(throws: JSONSyntaxError.self) {
      try JSONParser.parse([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")])
    }
    let deep = Array(String(repeating: "[", count: 1_000_000).utf8)
    #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(deep) }
  }

  @Test(
    "what needs too much memory is refused while it is read",
    arguments: [
      ("0,", 64.0), ("[],", 40), ("[0],", 124), (#"{"":0},"#, 130), (#""","#, 42),
      (#""twenty bytes of text","#, 100), (#"{"a name of more bytes" : [ -1.5e3, true ] } ,"#, 372),
    ])
  func memory(_ item: String, _ measured: Double) throws {
    let count = 100_000
    let text = Array(("[" + String(repeating: item, count: count) + "0]").utf8)
    let need = Double(count) * measured
    func parse(_ maximum: Double) throws {
      _ = try JSONParser.parse(text, maximumMemory: Int(maximum))
    }
    #expect(throws: Never.self) { try parse(need * 1.5) }
    do {
      try parse(need * 0.66)
      Issue.record("not refused")
    } catch let error as JSONSyntaxError {
      #expect(error.exceedsMemory)
      // What it says to need suffices, and no byte less does.
      #expect(throws: Never.self) { try parse(Double(error.neededMemory)) }
      #expect(throws: JSONSyntaxError.self) { try parse(Double(error.neededMemory - 1)) }
    }
  }

  @Test("many duplicate names are found in any place")
  func duplicates() {
    let names = (0..<100).map { "\"k\($0)\":1" } + ["\"k3\":2"]
    #expect(throws: JSONSyntaxError.self) { try parse("{\(names.joined(separator: ","))}") }
  }

  @Test("numbers survive writing and reading bit for bit")
  func roundTrip() throws {
    var random = SplitMix64(seed: 1)
    var values: [Double] = [
      0, 1, -1, 0.1, 1e15, 1e16, 123456789012345680, Double.leastNonzeroMagnitude, 1.7e308, -0.0,
    ]
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { values.append(value) }
      // Fifteen to eighteen digits without an exponent.
      values.append(random.double(-180...180))
    }
    for value in values {
      let text = JSONWriter.number(value)
      guard case .number(let back) = try parse(text).content else {
        Issue.record("no number: \(text)")
        continue
      }
      #expect(back.bitPattern == value.bitPattern, "\(text)")
    }
  }

  @Test("writes what JSON cannot hold as null, and escapes texts")
  func writing() {
    #expect(JSONWriter.number(.nan) == "null")
    #expect(JSONWriter.number(-.infinity) == "null")
    #expect(JSONWriter.string("a\u{0}\"\\\u{2028}") == #""a\u0000\"\\\u2028""#)
    #expect(
      JSONWriter.string("é\u{7F}\u{2029}â\u{202A}😀\u{1F}\t")
        == "\"é\\u007f\\u2029â\u{202A}😀\\u001f\\t\"")
    #expect(JSONWriter.pretty(["a": [1, 2], "b": []]) == "{\n  \"a\": [1, 2],\n  \"b\": []\n}")
  }

  @Test("damaged text never traps")
  func damaged() {
    let seed = Array(#"{"a":[1,-2.5e3,{"b":"é\u00e9\n"}],"c":true,"d":null}"#.utf8)
    for end in seed.indices { _ = try? JSONParser.parse(Array(seed[..<end])) }
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if let value = try? JSONParser.parse(bytes) {
        // What is accepted can be written and read again.
        #expect((try? parse(JSONWriter.line(value))) != nil)
      }
    }
  }
}
