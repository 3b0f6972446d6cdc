import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// How much of each pixel an overlay covers, against 16 × 16 rays a pixel.
///
/// The same picture with a magenta and with a green overlay says the share of a pixel exactly: overlays
/// know neither light nor haze.
@Suite struct OverlayEdgeTests {
  private let center = TestScenes.center

  private func at(_ p: Vector2) -> Coordinate { LocalFrame(origin: center).coordinate(at: p) }

  private var field: Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 2)]
    return scene
  }

  /// The part of each pixel that an overlay covers, row by row.
  private func shares(
    _ scene: Scene, _ camera: MapCamera, _ options: RenderOptions, _ paint: (Color) -> Overlay
  ) throws -> [Double] {
    func picture(_ color: Color) throws -> Image {
      var painted = scene
      painted.overlays = [paint(color)]
      return try SceneRenderer(scene: painted).render(camera: camera, options: options).image
    }
    let a = try picture(Color(red: 1, green: 0, blue: 1))
    let b = try picture(Color(red: 0, green: 1, blue: 0))
    return (0..<(a.width * a.height)).map { i in
      let (p, q) = (a[i % a.width, i / a.width], b[i % a.width, i / a.width])
      return (Double(p.red) - Double(q.red) + Double(q.green) - Double(p.green)) / 510
    }
  }

  /// The part of a pixel's rays that meet the ground, z = 0, where a shape is; `nil` at the horizon.
  private func reference(
    _ view: CameraView, _ x: Int, _ y: Int, _ isInside: (Vector2) -> Bool
  ) -> Double? {
    let n = 16
    var count = 0
    for j in 0..<n {
      for i in 0..<n {
        let d = view.direction(
          through: Vector2(
            Double(x) + (Double(i) + 0.5) / Double(n), Double(y) + (Double(j) + 0.5) / Double(n)))
        guard d.z < -0.01 else { return nil }
        let p = view.eye + d * (-view.eye.z / d.z)
        if isInside(Vector2(p.x, p.y)) { count += 1 }
      }
    }
    return Double(count) / Double(n * n)
  }

  private func isInside(_ p: Vector2, _ rings: [[Vector2]]) -> Bool {
    var odd = false
    for ring in rings {
      for (n, a) in ring.enumerated() {
        let b = ring[(n + 1) % ring.count]
        if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
          odd.toggle()
        }
      }
    }
    return odd
  }

  /// Compares all pixels with their rays.
  private func compare(
    _ shares: [Double], _ view: CameraView, _ options: RenderOptions, worst: Double,
    mean most: Double, _ name: String, _ isInside: (Vector2) -> Bool
  ) {
    var sum = 0.0
    var edges = 0
    var furthest = (error: 0.0, x: 0, y: 0)
    for y in 0..<options.height {
      for x in 0..<options.width {
        guard let expected = reference(view, x, y, isInside) else { continue }
        let error = abs(shares[y * options.width + x] - expected)
        if expected > 0, expected < 1 {
          edges += 1
          sum += error
        }
        if error > furthest.error { furthest = (error, x, y) }
      }
    }
    #expect(furthest.error <= worst, "\(name): \(furthest)")
    #expect(edges > 50, "\(name): only \(edges) pixels at edges")
    #expect(sum / Double(edges) <= most, "\(name): in the mean \(sum / Double(edges))")
  }

  /// A star with a hole, one that crosses itself, and thin spikes.
  private static let outlines: [[[Vector2]]] = [
    [
      (0..<11).map { Self.spoke($0, 11, $0 % 2 == 0 ? 300 : 140) },
      (0..<5).map { Self.spoke($0, 5, 80) },
    ],
    [(0..<5).map { Self.spoke($0 * 2, 5, 280) }],
    [(0..<60).map { Self.spoke($0, 60, $0 % 2 == 0 ? 310 : 30) }],
  ]

  private static func spoke(_ n: Int, _ of: Int, _ radius: Double) -> Vector2 {
    let t = 2 * Double.pi * Double(n) / Double(of) + 0.1
    return Vector2(radius * cos(t), radius * sin(t))
  }

  @Test(arguments: [0.0, 30, 60, 80, 85])
  func areasCoverWhatTheirOutlinesSay(_ pitch: Double) throws {
    for (n, rings) in Self.outlines.enumerated() {
      let options = TestScenes.options(width: 96, height: 64, samples: n == 1 ? 1 : 4)
      let camera = TestScenes.camera(center, distance: 1300, pitch: pitch, heading: 33)
      let view = try TestScenes.view(camera, options)
      let shares = try shares(field, camera, options) { color in
        Overlay(
          shape: .polygon(GeographicPolygon(rings: rings.map { $0.map(at) })), fillColor: color)
      }
      // Seen at a slant a pixel's ground is in parts, which are mixed in linear light.
      let (worst, mean) = pitch > 70 ? (0.3, 0.11) : pitch > 50 ? (0.25, 0.03) : (0.06, 0.015)
      compare(
        shares, view, options, worst: worst, mean: mean, "outline \(n) at \(pitch)°"
      ) { isInside($0, rings) }
    }
  }

  @Test func theGlobeShowsTheSameNearItsCentre() throws {
    let rings = Self.outlines[0]
    var options = TestScenes.options(width: 96, height: 64)
    options.projection = .globe
    let camera = TestScenes.camera(center, distance: 1300, pitch: 45, heading: 33)
    let view = try TestScenes.view(camera, options)
    // The ellipsoid's ground is not the flat map's by some parts in a thousand.
    let shares = try shares(field, camera, options) { color in
      Overlay(
        shape: .polygon(GeographicPolygon(rings: rings.map { $0.map(at) })), fillColor: color)
    }
    let soft = shares.filter { $0 > 0.02 && $0 < 0.98 }.count
    var expected = 0
    for y in 0..<options.height {
      for x in 0..<options.width {
        let r = reference(view, x, y) { isInside($0, rings) } ?? 0
        if r > 0.02, r < 0.98 { expected += 1 }
      }
    }
    #expect(abs(Double(soft) / Double(expected) - 1) < 0.2, "\(soft) of \(expected)")
    let area = shares.reduce(0, +)
    #expect(area > 500)
  }

  // MARK: Lines

  private let path = [Vector2(-250, -120), Vector2(0, 150), Vector2(60, -160), Vector2(260, 40)]

  /// Whether a thick line covers a place: rectangles, what joins them, and the ends.
  private func isCovered(
    _ p: Vector2, half: Double, _ style: LineStyle, along path: [Vector2]
  ) -> Bool {
    for i in 0..<(path.count - 1) {
      var (a, b) = (path[i], path[i + 1])
      let d = (b - a).normalized
      if style.cap == .square {
        if i == 0 { a = a - d * half }
        if i == path.count - 2 { b = b + d * half }
      }
      let t = (p - a).dot(d)
      if t >= 0, t <= (b - a).length, abs(d.x * (p - a).y - d.y * (p - a).x) <= half {
        return true
      }
    }
    for (i, v) in path.enumerated() {
      let isEnd = i == 0 || i == path.count - 1
      let q = p - v
      // A cap is a half of a circle beyond the end, a joint the sector beyond both parts that it joins.
      let isBeyond =
        (i == path.count - 1 || q.dot(path[i + 1] - v) <= 0)
        && (i == 0 || q.dot(v - path[i - 1]) >= 0)
      let isRound = isEnd ? style.cap == .round : style.join == .round
      if isRound, isBeyond, q.length <= half { return true }
      if isEnd || style.join == .round { continue }
      let (u, w) = ((v - path[i - 1]).normalized, (path[i + 1] - v).normalized)
      // The corners of the two rectangles on the outer side, and the miter's tip.
      let side = u.x * w.y - u.y * w.x > 0 ? -1.0 : 1.0
      let (m, n) = (Vector2(-u.y, u.x) * (side * half), Vector2(-w.y, w.x) * (side * half))
      let tip = (m + n) * (half * half / (half * half + m.dot(n)))
      let corners =
        style.join == .miter && tip.length <= style.miterLimit * half
        ? [Vector2(0, 0), m, tip, n] : [Vector2(0, 0), m, n]
      if isInside(q, [corners]) { return true }
    }
    return false
  }

  @Test(arguments: LineStyle.Cap.allCases, LineStyle.Join.allCases)
  func linesHaveTheirEndsAndCorners(_ cap: LineStyle.Cap, _ join: LineStyle.Join) throws {
    for (pitch, miterLimit) in [(0.0, 10.0), (50, 10), (70, 1.5)] {
      let options = TestScenes.options(width: 96, height: 64)
      let camera = TestScenes.camera(center, distance: 1300, pitch: pitch, heading: 20)
      let view = try TestScenes.view(camera, options)
      let style = LineStyle(cap: cap, join: join, miterLimit: miterLimit)
      let half = 4 * camera.distance / view.viewport.focalLength
      let shares = try shares(field, camera, options) { color in
        Overlay(
          shape: .polyline(path.map(at)), strokeColor: color, lineWidth: 8, lineStyle: style)
      }
      compare(
        shares, view, options, worst: 0.3, mean: pitch > 60 ? 0.08 : 0.035,
        "\(cap), \(join) at \(pitch)°"
      ) { isCovered($0, half: half, style, along: path) }
    }
  }

  /// The dashes of a line, each a line of its own.
  private func dashes(of path: [Vector2], _ style: LineStyle, point: Double) -> [[Vector2]] {
    var ways = [0.0]
    for (a, b) in zip(path, path.dropFirst()) { ways.append(ways[ways.count - 1] + (b - a).length) }
    let length = ways[ways.count - 1]
    let range = (style.strokeStart * length, style.strokeEnd * length)
    func place(_ way: Double) -> Vector2 {
      let n = min(ways.lastIndex { $0 <= way } ?? 0, path.count - 2)
      return path[n] + (path[n + 1] - path[n]).normalized * (way - ways[n])
    }
    func part(_ from: Double, _ to: Double) -> [Vector2]? {
      let (a, b) = (max(from, range.0), min(to, range.1))
      guard a < b else { return nil }
      return [place(a)] + path.indices.filter { ways[$0] > a && ways[$0] < b }.map { path[$0] }
        + [place(b)]
    }
    if style.dash.isEmpty { return [part(0, length)].compactMap(\.self) }
    var parts: [[Vector2]] = []
    var way = -style.dashPhase * point
    while way < length {
      for n in stride(from: 0, to: style.dash.count, by: 2) {
        if let dash = part(way, way + style.dash[n] * point) { parts.append(dash) }
        way += (style.dash[n] + style.dash[n + 1]) * point
      }
    }
    return parts
  }

  /// Dashes end and turn as lines of their own would: also where one begins just behind a corner, or would
  /// begin just behind the end, and where only a part of the line is drawn.
  @Test(arguments: LineStyle.Cap.allCases, LineStyle.Join.allCases)
  func dashesHaveTheirEndsAndCorners(_ cap: LineStyle.Cap, _ join: LineStyle.Join) throws {
    let options = TestScenes.options(width: 96, height: 64)
    let camera = TestScenes.camera(center, distance: 1300, pitch: 0, heading: 20)
    let view = try TestScenes.view(camera, options)
    let point = camera.distance / view.viewport.focalLength
    let length = zip(path, path.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length } / point
    let corner = (path[1] - path[0]).length / point
    var styles = [
      LineStyle(cap: cap, join: join, dash: [16, 11]),
      // A dash would begin two points behind the end; one ends a point before a corner, and one begins a
      // point behind it.
      LineStyle(cap: cap, join: join, dash: [14, 21], dashPhase: 33 - length),
      LineStyle(cap: cap, join: join, dash: [14, 21], dashPhase: 15 - corner),
      LineStyle(cap: cap, join: join, dash: [14, 21], dashPhase: -1 - corner),
      LineStyle(cap: cap, join: join, strokeStart: 0.2, strokeEnd: corner / length + 0.005),
      LineStyle(cap: cap, join: join, dash: [14, 21], strokeStart: 0.1, strokeEnd: 0.8),
    ]
    // The pattern begins before the line.
    for n in styles.indices where !styles[n].dash.isEmpty {
      let period = styles[n].dash.reduce(0, +)
      styles[n].dashPhase -= (styles[n].dashPhase / period).rounded(.down) * period
    }
    for style in styles {
      let parts = dashes(of: path, style, point: point)
      let shares = try shares(field, camera, options) { color in
        Overlay(
          shape: .polyline(path.map(at)), strokeColor: color, lineWidth: 8, lineStyle: style)
      }
      compare(
        // Where two parts meet in a pixel the one that covers more of it counts.
        shares, view, options, worst: 0.46, mean: 0.05,
        "\(cap), \(join), \(style.dash) from \(style.dashPhase), \(style.strokeEnd)"
      ) { p in parts.contains { isCovered(p, half: 4 * point, style, along: $0) } }
    }
  }

  @Test func thinLinesKeepTheirShare() throws {
    let options = TestScenes.options(width: 96, height: 64)
    let camera = TestScenes.camera(center, distance: 1300, pitch: 40, heading: 20)
    let view = try TestScenes.view(camera, options)
    let half = 0.2 * camera.distance / view.viewport.focalLength
    let shares = try shares(field, camera, options) { color in
      Overlay(shape: .polyline(path.map(at)), strokeColor: color, lineWidth: 0.4)
    }
    var expected = 0.0
    for i in shares.indices {
      expected +=
        reference(view, i % options.width, i / options.width) {
          isCovered($0, half: half, LineStyle(), along: path)
        } ?? 0
    }
    #expect(abs(shares.reduce(0, +) / expected - 1) < 0.05)
  }

  @Test func dashesAreWhereThePatternSays() throws {
    let options = TestScenes.options(width: 160, height: 40)
    let camera = TestScenes.camera(center, distance: 1300, pitch: 0, heading: 0)
    let point = camera.distance / (try TestScenes.view(camera, options)).viewport.focalLength
    let line = [Vector2(-70 * point, 0), Vector2(70 * point, 0)]
    func row(_ style: LineStyle) throws -> [Double] {
      let shares = try shares(field, camera, options) { color in
        Overlay(
          shape: .polyline(line.map(at)), strokeColor: color, lineWidth: 6, lineStyle: style)
      }
      return (0..<160).map { shares[20 * 160 + $0] }
    }
    func expect(_ row: [Double], _ name: String, _ isDrawn: (Double) -> Bool) {
      for x in 1..<159 {
        let here = isDrawn(Double(x) + 0.5 - 10)
        // Not where a dash ends within the pixel or beside it.
        guard [-1.0, 1].allSatisfy({ isDrawn(Double(x) + 0.5 - 10 + $0) == here }) else {
          continue
        }
        #expect(abs(row[x] - (here ? 1 : 0)) < 0.03, "\(name) at \(x): \(row[x])")
      }
    }
    func part(_ s: Double, _ period: Double) -> Double { s - (s / period).rounded(.down) * period }
    var style = LineStyle(cap: .butt, dash: [10, 6], dashPhase: 4)
    expect(try row(style), "butt") { $0 >= 0 && $0 <= 140 && part($0 + 4, 16) < 10 }
    style.cap = .square
    style.dash = [10, 14]
    expect(try row(style), "square") {
      // At the line's end no dash begins any more.
      $0 >= -3 && $0 <= 136 && (part($0 + 4, 24) < 13 || part($0 + 4, 24) > 21)
    }
    style = LineStyle(cap: .butt, dash: [8, 3, 2])
    expect(try row(style), "odd") { s in
      let u = part(s, 26)
      return s >= 0 && s <= 140 && (u < 8 || (u >= 11 && u < 13) || (u >= 21 && u < 24))
    }
    style = LineStyle(cap: .butt, strokeStart: 0.25, strokeEnd: 0.5)
    expect(try row(style), "part") { $0 >= 35 && $0 <= 70 }
  }

  @Test func colorsRunAlongALine() throws {
    let options = TestScenes.options(width: 160, height: 40)
    let camera = TestScenes.camera(center, distance: 1300, pitch: 0, heading: 0)
    let point = camera.distance / (try TestScenes.view(camera, options)).viewport.focalLength
    var scene = field
    let style = LineStyle(gradient: [
      .init(location: 0, color: Color(red: 1, green: 0, blue: 0)),
      .init(location: 0.5, color: Color(red: 0, green: 1, blue: 0)),
      .init(location: 1, color: Color(red: 0, green: 0, blue: 1)),
    ])
    scene.overlays = [
      Overlay(
        shape: .polyline([at(Vector2(-70 * point, 0)), at(Vector2(70 * point, 0))]),
        lineWidth: 9, lineStyle: style)
    ]
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    for x in 12..<148 {
      let t = (Double(x) + 0.5 - 10) / 140
      let p = image[x, 20]
      #expect(abs(Double(p.red) - 255 * max(0, 1 - 2 * t)) < 4)
      #expect(abs(Double(p.green) - 255 * (1 - abs(2 * t - 1))) < 4)
      #expect(abs(Double(p.blue) - 255 * max(0, 2 * t - 1)) < 4)
    }
  }

  // MARK: Sharpness

  /// Draped on a hill the picture is, at its edges, the mean of a picture sixteen times finer.
  @Test(arguments: [20.0, 55, 75, 85])
  func edgesOverHillsAreAsSharpAsTheyCanBe(_ pitch: Double) throws {
    var scene = field
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: at(Vector2(100, 120)), height: 90, radius: 500)],
        bounds: GeographicBounds(
          south: center.latitude - 0.1, west: center.longitude - 0.1,
          north: center.latitude + 0.1, east: center.longitude + 0.1))
    ])
    let rings = Self.outlines[0]
    var options = TestScenes.options(width: 80, height: 45, samples: 4)
    let camera = TestScenes.camera(center, distance: 1400, pitch: pitch, heading: 33)
    let paint = { (color: Color) in
      Overlay(
        shape: .polygon(GeographicPolygon(rings: rings.map { $0.map(self.at) })),
        fillColor: color, strokeColor: color, lineWidth: 2)
    }
    let small = try shares(scene, camera, options, paint)
    options.scale = 16
    let large = try shares(scene, camera, options, paint)
    var sum = 0.0
    var edges = 0
    var soft = (small: 0.0, large: 0.0)
    for y in 0..<options.height {
      for x in 0..<options.width {
        var mean = 0.0
        for j in 0..<16 {
          for i in 0..<16 { mean += large[(16 * y + j) * 16 * options.width + 16 * x + i] }
        }
        mean /= 256
        let share = small[y * options.width + x]
        guard mean > 0.01, mean < 0.99 else {
          // A pixel beside an edge shows nothing of it.
          #expect(abs(share - mean) < 0.25, "(\(x), \(y)): \(share) instead of \(mean)")
          continue
        }
        edges += 1
        sum += abs(share - mean)
        soft.small += share * (1 - share)
        soft.large += mean * (1 - mean)
      }
    }
    #expect(edges > 60)
    #expect(sum / Double(edges) < 0.1, "\(sum / Double(edges)) in the mean of \(edges)")
    // Nearly as much of the picture is neither inside nor outside: edges are less than 1.5 pixels wide.
    #expect(soft.small < 1.35 * soft.large, "\(soft)")
  }
}
