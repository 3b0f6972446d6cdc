import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

/// Features that are read by their places, without the rest of the file.
@Suite("FlatGeobuf piece by piece") struct FlatGeobufArchiveTests {
  private struct CutOff: Error {}

  private func archive(_ bytes: [UInt8]) throws -> FlatGeobufArchive {
    try FlatGeobufArchive(byteCount: bytes.count) { offset, count in
      guard offset >= 0, count >= 0, offset + count <= bytes.count else { throw CutOff() }
      return Array(bytes[offset..<offset + count])
    }
  }

  private func file(
    _ places: [Coordinate], sides: [Double]
  ) -> (bytes: [UInt8], boxes: [GeographicBox]) {
    var writer = FlatGeobufWriter()
    var boxes: [GeographicBox] = []
    for (i, (place, side)) in zip(places, sides).enumerated() {
      let far = Coordinate(latitude: place.latitude + side, longitude: place.longitude + side)
      let shape = FlatGeobufFeature.Geometry.lines([[place, far]])
      boxes.append(shape.box)
      writer.add(shape, properties: [("id", "\(i)")] + (i % 3 == 0 ? [("name", "ä\(i)")] : []))
    }
    return (writer.file(named: "layer", hasIndex: true), boxes)
  }

  /// As many as fill nodes of the index, or one more or less.
  private func places(_ random: inout SplitMix64) -> [Coordinate] {
    (0..<random.pick([1, 2, 15, 16, 17, 255, 256, 257, 700])).map { _ in
      Coordinate(latitude: random.double(-80...80), longitude: random.double(-180...179))
    }
  }

  private func ids(_ file: FlatGeobufFile) throws -> [Int] {
    try file.locations().map { location in
      guard case .text(let id)? = try file.feature(at: location).properties.first?.value else {
        return -1
      }
      return Int(id) ?? -1
    }
  }

  private func meets(_ a: GeographicBox, _ b: GeographicBox) -> Bool {
    a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
  }

  @Test("a survey counts all features in few boxes around them")
  func survey() throws {
    forEachSeed(60) { random in
      let places = places(&random)
      let count = places.count
      let (bytes, boxes) = file(places, sides: places.map { _ in 0.5 })
      let most = random.pick([1, 3, 16, 50, 1000])
      let found = try archive(bytes).survey(atMost: most)
      #expect(found.count <= most)
      #expect(found.reduce(0) { $0 + $1.count } == count)
      #expect(found.allSatisfy { $0.count > 0 })
      if most >= count { #expect(found.count == count) }
      for box in boxes {
        #expect(
          found.contains {
            $0.box.west <= box.west && $0.box.east >= box.east && $0.box.south <= box.south
              && $0.box.north >= box.north
          })
      }
    }
  }

