/// The lines before the numbers of an Esri ASCII grid.
struct EsriGridHeader {
  let columns, rows: Int
  /// The centre of the south-western cell.
  let west, south: Double
  let cellWidth, cellHeight: Double
  let noData: Double
  let saysNoData: Bool
  /// The first number after the header.
  let firstWord: ArraySlice<UInt8>

  /// The keys, in the order in which they are usually written.
  private enum Key: String, CaseIterable {
    case ncols, nrows, xllcorner, yllcorner, xllcenter, yllcenter, cellsize, dx, dy
    case nodata = "nodata_value"

    init?(word: ArraySlice<UInt8>) {
      let text = String(decoding: word, as: UTF8.self).lowercased()
      switch text {
      case "xllcentre": self = .xllcenter
      case "yllcentre": self = .yllcenter
      case "nodata": self = .nodata
      default: self.init(rawValue: text)
      }
    }
  }

  /// Whether text starts as a grid does: with one of the keys.
  static func isHeader(_ prefix: [UInt8]) -> Bool {
    let mark = EsriGridText.byteOrderMark
    let text = prefix.starts(with: mark) ? prefix.dropFirst(mark.count) : prefix[...]
    let word = text.drop { $0 == 32 || (9...13).contains($0) }
      .prefix { $0 != 32 && !(9...13).contains($0) }
    return Key(word: word) != nil
  }

  init(_ text: inout EsriGridText) throws {
    var values: [Key: Double] = [:]
    var lines: [Key: Int] = [:]
    var first: ArraySlice<UInt8>?
    while let word = try text.word() {
      guard let key = Key(word: word) else {
        guard EsriGridText.number(word) != nil else { throw Self.refusal(word, in: text) }
        first = word
        break
      }
      guard values[key] == nil else { throw text.error("\(key.rawValue) is said twice") }
      guard let valueWord = try text.word() else {
        throw text.error("\(key.rawValue) has no value; the file is cut short")
      }
      guard let value = EsriGridText.number(valueWord) else {
        throw Self.refusal(valueWord, in: text)
      }
      values[key] = value
      lines[key] = text.line
    }
    func required(_ key: Key, or other: Key? = nil) throws -> Double {
      guard let value = values[key] ?? other.flatMap({ values[$0] }) else {
        throw text.error("the header does not say \(key.rawValue)")
      }
      guard value.isFinite else {
        throw text.error("\(key.rawValue) is not finite", line: lines[key])
      }
      return value
    }
    func count(_ key: Key) throws -> Int {
      let value = try required(key)
      guard value >= 1, let count = Int(exactly: value) else {
        throw text.error(
          "\(key.rawValue) must be a whole number from 1, got \(value)", line: lines[key])
      }
      guard count <= 1_000_000_000 else {
        throw text.error(
          "\(key.rawValue) is \(count), and a grid has at most 1,000,000,000 columns and rows; the "
            + "file is damaged", line: lines[key])
      }
      return count
    }
    columns = try count(.ncols)
    rows = try count(.nrows)
    cellWidth = try required(.cellsize, or: .dx)
    cellHeight = values[.dy] == nil ? cellWidth : try required(.dy)
    guard cellWidth > 0, cellHeight > 0 else { throw text.error("cells must be larger than 0") }
    west =
      values[.xllcenter] == nil
      ? try required(.xllcorner) + cellWidth / 2 : try required(.xllcenter)
    south =
      values[.yllcenter] == nil
      ? try required(.yllcorner) + cellHeight / 2 : try required(.yllcenter)
    noData = values[.nodata] ?? -9999
    saysNoData = values[.nodata] != nil
    guard let first else { throw text.error("the header is followed by no numbers") }
    firstWord = first
  }

  /// Why a word is no number.
  static func refusal(_ word: ArraySlice<UInt8>, in text: EsriGridText) -> TerrainFileError {
    let shown = String(decoding: word.prefix(40), as: UTF8.self)
    let hasComma = word.contains(UInt8(ascii: ","))
    return text.error(
      hasComma
        ? "\"\(shown)\" has a comma; decimals need points and numbers spaces between them: "
          + "sed 's/,/./g'"
        : "\"\(shown)\" is no number")
  }
}
