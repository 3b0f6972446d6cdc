import BelvedereGeodesy

/// Writes a buffer in the format FlatBuffers from its front: tables before what they lead to.
struct FlatBufferWriter {
  /// Where the fields of a table are, by the numbers of its schema.
  struct Layout {
    /// The table of fields.
    let fields: [UInt8]
    /// Bytes of the table.
    let size: Int
    /// Of the fields that are there, from the table's beginning.
    let offsets: [Int: Int]
    /// What the table's beginning must be divided by, with a remainder of 4.
    let alignment: Int

    /// - Parameter sizes: bytes of each field that is there: those of 8 first, then of 4, 2 and 1.
    init(_ sizes: [(field: Int, size: Int)]) {
      let last = sizes.map(\.field).max() ?? -1
      var offsets: [Int: Int] = [:]
      var position = 4
      for (field, size) in sizes {
        offsets[field] = position
        position += size
      }
      (size, self.offsets) = (position, offsets)
      alignment = sizes.contains { $0.size == 8 } ? 8 : 4
      var fields: [UInt8] = []
      fields.append(integer: UInt16(6 + 2 * last))  // checked: a few fields
      fields.append(integer: UInt16(position))  // checked: a few fields
      for field in 0..<max(last + 1, 0) {
        fields.append(integer: UInt16(offsets[field] ?? 0))  // checked: a few fields
      }
      self.fields = fields
    }
  }

  /// The buffer with the bytes before it that say how long it is.
  private(set) var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]

  /// Begins another buffer; its first table is the root.
  mutating func restart() {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0, count: 8))
  }

  /// Ends the buffer.
  mutating func finish() {
    pad(to: 8)
    set(UInt32(truncatingIfNeeded: bytes.count - 4), at: 0)
  }

  /// Adds zeros until the length is divided by some bytes, a power of two, with a remainder.
  private mutating func pad(to alignment: Int, remainder: Int = 0) {
    while bytes.count & (alignment - 1) != remainder { bytes.append(0) }
  }

  mutating func set<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at position: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: value.littleEndian, toByteOffset: position, as: T.self)
    }
  }

  /// Adds a table of zeros, to which a field leads; returns where it begins.
  mutating func table(_ layout: Layout, from field: Int) -> Int {
    pad(to: 2)
    let fields = bytes.count
    bytes.append(contentsOf: layout.fields)
    pad(to: layout.alignment, remainder: layout.alignment == 8 ? 4 : 0)
    let position = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: layout.size))
    set(Int32(truncatingIfNeeded: position - fields), at: position)
    link(field, to: position)
    return position
  }

  mutating func link(_ field: Int, to position: Int) {
    set(UInt32(truncatingIfNeeded: position - field), at: field)
  }

  /// Adds a vector to which a field leads; what is appended follows.
  mutating func vector(from field: Int, count: Int, alignment: Int = 4) {
    pad(to: alignment, remainder: alignment == 8 ? 4 : 0)
    link(field, to: bytes.count)
    bytes.append(integer: UInt32(truncatingIfNeeded: count))
  }

  mutating func append<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
    bytes.append(integer: value)
  }

  /// Adds places as longitudes and latitudes.
  mutating func append(_ places: [Coordinate]) {
    for place in places {
      bytes.append(integer: place.longitude.bitPattern)
      bytes.append(integer: place.latitude.bitPattern)
    }
  }

  /// Adds a vector of places to which a field leads.
  mutating func places(_ rings: [[Coordinate]], from field: Int) {
    vector(from: field, count: 2 * rings.reduce(0) { $0 + $1.count }, alignment: 8)
    for ring in rings { append(ring) }
  }

  /// Adds a vector of some of the places of rings to which a field leads.
  mutating func places(_ rings: FlatRings, _ range: Range<Int>, from field: Int) {
    vector(from: field, count: 2 * range.count, alignment: 8)
    let numbers = rings.places[2 * range.lowerBound..<2 * range.upperBound]
    #if _endian(little)
      numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    #else
      for number in numbers { bytes.append(integer: number.bitPattern) }
    #endif
  }

  /// Adds a text with its zero.
  mutating func text(_ text: String, from field: Int) {
    vector(from: field, count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  /// Adds bytes to which a field leads.
  mutating func content(_ content: [UInt8], from field: Int) {
    vector(from: field, count: content.count)
    bytes.append(contentsOf: content)
  }
}
