import BelvedereFlatGeobuf
import BelvedereGeodesy

/// What is in the record of a feature, without a value for each of its parts: for those that are only written again.
struct RecordView {
  /// The identifier, and the properties by the numbers of the packer's keys; valid as long as the record is.
  private(set) var id = UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var properties: [(key: Int, value: UnsafeRawBufferPointer)] = []
  /// The shape, with the first place of each ring again at its end.
  private(set) var rings = FlatRings()

  /// Reads another record.
  mutating func read(_ record: UnsafeRawBufferPointer) {
    var reader = PackedReader(bytes: record)
    id = reader.rawText()
    reader.skipSummary()
    properties.removeAll(keepingCapacity: true)
    for _ in 0..<reader.count() { properties.append((reader.count(), reader.rawText())) }
    rings.removeAll()
    let parts = reader.count()
    guard parts > 0 else {
      rings.areLines = true
      readPlaces(&reader, isRing: false)
      return
    }
    for _ in 1..<parts {
      for _ in 0..<reader.count() { readPlaces(&reader, isRing: true) }
      rings.polygonEnds.append(rings.ends.count)
    }
  }

  private mutating func readPlaces(_ reader: inout PackedReader, isRing: Bool) {
    let (count, first) = (reader.count(), rings.places.count)
    for _ in 0..<count {
      let latitude = reader.number()
      rings.places.append(reader.number())
      rings.places.append(latitude)
    }
    if isRing, count > 0 {
      rings.places.append(rings.places[first])
      rings.places.append(rings.places[first + 1])
    }
    rings.ends.append(rings.places.count / 2)
  }

  /// The value of a key; `nil` where there is none.
  ///
  /// - Parameter key: its number.
  func text(_ key: Int?) -> String? {
    guard let key, let property = properties.first(where: { $0.key == key }) else { return nil }
    return String(decoding: property.value, as: UTF8.self)
  }
}

/// A ring of ``RecordView/rings`` as places.
struct RecordRing: RandomAccessCollection {
  let places: [Double]
  let range: Range<Int>

  var startIndex: Int { 0 }
  var endIndex: Int { range.count }

  subscript(position: Int) -> Coordinate {
    let place = 2 * (range.lowerBound + position)
    return Coordinate(latitude: places[place + 1], longitude: places[place])
  }
}

extension FlatRings {
  /// A ring as places.
  func ring(_ ring: Int) -> RecordRing { RecordRing(places: places, range: range(ofRing: ring)) }
}
