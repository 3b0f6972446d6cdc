import BelvedereFiles
import BelvedereLimits

/// What the first bytes of a packed file tell of it: a small archive may hold very much, and what is no file of
/// elevations, or declares too many of them, need not be unpacked.
enum PackedFile {
  /// So many are looked at.
  static let headBytes = 4096

  /// The most bytes that a file may have by its beginning; `nil` where that says nothing of it.
  ///
  /// - Parameters:
  ///   - head: its first bytes.
  ///   - name: the file's, for messages.
  /// - Throws: `TerrainFileError` of what is no file of elevations, `LimitError`.
  static func most(of head: [UInt8], name: String, limits: Limits) throws -> Int? {
    if TIFFLayout.isTIFF(head) {
      // Its first directory lies behind its header.
      if head.count >= 8, head[2...3].contains(42), head[4..<8].allSatisfy({ $0 == 0 }) {
        throw TerrainFileError(file: name, reason: "it holds no picture; the file is damaged")
      }
      return nil
    }
    if EsriGridHeader.isHeader(head) {
      var text = EsriGridText(RandomAccessFile(bytes: head, name: name))
      guard let header = try? EsriGridHeader(&text) else { return nil }
      _ = try checkedSampleCount(header.columns, header.rows, name: name, limits: limits)
      return nil
    }
    if UnknownFile.isKnown(head) { throw UnknownFile.error(name, head) }
    // A tile, or nothing that is read: what is damaged says so when it is unpacked.
    return head.isEmpty ? nil : HGT.largestByteCount
  }
}
