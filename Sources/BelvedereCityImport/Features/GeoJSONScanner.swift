import BelvedereJSON

/// Splits texts of GeoJSON into their features, so that no more than one of them is in memory: collections, single
/// features and geometries, and sequences of these, a line each or parted by U+001E.
///
/// Sources: RFC 7946, 1.4; RFC 8142, 2.
struct GeoJSONScanner {
  /// What was found.
  enum Piece {
    /// An element of a collection's features.
    case feature([UInt8])
    /// A text without its features, and whether it has an array for them.
    case document([UInt8], isCollection: Bool)
  }

  /// Bytes that one feature may have, and all that stands beside features.
  let maximumBytes: Int

  private enum Place {
    /// Between texts.
    case outside
    /// In a text, beside its features.
    case beside
    /// Among the features: before one that may or must be there, in one, after one.
    case first, next, feature, after
  }

  private var place = Place.outside
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The last text of the outermost object, and whether a colon follows it.
  private var name: [UInt8] = []
  private var isNamed = false
  private var piece: [UInt8] = []
  private var document: [UInt8] = []
  private var hasFeatures = false
  private var line = 1
  private var pieceLine = 1
  private var documentLine = 1
  /// Lines of the document before its features, and those of the features themselves.
  private var linesBefore = 0
  private var linesWithin = 0
  private var isAtStart = true

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// Of a piece, the line on which it begins; of a document also where its features were taken out.
  struct Origin {
    var first = 1
    var linesBefore = Int.max
    var linesWithin = 0

    /// The line of the file.
    func line(_ line: Int) -> Int {
      first + line - 1 + (line > linesBefore ? linesWithin : 0)
    }
  }

