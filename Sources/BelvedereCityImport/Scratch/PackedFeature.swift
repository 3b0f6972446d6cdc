import BelvedereFlatGeobuf
import BelvedereGeodesy

/// Features as bytes: a building takes some 150 instead of some 500 as a value, and there are millions.
///
/// A record is the identifier, the class of sizes, the middle of the box and then properties and shape.
final class FeaturePacker {
  private var keys: [String] = []
  private var keyNumbers: [String: Int] = [:]
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  /// The numbers of the keys of the features before, by their places: those of the next one are nearly always the same.
  @exclusivity(unchecked) private var usual: [Int] = []

  /// The names of properties, by their numbers.
  var names: [String] { keys }

  /// The number of a property's name; `nil` where no feature has it.
  func number(of name: String) -> Int? { keyNumbers[name] }

  /// What of a feature is known without unpacking it.
  struct Summary {
    /// The class of sizes, one of `SizeClass`.
    var size: Int
    /// The middle of the box around it; no numbers where it has none.
    var middle: Coordinate
  }

  /// The bytes of a feature.
  func packed(_ feature: CityFeature, _ summary: Summary) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(text: feature.id)
    bytes.append(UInt8(truncatingIfNeeded: summary.size))
    bytes.append(place: summary.middle)
    bytes.append(count: feature.properties.count)
    for (place, (key, value)) in feature.properties.enumerated() {
      bytes.append(count: number(ofKey: key, at: place))
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
    return bytes
  }

  private func number(ofKey key: String, at place: Int) -> Int {
    if place < usual.count, keys[usual[place]] == key { return usual[place] }
    let number = number(ofKey: key)
    if place < usual.count { usual[place] = number } else { usual.append(number) }
    return number
  }

  private func number(ofKey key: String) -> Int {
    if let number = keyNumbers[key] { return number }
    keyNumbers[key] = keys.count
    keys.append(key)
    return keys.count - 1
  }

  /// The feature of some bytes.
  func feature(_ record: UnsafeRawBufferPointer) -> CityFeature {
    var reader = PackedReader(bytes: record)
    let id = reader.text()
    reader.skipSummary()
    let properties = (0..<reader.count()).map { _ in
      (key: keys[reader.count()], value: reader.text())
    }
    return CityFeature(id: id, properties: properties, shape: reader.shape())
  }

  /// The lines or polygons that it has.
  static func partCount(_ record: UnsafeRawBufferPointer) -> Int {
    var reader = PackedReader(bytes: record)
    reader.skipText()
    reader.skipSummary()
    for _ in 0..<reader.count() {
      _ = reader.count()
      reader.skipText()
    }
    return max(reader.count() - 1, 1)
  }

  static func summary(_ record: UnsafeRawBufferPointer) -> Summary {
    var reader = PackedReader(bytes: record)
    reader.skipText()
    let size = Int(record[reader.offset])  // checked: widens
    reader.offset += 1
    return Summary(
      size: size, middle: Coordinate(latitude: reader.number(), longitude: reader.number()))
  }
}

/// Reads what was packed.
struct PackedReader {
  let bytes: UnsafeRawBufferPointer
  var offset = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

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

  mutating func rawText() -> UnsafeRawBufferPointer {
    let length = count()
    defer { offset += length }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
  }

  mutating func skipText() {
    let length = count()
    offset += length
  }

  /// Goes past the class of sizes and the middle.
  mutating func skipSummary() { offset += 17 }

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

  mutating func number() -> Double {
    defer { offset += 8 }
    return Double(bitPattern: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension [UInt8] {
  /// Seven bits a byte, the lowest first.
  mutating func append(count: Int) {
    var rest = UInt(count)  // checked: counts are not below 0
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest | 128))
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(count: utf8.count)
      append(contentsOf: utf8)
    }
  }

  mutating func append(place: Coordinate) {
    append(number: place.latitude)
    append(number: place.longitude)
  }

  mutating func append(number: Double) {
    Swift.withUnsafeBytes(of: number.bitPattern) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(ring: [Coordinate]) {
    append(count: ring.count)
    // A place is its latitude and its longitude.
    ring.withUnsafeBytes { append(contentsOf: $0) }
  }
}