  @Test("the features are those whose boxes meet one of the boxes, without those in holes")
  func selection() throws {
    forEachSeed(120) { random in
      let places = places(&random)
      let count = places.count
      let (bytes, boxes) = file(places, sides: places.map { _ in random.double(0...3) })
      let archive = try archive(bytes)
      #expect(archive.header.featureCount == count)
      func some(_ most: Int) -> [GeographicBox] {
        (0..<random.int(0...most)).map { _ in
          let (west, south) = (random.double(-180...170), random.double(-80...70))
          return GeographicBox(
            west: west, south: south, east: west + random.double(0...120),
            north: south + random.double(0...60))
        }
      }
      let wanted = some(3)
      let isByMiddle = random.oneIn(2)
      let expected = boxes.indices.filter { i in
        let box = boxes[i]
        let (x, y) = ((box.west + box.east) / 2, (box.south + box.north) / 2)
        return wanted.contains {
          isByMiddle
            ? $0.west <= x && x < $0.east && $0.south <= y && y < $0.north : meets($0, box)
        }
      }
      let found = try #require(
        try archive.selection(within: wanted, isByMiddle: isByMiddle))
      #expect(found.count == expected.count)
      #expect(try ids(archive.features(of: found)) == expected)
      // No more bytes than there may be.
      guard found.byteCount > 0 else { return }
      #expect(
        try archive.selection(
          within: wanted, isByMiddle: isByMiddle, atMost: found.byteCount) != nil)
      #expect(
        try archive.selection(
          within: wanted, isByMiddle: isByMiddle, atMost: found.byteCount - 1)
          == nil)
    }
  }

  @Test("the box around all features is told, and few bytes are read for few features")
  func few() throws {
    let places = (0..<20_000).map { i in
      Coordinate(latitude: Double(i / 200) * 0.1, longitude: Double(i % 200) * 0.1)
    }
    let (bytes, _) = file(places, sides: places.map { _ in 0.01 })
    let read = Counter()
    let archive = try FlatGeobufArchive(byteCount: bytes.count) { offset, count in
      read.add(count)
      return Array(bytes[offset..<offset + count])
    }
    #expect(archive.extent.west == 0 && abs(archive.extent.north - 9.91) < 1e-9)
    let found = try #require(
      try archive.selection(
        within: [GeographicBox(west: 5, south: 5, east: 5.35, north: 5.05)]))
    #expect(try archive.features(of: found).locations().count == 4)
    #expect(read.value < 40_000, "\(read.value) of \(bytes.count) bytes")
  }

  @Test("the box of what lies on both sides of ±180° goes over that")
  func acrossTheDateLine() throws {
    for count in [2, 40, 3000] {
      let places = (0..<count).map { i in
        let longitude = 178 + 6 * Double(i) / Double(count)
        return Coordinate(
          latitude: 10 + Double(i % 7), longitude: longitude > 180 ? longitude - 360 : longitude)
      }
      // Neighbours beside each other, as an index wants them.
      let sorted = places.sorted { $0.longitude < $1.longitude }
      let archive = try archive(file(sorted, sides: sorted.map { _ in 0.001 }).bytes)
      let box = try archive.narrowExtent()
      #expect(archive.extent.east - archive.extent.west > 350)
      #expect(abs(box.west - 178) < 0.1 && box.east > 179.9 && box.east < 184.1, "\(box)")
    }
    let here = try archive(file([Coordinate(latitude: 1, longitude: 2)], sides: [1]).bytes)
    #expect(try here.narrowExtent() == here.extent)
  }

  @Test("a file without an index, one of nothing and other files are refused with the reason")
  func refusals() throws {
    var writer = FlatGeobufWriter()
    writer.add(.points([Coordinate(latitude: 1, longitude: 2)]), properties: [])
    for (bytes, words) in [
      (writer.file(named: "", hasIndex: false), "no index"),
      (FlatGeobufWriter().file(named: "", hasIndex: true), "no features"), ([], "not FlatGeobuf"),
      (Array("a text of some length".utf8), "not FlatGeobuf"),
    ] {
      do {
        _ = try archive(bytes)
        Issue.record("accepted: \(words)")
      } catch { #expect("\(error)".contains(words), "\(error)") }
    }
  }

  @Test("damaged and cut files are errors, whatever byte is wrong")
  func damage() throws {
    let places = (0..<60).map { Coordinate(latitude: Double($0), longitude: Double($0)) }
    let (good, _) = file(places, sides: places.map { _ in 0.5 })
    let world = GeographicBox(west: -180, south: -90, east: 180, north: 90)
    func use(_ bytes: [UInt8]) throws {
      let archive = try archive(bytes)
      guard let found = try archive.selection(within: [world], atMost: 1 << 20) else { return }
      let file = try archive.features(of: found)
      for location in try file.locations() { _ = try? file.feature(at: location) }
    }
    for count in 0..<good.count where count % 7 == 0 || count < 400 {
      // When it is opened, whatever of it is needed later.
      #expect(throws: (any Error).self) { try archive(Array(good.prefix(count))) }
    }
    // Offsets of features into each other: after a header of 12 bytes and its size come the nodes, 40 bytes each.
    let size = Int(good[8]) | Int(good[9]) << 8
    let leaves = 12 + size + 40 * (60 + 4 + 1) - 40 * 60
    forEachSeed(500) { random in
      var bytes = good
      for _ in 0..<8 {
        let offset = leaves + 40 * random.int(0...59) + 32
        bytes[offset] = UInt8(truncatingIfNeeded: random.next())
        bytes[offset + 1] = UInt8(truncatingIfNeeded: random.int(0...30))
      }
      try? use(bytes)
    }
    forEachSeed(2000) { random in
      var bytes = good
      for _ in 0..<random.int(1...4) {
        bytes[random.int(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      }
      try? use(bytes)
    }
  }
}

/// Counts from several threads.
private final class Counter: @unchecked Sendable {
  private(set) var value = 0
  func add(_ count: Int) { value += count }
}