  /// Goes on with the next bytes of a file.
  ///
  /// - Parameter take: told every piece; returns whether to go on.
  /// - Throws: ``FeatureImportError`` that names the line.
  mutating func scan(
    _ bytes: [UInt8], _ take: (Piece, Origin) throws(FeatureImportError) -> Bool
  ) throws(FeatureImportError) -> Bool {
    var next = 0
    while next < bytes.count {
      if place == .feature {
        next = goOn(bytes, from: next)
        try checkSize()
        if depth == 2 {
          place = .after
          let text = piece
          piece = []
          guard try take(.feature(text), Origin(first: pieceLine)) else { return false }
        }
        continue
      }
      let byte = bytes[next]
      next += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isInString {
        keep(byte)
        try checkSize()
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        } else if depth == 1, place == .beside, name.count < 16 {
          name.append(byte)
        }
        continue
      }
      guard try step(byte, take) else { return false }
    }
    return true
  }

  /// Ends the file.
  ///
  /// - Throws: ``FeatureImportError`` where a text is cut off, and where there is none.
  func end() throws(FeatureImportError) {
    guard place == .outside else {
      if let flaw { throw flaw }
      throw FeatureImportError("line \(line): the file ends within a value; it may be cut off")
    }
    if isAtStart { throw FeatureImportError("is empty") }
  }

  /// What is wrong in a text that goes on and on: where a quote or a bracket is missing all that follows is taken
  /// for a part of it. `nil` where nothing is wrong but that it ends.
  private var flaw: FeatureImportError? {
    let text: [UInt8]
    let origin: Origin
    switch place {
    case .outside, .first, .next, .after: return nil
    case .feature: (text, origin) = (piece, Origin(first: pieceLine))
    case .beside:
      text = document
      origin = Origin(first: documentLine, linesBefore: linesBefore, linesWithin: linesWithin)
    }
    do throws(JSONSyntaxError) {
      _ = try JSONParser.parse(text, maximumMemory: 8 * min(maximumBytes, 1 << 40))
      return nil
    } catch {
      if error.isAtEnd || error.exceedsMemory { return nil }
      return FeatureImportError(
        "line \(origin.line(error.line)): is not valid JSON: \(error.reason)")
    }
  }

  /// A byte that is not within a string.
  private mutating func step(
    _ byte: UInt8, _ take: (Piece, Origin) throws(FeatureImportError) -> Bool
  ) throws(FeatureImportError) -> Bool {
    switch place {
    case .outside:
      // Also the mark of the order of bytes, and what parts a sequence.
      let isBlank = byte <= 32 || isAtStart && [0xEF, 0xBB, 0xBF].contains(byte)
      if isBlank { return true }
      guard byte == UInt8(ascii: "{") else {
        throw FeatureImportError(
          "line \(line): is not GeoJSON: a text begins with \"{\"")
      }
      isAtStart = false
      (place, depth, documentLine, hasFeatures) = (.beside, 1, line, false)
      (linesBefore, linesWithin) = (Int.max, 0)
      document = [byte]
      isNamed = false
      return true
    case .beside:
      return try stepBeside(byte, take)
    case .first, .next, .after:
      return try stepBetween(byte)
    case .feature:
      // Read by itself.
      return true
    }
  }

  private mutating func stepBeside(
    _ byte: UInt8, _ take: (Piece, Origin) throws(FeatureImportError) -> Bool
  ) throws(FeatureImportError) -> Bool {
    keep(byte)
    try checkSize()
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      if depth == 1 { (name, isNamed) = ([], false) }
    case UInt8(ascii: ":"):
      if depth == 1 { isNamed = true }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1  // bounded: by the bytes that are kept
      if depth == 2, isNamed, !hasFeatures, byte == UInt8(ascii: "["),
        name.elementsEqual("features".utf8)
      {
        (place, hasFeatures) = (.first, true)
        linesBefore = line - documentLine + 1
      }
      isNamed = false
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 0 {
        place = .outside
        let text = document
        document = []
        return try take(
          .document(text, isCollection: hasFeatures),
          Origin(first: documentLine, linesBefore: linesBefore, linesWithin: linesWithin))
      }
    case UInt8(ascii: ","): isNamed = false
    default: break
    }
    return true
  }

  private mutating func stepBetween(_ byte: UInt8) throws(FeatureImportError) -> Bool {
    if [9, 10, 13, 32].contains(byte) { return true }
    switch byte {
    case UInt8(ascii: "]") where place != .next:
      linesWithin = line - documentLine + 1 - linesBefore
      (place, depth) = (.beside, 1)
      keep(byte)
    case UInt8(ascii: ",") where place == .after:
      place = .next
    default:
      guard place != .after else {
        throw FeatureImportError("line \(line): there is no comma between two features")
      }
      guard byte == UInt8(ascii: "{") else {
        throw FeatureImportError("line \(line): a feature begins with \"{\"")
      }
      (place, depth, pieceLine) = (.feature, 3, line)
      piece = [byte]
    }
    return true
  }

  /// Goes on within a feature, at most to its end or to the first byte too many.
  ///
  /// - Returns: where the next byte is.
  private mutating func goOn(_ bytes: [UInt8], from start: Int) -> Int {
    let end = min(bytes.count, start + max(maximumBytes - piece.count, 0) + 1)
    // What changes with every byte is kept beside.
    var (next, line, depth) = (start, self.line, self.depth)
    var (isInString, isEscaped) = (self.isInString, self.isEscaped)
    bytes.withUnsafeBufferPointer { bytes in
      Self.marks.withUnsafeBufferPointer { marks in
        while next < end, depth > 2 {
          // To the next byte that says something; what follows a backslash does not.
          let mark: UInt8 = isInString ? 2 : 1
          if !isEscaped {
            while next < end, marks[Int(bytes[next])] & mark == 0 { next += 1 }  // checked: widens
            guard next < end else { break }
          }
          let byte = bytes[next]
          next += 1
          if byte == UInt8(ascii: "\n") { line += 1 }
          if isEscaped {
            isEscaped = false
            continue
          }
          switch byte {
          case UInt8(ascii: "\""): isInString.toggle()
          case UInt8(ascii: "\\"): isEscaped = true
          case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1  // bounded: by the bytes that are kept
          case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
          default: break
          }
        }
      }
    }
    piece += bytes[start..<next]
    (self.line, self.depth) = (line, depth)
    (self.isInString, self.isEscaped) = (isInString, isEscaped)
    return next
  }

  /// Which bytes say something: with the bit 1 beside texts, with the bit 2 in these.
  private static let marks: [UInt8] = (0..<256).map { byte in
    switch Unicode.Scalar(UInt8(byte)) {  // checked: below 256
    case "\"", "\n": 3
    case "{", "[", "}", "]": 1
    case "\\": 2
    default: 0
    }
  }

  private mutating func keep(_ byte: UInt8) { document.append(byte) }

  private func checkSize() throws(FeatureImportError) {
    guard piece.count > maximumBytes || document.count > maximumBytes else { return }
    if let flaw { throw flaw }
    throw FeatureImportError(
      "line \(line): "
        + (place == .feature ? "a feature" : "what stands beside the features")
        + " has over \(maximumBytes >> 20) MiB; split it, or raise --memory", isMemory: true)
  }
}
