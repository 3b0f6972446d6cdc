// Times the placement of annotations and the drawing of text; see Benchmarks/README.md.
import Belvedere

/// Milliseconds of several runs of a piece of work.
func milliseconds(_ runs: Int, _ body: () -> Void) -> [Double] {
  let clock = ContinuousClock()
  return (0..<runs).map { _ in
    let time = clock.measure(body).components
    return Double(time.seconds) * 1e3 + Double(time.attoseconds) * 1e-15
  }.sorted()
}

func report(_ name: String, _ times: [Double], _ note: String = "") {
  func text(_ value: Double) -> String {
    let n = Int(clamping: value * 1000, in: 0...1_000_000_000)
    let digits = String(n % 1000)
    return "\(n / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
  let middle = times[times.count / 2]
  print("\(name): median \(text(middle)) ms, least \(text(times[0])) ms\(note)")
}

/// The same numbers at every run.
struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

let names = [
  "Coit Tower", "Transamerica Pyramid", "Ferry Building", "Alcatraz Island", "Fisherman’s Wharf",
  "Union Square", "Salesforce Tower", "Oracle Park",
]
var numbers = Numbers(state: 3)
let size = Vector2(1280, 720)
let fonts: [(String, FontStack)] = [("built-in letters", .builtIn), ("system fonts", .system)]
for (fontName, fonts) in fonts {
  for clusters in [false, true] {
    let marks = (0..<2000).map { i in
      var mark = ScreenMark(
        key: i,
        anchor: Vector2(
          .random(in: 0...size.x, using: &numbers), .random(in: 0...size.y, using: &numbers)),
        depth: .random(in: 100...9000, using: &numbers), appearance: .marker(MarkerStyle()))
      mark.title = "\(names[i % 8]) \(i)"
      mark.displayPriority = Double(i % 5) * 100
      mark.clusteringIdentifier = clusters ? "all" : nil
      return mark
    }
    let placement = MarkPlacement(size: size, fonts: fonts)
    var memory = placement.place(marks).memory
    var count = 0
    let what = "2,000 candidates, \(fontName)\(clusters ? ", clustered" : "")"
    let plain = milliseconds(51) { count = placement.place(marks).placed.count }
    report(what, plain, "; \(count) shown")
    let film = milliseconds(51) { memory = placement.place(marks, after: memory).memory }
    report(what + ", with the memory of a film", film)
  }
  var covered = 0
  let text = milliseconds(31) {
    for name in names {
      let block = TextBlock.block(name, fonts: fonts, weight: .bold)
      let mask = TextMask(block, topCenter: Vector2(200, 20), pixelsPerEm: 23, haloRadius: 3.3)
      covered += mask.width
    }
  }
  report(
    "eight titles drawn at 2 pixels a point, \(fontName)", text,
    covered > 0 ? "" : " (nothing drawn)")
}
