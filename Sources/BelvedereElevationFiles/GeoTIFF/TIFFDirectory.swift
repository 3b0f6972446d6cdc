import BelvedereFiles

/// A directory (IFD) of a TIFF file: its fields, whose values are read when they are asked for.
///
/// Source: TIFF 6.0 (Adobe, 1992), section 2; BigTIFF as in the libtiff documentation.
struct TIFFDirectory {
  /// A field's description.
  struct Field {
    let type: UInt16
    let count: Int
    /// Where the values start; inside the directory where they are small.
    let offset: Int
  }

  let layout: TIFFLayout
  let fields: [UInt16: Field]
  /// Where the next directory starts; 0 for none.
  let next: Int

  /// Reads a directory.
  init(_ layout: TIFFLayout, at offset: Int) throws {
    self.layout = layout
    let file = layout.file
    let isBig = layout.isBig
    let head = try file.read(at: offset, count: isBig ? 8 : 2)
    let entries =
      isBig ? layout.integer(head, at: 0, bytes: 8) : layout.integer(head, at: 0, bytes: 2)
    guard let entries, entries >= 1, entries <= 4096 else {
      throw layout.error("its directory at \(offset) has an impossible number of fields")
    }
    let entrySize = isBig ? 20 : 12
    let start = offset + head.count
    let tail = isBig ? 8 : 4
    let length = entries * entrySize + tail
    let bytes = try file.read(at: start, count: length)
    var fields: [UInt16: Field] = [:]
    for i in 0..<entries {
      let at = i * entrySize
      let wide = isBig ? 8 : 4
      guard let tag = layout.integer(bytes, at: at, bytes: 2),
        let type = layout.integer(bytes, at: at + 2, bytes: 2),
        let count = layout.integer(bytes, at: at + 4, bytes: wide)
      else { throw layout.error("its directory at \(offset) is damaged") }
      let (size, overflow) = count.multipliedReportingOverflow(
        by: Self.size(ofType: UInt16(truncatingIfNeeded: type)))
      guard !overflow else { throw layout.error("a field of its directory is impossibly long") }
      var place = start + at + 4 + wide
      if size > wide {
        guard let far = layout.integer(bytes, at: at + 4 + wide, bytes: wide) else {
          throw layout.error("its directory at \(offset) is damaged")
        }
        place = far
      }
      fields[UInt16(truncatingIfNeeded: tag)] = Field(
        type: UInt16(truncatingIfNeeded: type), count: count, offset: place)
    }
    guard let next = layout.integer(bytes, at: entries * entrySize, bytes: tail) else {
      throw layout.error("its directory at \(offset) is damaged")
    }
    self.fields = fields
    self.next = next
  }

  /// The bytes of a value of a type; 0 for types there are not.
  private static func size(ofType type: UInt16) -> Int {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 0
    }
  }

  /// The unsigned integers of a field; `nil` where the field is absent.
  ///
  /// - Parameters:
  ///   - tag: The field.
  ///   - count: How many are wanted; more may be there. All that are there unless given.
  func integers(_ tag: TIFFTag, count wanted: Int? = nil) throws -> [Int]? {
    guard let field = fields[tag.rawValue] else { return nil }
    let size: Int
    switch field.type {
    case 1, 3, 4, 13, 16, 18: size = Self.size(ofType: field.type)
    default: throw layout.error("its field \(tag) holds no whole numbers")
    }
    let count = wanted ?? field.count
    guard field.count >= count else {
      throw layout.error("its field \(tag) has \(field.count) of \(count) values")
    }
    // The file must hold them before memory is allocated for them.
    let (length, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow else { throw layout.error("its field \(tag) is impossibly long") }
    let bytes = try layout.file.read(at: field.offset, count: length)
    var result: [Int] = []
    result.reserveCapacity(count)
    for i in 0..<count {
      guard let value = layout.integer(bytes, at: i * size, bytes: size) else {
        throw layout.error("its field \(tag) holds an impossible number")
      }
      result.append(value)
    }
    return result
  }

  /// The first integer of a field; `nil` where the field is absent.
  func integer(_ tag: TIFFTag) throws -> Int? { try integers(tag, count: 1)?.first }

  /// The numbers of a field of doubles; `nil` where the field is absent.
  func doubles(_ tag: TIFFTag) throws -> [Double]? {
    guard let field = fields[tag.rawValue] else { return nil }
    guard field.type == 12, field.count <= 65536 else {
      throw layout.error("its field \(tag) holds no numbers, or too many")
    }
    let bytes = try layout.file.read(at: field.offset, count: field.count * 8)  // bounded: 2¹⁶
    return (0..<field.count).map { Double(bitPattern: layout.word(bytes, at: $0 * 8, bytes: 8)) }
  }

  /// The text of a field, without what follows its first zero; `nil` where the field is absent.
  func text(_ tag: TIFFTag) throws -> String? {
    guard let field = fields[tag.rawValue] else { return nil }
    guard field.type == 2, field.count <= 1 << 20 else {
      throw layout.error("its field \(tag) holds no text, or too much")
    }
    let bytes = try layout.file.read(at: field.offset, count: field.count)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// The fields that are used.
enum TIFFTag: UInt16, CustomStringConvertible {
  case newSubfileType = 254
  case imageWidth = 256
  case imageLength = 257
  case bitsPerSample = 258
  case compression = 259
  case photometricInterpretation = 262
  case fillOrder = 266
  case stripOffsets = 273
  case orientation = 274
  case samplesPerPixel = 277
  case rowsPerStrip = 278
  case stripByteCounts = 279
  case predictor = 317
  case tileWidth = 322
  case tileLength = 323
  case tileOffsets = 324
  case tileByteCounts = 325
  case subIFDs = 330
  case sampleFormat = 339
  case modelPixelScale = 33550
  case modelTiepoint = 33922
  case modelTransformation = 34264
  case geoKeyDirectory = 34735
  case geoDoubleParams = 34736
  case geoAsciiParams = 34737
  case gdalMetadata = 42112
  case gdalNoData = 42113

  var description: String { "\(rawValue)" }
}
