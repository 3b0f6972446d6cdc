import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("FlatGeobuf") struct FlatGeobufTests {
  typealias Geometry = FlatGeobufFeature.Geometry

  private static func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func square(_ west: Double, _ south: Double, _ side: Double) -> [Coordinate] {
    [(0, 0), (side, 0), (side, side), (0, side), (0, 0)].map { place(west + $0.0, south + $0.1) }
  }

  static let shapes: [Geometry] = [
    .points([place(1, 2)]), .points([place(1, 2), place(-3, 4)]),
    .lines([[place(1, 2), place(3, 4), place(5, 6)]]),
    .lines([[place(1, 2), place(3, 4)], [place(7, 8), place(9, 10)]]),
    .polygons([[square(0, 0, 10)]]),
    .polygons([[square(0, 0, 10), square(1, 1, 2), square(5, 5, 1)]]),
    .polygons([[square(0, 0, 10), square(1, 1, 2)], [square(20, 0, 3)]]),
    .collection([.points([place(4, 5)]), .polygons([[square(0, 0, 1)]])]),
  ]

  @Test("features come back as they were written, of one type of geometry or of many")
  func roundTrip() throws {
    for shapes in [Self.shapes] + Self.shapes.map({ [$0] }) {
      for hasIndex in [false, true] {
        var writer = FlatGeobufWriter()
        for (i, shape) in shapes.enumerated() {
          let more = i % 2 == 0 ? [] : [(key: "name", value: "Zürich \(i)")]
          writer.add(shape, properties: [("id", "way/\(i)")] + more)
        }
        let file = try FlatGeobufFile(writer.file(named: "layer", hasIndex: hasIndex))
        #expect(file.header.name == "layer" && file.header.referenceSystem == "EPSG:4326")
        #expect(file.header.featureCount == shapes.count && file.hasIndex == hasIndex)
        let locations = try file.locations()
        #expect(locations.count == shapes.count)
        for (i, location) in locations.enumerated() {
          let feature = try file.feature(at: location)
          let read = try #require(feature.geometry)
          #expect("\(read)" == "\(shapes[i])")
          #expect(feature.properties[0].value == .text("way/\(i)"))
          #expect(
            feature.properties.dropFirst().map(\.value)
              == (i % 2 == 0 ? [] : [.text("Zürich \(i)")]))
        }
      }
    }
  }

  @Test("an empty file has no features, with an index and without")
  func empty() throws {
    for hasIndex in [false, true] {
      let file = try FlatGeobufFile(FlatGeobufWriter().file(named: "", hasIndex: hasIndex))
      #expect(try file.locations().isEmpty)
      #expect(
        try file.locations(within: GeographicBox(west: 0, south: 0, east: 1, north: 1)).isEmpty)
    }
  }

  @Test(
    "the index finds what a look at every box finds", arguments: [1, 2, 15, 16, 17, 256, 257, 3000])
  func index(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    var squares: [[Coordinate]] = []
    for _ in 0..<count {
      squares.append(
        Self.square(
          .random(in: -10...10, using: &random), .random(in: -10...10, using: &random),
          .random(in: 0...0.5, using: &random)))
    }
    // As they come, and as neighbours: the answers are the same.
    for isSorted in [false, true] {
      if isSorted {
        let all = GeographicBox(west: -11, south: -11, east: 11, north: 11)
        squares.sort {
          HilbertCurve.index(of: Geometry.polygons([[$0]]).box, within: all)
            < HilbertCurve.index(of: Geometry.polygons([[$1]]).box, within: all)
        }
      }
      var writer = FlatGeobufWriter()
      for square in squares { writer.add(.polygons([[square]]), properties: []) }
      let file = try FlatGeobufFile(writer.file(named: "", hasIndex: true))
      let all = try file.locations()
      for _ in 0..<20 {
        let (x, y) = (
          Double.random(in: -11...11, using: &random), Double.random(in: -11...11, using: &random)
        )
        let side = Double.random(in: 0...4, using: &random)
        let box = GeographicBox(west: x, south: y, east: x + side, north: y + side)
        let due = squares.indices.filter { i in
          let own = squares[i]
          return own[0].longitude <= box.east && own[2].longitude >= box.west
            && own[0].latitude <= box.north && own[2].latitude >= box.south
        }
        #expect(try file.locations(within: box) == due.map { all[$0] })
      }
    }
  }

  @Test("neighbours along Hilbert's curve are neighbours on the map down to single cells")
  func fineCurve() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let (west, south) = (
        UInt32.random(in: 0..<2048, using: &random) << 5,
        UInt32.random(in: 0..<2048, using: &random) << 5
      )
      var cells = (0..<1024).map { n -> (index: UInt32, x: UInt32, y: UInt32) in
        let (x, y) = (west + UInt32(n % 32), south + UInt32(n / 32))
        return (HilbertCurve.index(x: x, y: y), x, y)
      }
      cells.sort { $0.index < $1.index }
      for (a, b) in zip(cells, cells.dropFirst()) {
        #expect(b.index == a.index + 1)
        #expect(abs(Int(a.x) - Int(b.x)) + abs(Int(a.y) - Int(b.y)) == 1)
      }
    }
  }

  @Test("neighbours along Hilbert's curve are neighbours on the map, and every cell is met once")
  func curve() {
    // Of the coarse squares of 256 × 256 cells the curve passes through one after another.
    var order: [UInt32: (UInt32, UInt32)] = [:]
    for x in 0..<UInt32(64) {
      for y in 0..<UInt32(64) {
        order[HilbertCurve.index(x: x << 10, y: y << 10) >> 20] = (x, y)
      }
    }
    #expect(order.count == 4096)
    for i in 1..<UInt32(4096) {
      guard let a = order[i - 1], let b = order[i] else { continue }
      let step = abs(Int(a.0) - Int(b.0)) + abs(Int(a.1) - Int(b.1))
      #expect(step == 1, "\(a) to \(b)")
    }
  }

  /// A file of GDAL 3.12.
  @Test("a file that another program wrote")
  func gdal() throws {
    let file = try FlatGeobufFile(Array(Data(base64Encoded: Self.gdalFile) ?? Data()))
    #expect(file.header.featureCount == 3 && file.hasIndex)
    // Its index is asked, too.
    let vienna = GeographicBox(west: 16, south: 48, east: 16.5, north: 48.5)
    let found = try file.locations(within: vienna).map { try file.feature(at: $0) }
    #expect(found.map { $0.properties.first?.value } == [.text("Gürtel")])
    #expect(
      file.header.columns.map(\.name) == ["name", "floors", "big", "height", "open"])
    let features = try file.locations().map { try file.feature(at: $0) }
    let names = features.compactMap { feature in
      feature.properties.first { $0.name == "name" }?.value
    }
    #expect(Set(names) == [.text("Gürtel"), .text("hole"), .text("two")])
    let first = try #require(
      features.first { $0.properties.contains { $0.value == .text("Gürtel") } })
    let values = Dictionary(uniqueKeysWithValues: first.properties.map { ($0.name, $0.value) })
    #expect(values["floors"] == .number(3) && values["height"] == .number(12.5))
    #expect(values["big"] == .text("9007199254740993") && values["open"] == .bool(true))
    guard case .polygons(let polygons)? = first.geometry else {
      Issue.record("no polygon")
      return
    }
    #expect(polygons.count == 1 && polygons[0][0].count == 5)
    #expect(polygons[0][0].contains(Self.place(16.3, 48.2)))
    let parts = features.compactMap { feature -> [Int]? in
      guard case .polygons(let polygons)? = feature.geometry else { return nil }
      return polygons.map(\.count)
    }
    #expect(Set(parts) == [[1], [2], [1, 1]])
  }

  @Test("every cut and every flipped byte is an error or a file")
  func hostile() throws {
    var writer = FlatGeobufWriter()
    for (i, shape) in Self.shapes.enumerated() {
      writer.add(shape, properties: [("id", "way/\(i)"), ("name", "n")])
    }
    let bytes = writer.file(named: "layer", hasIndex: true)
    func look(_ bytes: [UInt8]) -> Bool {
      guard let file = try? FlatGeobufFile(bytes), let all = try? file.locations() else {
        return false
      }
      _ = try? file.locations(within: GeographicBox(west: 0, south: 0, east: 9, north: 9))
      return all.allSatisfy { (try? file.feature(at: $0)) != nil }
    }
    #expect(look(bytes))
    for count in 0..<bytes.count { #expect(!look(Array(bytes.prefix(count))), "cut at \(count)") }
    var refused = 0
    for i in bytes.indices {
      for bit: UInt8 in [0x01, 0x80, 0xFF] {
        var damaged = bytes
        damaged[i] ^= bit
        if !look(damaged) { refused += 1 }
      }
    }
    #expect(refused > bytes.count / 4)
    #expect(!FlatGeobufFile.isPlausible(Array("{\"type\"".utf8)))
  }

  @Test("places that are named again and again are refused")
  func bomb() throws {
    // A collection whose parts are all the same polygon.
    var writer = FlatGeobufWriter()
    let ring = (0..<1000).map { Self.place(Double($0) / 1000, 1) }
    writer.add(
      .collection((0..<2).map { _ in .polygons([[ring]]) }), properties: [])
    var bytes = writer.file(named: "", hasIndex: false)
    // The second part leads to the first: their offsets stand one after the other.
    let start = try #require(
      (0..<bytes.count - 8).first { i in
        // A vector of two offsets that lie some 16,000 bytes apart.
        func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        return word(i) == 2 && word(i + 8) - word(i + 4) > 15_000 && word(i + 8) < 40_000
      })
    let offset = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    for k in 0..<4 { bytes[start + 8 + k] = UInt8(truncatingIfNeeded: (offset - 4) >> (8 * k)) }
    let file = try FlatGeobufFile(bytes)
    let location = try #require(try file.locations().first)
    let whole = try file.feature(at: location)
    guard case .collection(let members)? = whole.geometry else {
      Issue.record("no collection")
      return
    }
    // Twice is still as much as the bytes could hold; more than that is not.
    #expect(members.count == 2)
    // The length of the ring, doubled three times over by more offsets, is not.
    #expect(throws: FlatGeobufError.self) {
      var writer = FlatGeobufWriter()
      writer.add(
        .collection((0..<40).map { _ in .points([Self.place(0, 0)]) } + [.polygons([[ring]])]),
        properties: [])
      var bytes = writer.file(named: "", hasIndex: false)
      func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
      let start = try #require((0..<bytes.count - 8).first { word($0) == 41 })
      let last = start + 4 + 40 * 4
      let target = last + word(last)
      for i in 0..<40 {
        let from = start + 4 + 4 * i
        for k in 0..<4 { bytes[from + k] = UInt8(truncatingIfNeeded: (target - from) >> (8 * k)) }
      }
      let file = try FlatGeobufFile(bytes)
      _ = try file.feature(at: try #require(try file.locations().first))
    }
  }
}
