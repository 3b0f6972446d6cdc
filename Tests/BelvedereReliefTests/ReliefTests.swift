import BelvedereImaging
import BelvedereRelief
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Relief") struct ReliefTests {
  private let box = GeographicBounds(south: 46, west: 8, north: 46.02, east: 8.03)

  private func field(_ value: (_ x: Double, _ y: Double) -> Double) -> HeightField {
    var samples: [Float] = []
    for row in 0..<41 {
      for column in 0..<61 { samples.append(Float(value(Double(column), Double(row)))) }
    }
    return HeightField(width: 61, height: 41, bounds: box, samples: samples)
  }

  private func luminance(_ c: SIMD3<Float>) -> Float { c.x * 0.21 + c.y * 0.72 + c.z * 0.07 }

  @Test("tints are continuous, sea is blue and land is not")
  func palette() {
    let palette = HypsometricPalette(land: 0...3000)
    var last = palette.color(-9000)
    for step in 0...(13_000 * 4) {
      let elevation = Float(step) / 4 - 9000
      let color = palette.color(elevation)
      let d = color - last
      // From shallows to the shore the colour changes over less than a metre.
      if !(-0.5...1.5).contains(elevation) {
        #expect((d * d).sum() < 1e-4, "\(elevation)")
      }
      if elevation < 0 { #expect(color.z > color.x) }
      if elevation > 1, elevation < 2400 { #expect(color.x > color.z || color.y > color.z) }
      last = color
    }
    #expect(luminance(palette.color(3000)) > luminance(palette.color(2000)))
    #expect(HypsometricPalette(land: 0...10, hasSea: false).color(-5).y > 0.6)
  }

  @Test("slopes to the north-west are light, to the south-east dark, level ground as it is tinted")
  func shading() {
    let style = ReliefStyle(palette: nil)
    let level = style.color(elevation: 10, east: 0, north: 0)
    // A slope that falls to the north-west rises to the south-east.
    #expect(luminance(style.color(elevation: 10, east: 0.4, north: -0.4)) > luminance(level))
    #expect(luminance(style.color(elevation: 10, east: -0.4, north: 0.4)) < luminance(level) * 0.8)
    var flat = style
    flat.shading = 0
    #expect(flat.color(elevation: 10, east: -2, north: 3) == level)
  }

  @Test("a picture has the box's proportions and is clear where nothing is known")
  func picture() throws {
    let holed = field { x, y in x > 20 && x < 40 && y > 15 && y < 30 ? .nan : 500 + 10 * x }
    let picture = ReliefPicture(showing: box, maximumWidth: 300, maximumHeight: 300)
    // A degree of longitude is cos 46° of one of latitude.
    #expect(abs(Double(picture.width) / Double(picture.height) - 1.5 * 0.6946) < 0.01)
    let style = ReliefStyle(fitting: holed, in: picture.box, spacing: picture.pixelDegrees)
    let image = try #require(picture.draw(holed, style: style))
    #expect(image[picture.width / 2, picture.height / 2].alpha == 0)
    #expect(image[5, 5].alpha == 255)
    // Rows of one elevation have one colour but for the noise of rounding.
    #expect(abs(Int(image[30, 20].red) - Int(image[30, picture.height - 20].red)) <= 1)
    let again = try #require(picture.draw(holed, style: style, threads: 1))
    #expect(again == image)
    #expect(picture.draw(holed, style: style, progress: { _ in false }) == nil)
  }

  @Test("no line shows where the model's samples lie, nor where strips of the picture meet")
  func stripes() throws {
    let dome = field { x, y in 900 + 40 * x - 0.5 * x * x + 30 * y - 0.6 * y * y }
    let picture = ReliefPicture(showing: box, maximumWidth: 600, maximumHeight: 600)
    var style = ReliefStyle(fitting: dome, in: picture.box, spacing: picture.pixelDegrees)
    style.palette = nil
    let image = try #require(picture.draw(dome, style: style))
    // Second differences of a smooth surface's shade, rounding's noise left out by means of rows.
    func mean(_ y: Int) -> Double {
      (40..<(picture.width - 40)).reduce(0) { $0 + Double(image[$1, y].green) }
        / Double(picture.width - 80)
    }
    let rows = (20..<(picture.height - 20)).map(mean)
    for (a, (b, c)) in zip(rows, zip(rows.dropFirst(), rows.dropFirst(2))) {
      #expect(abs(a - 2 * b + c) < 0.25)
    }
  }

  @Test("contours ring a cone at every interval, the fifth ones heavier")
  func contours() throws {
    let cone = field { x, y in
      1000 - 10 * ((x - 30) * (x - 30) + (y - 20) * (y - 20)).squareRoot()
    }
    let picture = ReliefPicture(showing: box, maximumWidth: 600, maximumHeight: 600)
    var style = ReliefStyle(palette: nil, shading: 0)
    let bare = try #require(picture.draw(cone, style: style))
    style.contours = ContourLines(interval: 50)
    let inked = try #require(picture.draw(cone, style: style))
    let y = picture.height / 2
    var lines: [Double] = []
    var isInside = false
    for x in (picture.width / 2 + 12)..<(picture.width - 3) {
      let ink = Double(bare[x, y].green) - Double(inked[x, y].green)
      if ink > 8 {
        if isInside { lines[lines.count - 1] += ink } else { lines.append(ink) }
        isInside = true
      } else {
        isInside = false
      }
    }
    // From the top at 1000 m to 703 m at the edge: 950, 900, 850, 800, 750.
    #expect(lines.count == 5)
    #expect(lines.count == 5 && lines[4] > lines[0] * 1.3)
  }

  @Test(
    "pixels far smaller than samples have the bicubic surface still, the same ones in every grid")
  func nearby() throws {
    var random = SplitMix64(seed: 4)
    let rough = field { _, _ in random.double(500...600) }
    // 60 and 2000 pixels for a sample; samples are 0.0005° apart.
    for count in [60.0, 2000] {
      let pixel = 0.0005 / count
      func grid(_ x: Int, _ y: Int, _ size: Int) -> ReliefGrid {
        ReliefGrid(
          rough, firstX: x, firstY: y, width: size, height: size,
          latitude: { 46.01 - $0 * pixel }, longitude: { 8.015 + $0 * pixel })
      }
      let (first, second) = (grid(-70, -90, 300), grid(-3, 5, 200))
      for (x, y) in [(1, 1), (50, 60), (197, 120), (198, 198)] {
        let here = try #require(second.cell(x, y))
        let there = try #require(first.cell(x + 67, y + 95))
        #expect(here.elevation == there.elevation && here.east == there.east)
        let latitude = 46.01 - (Double(y + 5) + 0.5) * pixel
        let longitude = 8.015 + (Double(x - 3) + 0.5) * pixel
        let wanted = try #require(
          rough.elevation(latitude: latitude, longitude: longitude, by: .bicubic))
        #expect(abs(Double(here.elevation) - wanted) < 0.1, "\(count): \(x), \(y)")
        // The slope from pixel to pixel, beside the surface's own a fifth of a sample around.
        let reach = 0.0001
        let (west, east) = try (
          #require(
            rough.elevation(latitude: latitude, longitude: longitude - reach, by: .bicubic)),
          #require(
            rough.elevation(latitude: latitude, longitude: longitude + reach, by: .bicubic))
        )
        let slope = (east - west) / (2 * reach) * pixel
        #expect(abs(Double(here.east) - slope) < 30 / count, "\(count): \(here.east) for \(slope)")
      }
    }
  }

  @Test("a model's means are drawn where pixels hold several samples")
  func means() throws {
    // A checkerboard of ±1: its mean is level.
    let board = field { x, y in Int(x + y) % 2 == 0 ? 1000 : 1100 }
    let grid = ReliefGrid(
      board, firstX: 0, firstY: 0, width: 8, height: 6,
      latitude: { 46.02 - $0 * 0.0033 }, longitude: { 8 + $0 * 0.0037 })
    let cell = try #require(grid.cell(3, 3))
    #expect(abs(cell.elevation - 1050) < 8)
    #expect(abs(cell.east) < 8 && abs(cell.north) < 8)
  }

  @Test("wide pixels show a model's coarser samples, where it has some")
  func coarserSamples() {
    struct Layered: ElevationModel {
      let bounds = GeographicBounds(south: 0, west: 0, north: 1, east: 1)
      let resolution = 0.01
      let range = 0.0...100
      func elevation(latitude: Double, longitude: Double) -> Double? { 100 }
      func coarsened(to spacing: Double) -> (any ElevationModel)? {
        guard spacing >= 0.02 else { return nil }
        let samples = [Float](repeating: 50, count: 4)
        return HeightField(width: 2, height: 2, bounds: bounds, samples: samples)
      }
    }
    for (pixel, metres) in [(0.01, 100 as Float), (0.05, 50)] {
      let grid = ReliefGrid(
        Layered(), firstX: 0, firstY: 0, width: 5, height: 5, latitude: { 0.5 - $0 * pixel },
        longitude: { 0.2 + $0 * pixel })
      #expect(grid.cell(2, 2)?.elevation == metres)
    }
  }

  @Test("dry land stands a little below its lowest place, land by the sea in it")
  func base() throws {
    let dry = ReliefSurvey(field { x, _ in 700 + 10 * x }, in: box, spacing: 0.0005)
    let base = try #require(dry.freeStandingBase)
    #expect(base < 701 && base > 660)
    let coast = ReliefSurvey(field { x, _ in max(10 * x - 200, 0) }, in: box, spacing: 0.0005)
    #expect(coast.freeStandingBase == nil)
    // In whole metres, the sea without samples.
    let void = ReliefSurvey(
      field { x, _ in x < 20 ? .nan : 3 + 10 * max(x - 25, 0) }, in: box, spacing: 0.0005)
    #expect(void.freeStandingBase == nil && ReliefStyle(fitting: void).palette?.hasSea == true)
    let inland = ReliefSurvey(
      field { x, _ in x < 20 ? .nan : 30 + 10 * (x - 20) }, in: box, spacing: 0.0005)
    #expect(inland.freeStandingBase != nil && ReliefStyle(fitting: inland).palette?.hasSea == false)
  }

  @Test("of two places that lie far apart both are looked at")
  func apart() throws {
    let near = field { x, _ in 700 + 10 * x }
    let far = HeightField(
      width: 61, height: 41, bounds: .init(south: -33.02, west: 151, north: -33, east: 151.03),
      samples: near.samples.map { $0 + 1000 })
    let both = ElevationMosaic([near, far])
    let survey = ReliefSurvey(both, in: both.bounds, spacing: 0.0005)
    let base = try #require(survey.freeStandingBase)
    #expect(base < 701 && base > 580)
    let palette = ReliefStyle(fitting: survey).palette
    #expect(palette?.hasSea == false)
    #expect(palette?.color(720) != palette?.color(2200))
    let alone = ReliefSurvey(near, in: box, spacing: 0.0005)
    #expect(
      abs(ReliefStyle(fitting: survey).steepening / ReliefStyle(fitting: alone).steepening - 1)
        < 0.2)
  }

  @Test("lines two pixels apart are still lines")
  func closeContours() throws {
    let lines = try #require(ContourLines(interval: 10))
    // 3 m a pixel: over three pixels from line to line.
    #expect(lines.coverage(elevation: 20, rise: 3, width: 1.1) > 0.7)
    #expect(
      lines.coverage(elevation: 50, rise: 3, width: 1.1)
        >= lines.coverage(elevation: 20, rise: 3, width: 1.1))
    #expect(lines.coverage(elevation: 25, rise: 3, width: 1.1) < 0.1)
    #expect(lines.coverage(elevation: 20, rise: 8, width: 1.1) == 0)
  }

  @Test(
    "a depression far from the sea is dry land, a basin by the sea is not, nor a fjord for stray samples",
    arguments: [
      // The Dead Sea, Badwater, the Turfan basin, the Caspian shore; then Gaza, Monterey Bay, Groningen and
      // a fjord's end.
      (31.5, 35.42, -430.0, true), (36.25, -116.85, -86, true), (42.75, 89.2, -150, true),
      (42.95, 51.07, -29, true), (31.4, 34.2, -430, false), (36.8, -121.9, -430, false),
      (53.4, 6.6, -6, false), (61.4, 7.4, -9, false),
    ])
  func depressions(_ latitude: Double, _ longitude: Double, _ lowest: Double, _ isDry: Bool) throws
  {
    let box = GeographicBounds(
      south: latitude - 0.05, west: longitude - 0.05, north: latitude + 0.05,
      east: longitude + 0.05)
    let n = 101
    let samples = (0..<(n * n)).map { k -> Float in
      k == 5000 ? -60 : Float(lowest + max(0, Double(k % n) - 30) * 12)
    }
    let field = HeightField(width: n, height: n, bounds: box, samples: samples)
    let survey = ReliefSurvey(field, in: box, spacing: field.resolution)
    #expect((survey.freeStandingBase != nil) == isDry)
    #expect(survey.freeStandingBase.map { $0 < lowest } ?? true)
    #expect(ReliefStyle(fitting: survey).palette?.hasSea == !isDry)
  }
}
