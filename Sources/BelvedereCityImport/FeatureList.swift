import BelvedereFlatGeobuf
import BelvedereGeodesy

/// Features packed into bytes: a building takes some 130 instead of some 500 as a value, and there are millions.
struct FeatureList: RandomAccessCollection {
  /// The features of a list, whatever their order. Of chunks none is copied when there are more.
  private var chunks: [[UInt8]] = []
  /// Where features begin: chunks, and bytes in these.
  private var places: [(chunk: Int32, offset: Int32)] = []
  /// The order in which they are; as they came where it is `nil`.
  private var order: [Int32]?
  /// The bytes that its features take.
  private(set) var byteCount = 0
  private var keys: [String] = []
  private var keyNumbers: [String: Int] = [:]

  private static let chunkSize = 1 << 22

  init() {}

  init(_ features: some Sequence<CityFeature>) {
    for feature in features { append(feature) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { order?.count ?? places.count }

  /// Adds a feature behind all others.
  mutating func append(_ feature: CityFeature) {
    var bytes: [UInt8] = []
    bytes.append(text: feature.id)
    bytes.append(count: feature.properties.count)
    for (key, value) in feature.properties {
      bytes.append(count: number(ofKey: key))
      bytes.append(text: value)
    }
    switch feature.shape {
    case .line(let line):
      bytes.append(count: 0)
      bytes.append(ring: line)
    case .polygons(let polygons):
      bytes.append(count: polygons.count + 1)
      for rings in polygons {
        bytes.append(count: rings.count)
        for ring in rings { bytes.append(ring: ring) }
      }
    }
    if (chunks.last?.count ?? .max) > Self.chunkSize - bytes.count {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Swift.max(Self.chunkSize, bytes.count))
    }
    let chunk = chunks.count - 1
    // Chunks are no larger than their size, or hold one feature.
    order?.append(Int32(truncatingIfNeeded: places.count))
    places.append(
      (Int32(truncatingIfNeeded: chunk), Int32(truncatingIfNeeded: chunks[chunk].count)))
    chunks[chunk] += bytes
    byteCount += bytes.count + MemoryLayout<(Int32, Int32)>.stride
  }

  private mutating func number(ofKey key: String) -> Int {
    if let number = keyNumbers[key] { return number }
    keyNumbers[key] = keys.count
    keys.append(key)
    return keys.count - 1
  }

  subscript(position: Int) -> CityFeature {
    read(position) { reader in
      let id = reader.text()
      let properties = (0..<reader.count()).map { _ in
        (key: keys[reader.count()], value: reader.text())
      }
      return CityFeature(id: id, properties: properties, shape: reader.shape())
    }
  }

  /// A feature's identifier alone.
  func id(_ position: Int) -> String { read(position) { $0.text() } }

  /// A feature's shape alone.
  func shape(_ position: Int) -> CityFeature.Shape {
    read(position) { reader in
      reader.skipText()
      for _ in 0..<reader.count() {
        _ = reader.count()
        reader.skipText()
      }
      return reader.shape()
    }
  }

  private func read<Value>(_ position: Int, _ body: (inout Reader) -> Value) -> Value {
    let place = places[order.map { Int($0[position]) } ?? position]  // checked: widens
    return chunks[Int(place.chunk)].withUnsafeBytes { bytes in  // checked: widens
      var reader = Reader(bytes: bytes, offset: Int(place.offset))  // checked: widens
      return body(&reader)
    }
  }

  /// The features at some positions, in that order; they are not copied.
  func reordered(_ positions: [Int]) -> FeatureList {
    var list = self
    list.order = positions.map { position in
      order.map { $0[position] } ?? Int32(truncatingIfNeeded: position)
    }
    return list
  }

  /// In the order of identifiers as numbers are sorted, without making numbers of them.
  func sortedByID() -> FeatureList {
    let ids = indices.map { id($0) }
    return reordered(
      indices.sorted { (ids[$0].utf8.count, ids[$0]) < (ids[$1].utf8.count, ids[$1]) })
  }

  /// In an order in which neighbours are near, those of one place in the order that they have.
  func byPlace() -> FeatureList {
    let boxes = indices.map { shape($0).box }
    var all = GeographicBox()
    for box in boxes { all.add(box) }
    let places = boxes.map { HilbertCurve.index(of: $0, within: all) }
    return reordered(indices.sorted { (places[$0], $0) < (places[$1], $1) })
  }
}

/// Reads what lists have packed.
private struct Reader {
  let bytes: UnsafeRawBufferPointer
  var offset: Int

  mutating func count() -> Int {
    var (value, shift) = (0, 0)
    while true {
      let byte = Int(bytes[offset])  // checked: widens
      offset += 1
      value |= (byte & 127) << shift
      if byte < 128 { return value }
      shift += 7
    }
  }

  mutating func text() -> String {
    let length = count()
    defer { offset += length }
    return String(decoding: bytes[offset..<offset + length], as: UTF8.self)
  }

  mutating func skipText() {
    let length = count()
    offset += length
  }

  mutating func shape() -> CityFeature.Shape {
    let parts = count()
    guard parts > 0 else { return .line(ring()) }
    return .polygons(
      (0..<parts - 1).map { _ in
        let rings = count()
        return (0..<rings).map { _ in ring() }
      })
  }

  private mutating func ring() -> [Coordinate] {
    let places = count()
    return (0..<places).map { _ in
      Coordinate(latitude: number(), longitude: number())
    }
  }

  private mutating func number() -> Double {
    defer { offset += 8 }
    return Double(bitPattern: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension [UInt8] {
  /// Seven bits a byte, the lowest first.
  fileprivate mutating func append(count: Int) {
    var rest = UInt(count)  // checked: counts are not below 0
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest | 128))
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  fileprivate mutating func append(text: String) {
    append(count: text.utf8.count)
    append(contentsOf: text.utf8)
  }

  fileprivate mutating func append(ring: [Coordinate]) {
    append(count: ring.count)
    for place in ring {
      for number in [place.latitude, place.longitude] {
        Swift.withUnsafeBytes(of: number.bitPattern) { append(contentsOf: $0) }
      }
    }
  }
}
