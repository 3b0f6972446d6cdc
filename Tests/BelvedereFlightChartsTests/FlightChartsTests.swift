import BelvedereCameraModel
import BelvedereFlightCharts
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereImaging
import BelvedereTerrain
import BelvedereTestSupport
import BelvedereText
import Foundation
import Testing

@Suite("Charts of flights") struct FlightChartsTests {
  private static let box = GeographicBounds(south: 46, west: 7, north: 46.2, east: 7.3)

  private static func camera(
    _ latitude: Double, _ longitude: Double, _ distance: Double, _ pitch: Double = 40
  ) -> MapCamera {
    MapCamera(
      lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude), fromDistance: distance,
      pitch: pitch, heading: 0)
  }

  private static func hills() -> FieldGround {
    let samples = (0..<(65 * 65)).map { i -> Float in
      let (x, y) = (Double(i % 65), Double(i / 65))
      return Float(900 + 400 * sin(x / 7) * cos(y / 9))
    }
    return FieldGround(HeightField(width: 65, height: 65, bounds: box, samples: samples))
  }

  /// Over hills; standing still; from one side of the date line to the other without ground.
  private static func pages() throws -> [FlightCharts] {
    let paths = [
      try CameraPath.optimal(from: camera(46.05, 7.05, 900), to: camera(46.15, 7.25, 600, 60)).path,
      try CameraPath(resting: camera(46.1, 7.1, 500)),
      try CameraPath.optimal(from: camera(10, 179.9, 1e6, 0), to: camera(-10, -170, 1e6, 0)).path,
    ]
    return paths.enumerated().map { n, path in
      FlightCharts(path, title: "a < b & \"c\"", over: n == 2 ? nil : hills(), clearance: 100)
    }
  }

  @Test("pages are well-formed, tell the flight, and are the same each time")
  func wellFormed() throws {
    for (n, (charts, again)) in zip(try Self.pages(), try Self.pages()).enumerated() {
      let svg = charts.svg
      let page = try #require(SVGPage(svg), "\(n)")
      #expect(page.words.contains("a < b & \"c\""))
      #expect(page.count("text") > 30 && page.count("path") >= 30, "\(n)")
      #expect(page.count("image") == (n == 2 ? 0 : 1))
      // Coasts where the way leads over the world without ground of its own.
      #expect(page.words.contains("Made with Natural Earth") == (n == 2))
      #expect(!svg.contains("nan") && !svg.contains("inf"), "\(n)")
      for element in page.elements where element.name == "path" {
        let numbers = (element.attributes["d"] ?? "").split { "MLZ ".contains($0) }
          .compactMap { Double($0) }
        // Inside the picture.
        #expect(numbers.allSatisfy { $0 >= 0 && $0 <= 1400 }, "\(n)")
      }
      #expect(svg == again.svg && svg.utf8.count < 500_000, "\(n)")
    }
  }

  @Test("the line of the pitch is the pitch, by the numbers at its axes")
  func values() throws {
    let path = try CameraPath.optimal(
      from: Self.camera(46.05, 7.05, 900), to: Self.camera(46.15, 7.25, 600, 60)
    ).path
    let page = try #require(SVGPage(FlightCharts(path, title: "").svg))
    let title = try #require(page.texts.first { $0.words.hasPrefix("Pitch") }).place
    // Below the title: degrees up its left side, seconds along its foot.
    func marks(_ anchor: String, _ isIn: (SIMD2<Double>) -> Bool) -> [(
      at: SIMD2<Double>, value: Double
    )] {
      page.texts.filter { $0.anchor == anchor && isIn($0.place) }.compactMap { text in
        Double(text.words).map { (text.place, $0) }
      }
    }
    let up = marks("end") {
      $0.x < title.x && $0.x > title.x - 60 && $0.y > title.y && $0.y < title.y + 140
    }
    let foot = try #require(
      page.texts.first { $0.words == "s" && $0.place.x > title.x && $0.place.y < title.y + 170 }
    ).place.y
    let along = marks("middle") { $0.y == foot && $0.x >= title.x }
    let (low, high) = try (#require(up.first), #require(up.last))
    let (first, last) = try (#require(along.first), #require(along.last))
    #expect(high.value > low.value && high.at.y < low.at.y, "\(up)")
    #expect(last.value > first.value && last.at.x > first.at.x, "\(along)")
    let line = try #require(
      page.lines("#1f4f9c").first { line in
        line.count > 50 && line.allSatisfy { $0.x >= title.x && $0.y > title.y && $0.y < foot }
      })
    for point in line {
      let time =
        first.value + (point.x - first.at.x) / (last.at.x - first.at.x) * (last.value - first.value)
      // Numbers stand four points lower than what they mark.
      let part = (point.y + 4 - low.at.y) / (high.at.y - low.at.y)
      let pitch = low.value + part * (high.value - low.value)
      #expect(abs(pitch - path.camera(at: time).pitch) < 0.3, "\(time) s: \(pitch)")
    }
  }

  @Test("the picture has ink where the SVG has lines, and no other size")
  func picture() throws {
    for (n, charts) in try Self.pages().enumerated() {
      let page = try #require(SVGPage(charts.svg))
      let image = charts.image(scale: 1, fonts: .builtIn)
      #expect(page.elements.first?.attributes["width"] == "\(image.width)")
      #expect(page.elements.first?.attributes["height"] == "\(image.height)")
      // Lines that nothing is drawn upon: those of the charts, left of the legend and above the map.
      let blue = page.lines("#1f4f9c").filter { $0.count > 50 && $0.allSatisfy { $0.y < 540 } }
      #expect(blue.count >= 6, "\(n)")
      var (all, bare) = (0, 0)
      for line in blue {
        for (a, b) in zip(line, line.dropFirst()) where b.x - a.x > 0.3 {
          let middle = (a + b) / 2
          let pixel = image[Int(middle.x), Int(middle.y)]
          let other = image[Int(middle.x), Int(middle.y + 0.7)]
          // Darker and bluer than paper, here or, where the line lies between two rows, in the next.
          all += 1
          if ![pixel, other].contains(where: { $0.red < 235 && $0.blue > $0.red }) { bare += 1 }
        }
      }
      // Now and then another line lies upon it.
      // One stands still.
      #expect(all > (n == 1 ? -1 : 1500) && bare * 100 <= all, "\(n): \(bare) of \(all)")
      #expect(image == charts.image(scale: 1, fonts: .builtIn))
      #expect(charts.image(scale: 2, fonts: .builtIn).width == 2 * image.width)
    }
  }

  @Test("the picture in the SVG is the one in the picture: the ground north up, east to the right")
  func ground() throws {
    // Rises to the east, and in the north it is sea.
    let samples = (0..<(65 * 65)).map { i in i / 65 < 20 ? Float(-50) : Float(i % 65) * 30 }
    let ground = FieldGround(
      HeightField(width: 65, height: 65, bounds: Self.box, samples: samples))
    let path = try CameraPath.optimal(
      from: Self.camera(46.02, 7.02, 900), to: Self.camera(46.18, 7.28, 600)
    ).path
    let charts = FlightCharts(path, title: "", over: ground)
    let page = try #require(SVGPage(charts.svg))
    let element = try #require(page.elements.first { $0.name == "image" }).attributes
    let link = try #require(element["xlink:href"])
    let data = try #require(
      Data(base64Encoded: String(link.dropFirst("data:image/png;base64,".count))))
    let map = try PNG.decodeImage([UInt8](data))
    // Where the ground is known at all.
    func isKnown(_ x: Int, _ y: Int) -> Bool { map[x, y] != (243, 245, 243, 255) }
    let middle = map.width / 2
    let rows = (0..<map.height).filter { isKnown(middle, $0) }
    let (top, bottom) = try (#require(rows.first) + 4, #require(rows.last) - 4)
    let columns = (0..<map.width).filter { isKnown($0, bottom) }
    let sea = map[middle, top]
    let low = map[try #require(columns.first) + 4, bottom]
    let high = map[try #require(columns.last) - 4, bottom]
    #expect(sea.blue > sea.red, "\(sea)")
    #expect(low.green > low.red && high.red >= high.green, "\(low) \(high)")
    let image = charts.image(scale: 1, fonts: .builtIn)
    let x = try #require(element["x"].flatMap { Double($0) })
    let y = try #require(element["y"].flatMap { Double($0) })
    // A pixel of the map is two of the page; away from all lines.
    var equal = 0
    for i in stride(from: 10, to: map.width - 10, by: 7) {
      let drawn = image[Int(x) + 2 * i, Int(y) + 2 * bottom]
      if drawn == map[i, bottom] { equal += 1 }
    }
    #expect(equal > 25, "\(equal)")
  }
}
