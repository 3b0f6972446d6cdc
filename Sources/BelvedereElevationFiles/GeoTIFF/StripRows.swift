import BelvedereFiles
import Synchronization

/// Rows out of strips that are too large to be decoded at once.
///
/// A compressed strip is decoded from its start on; who reads on where the last reading ended pays for the
/// rows alone.
final class StripRows: Sendable {
  private struct Place {
    let stream: InflateStream
    let strip: Int
    var row: Int
  }

  private let file: RandomAccessFile
  private let format: TIFFFormat
  /// How many rows are decoded together.
  private let rowsInPart: Int
  private let offsets, byteCounts: [Int]
  private let place = Mutex<Place?>(nil)

  init(
    _ file: RandomAccessFile, _ format: TIFFFormat, rowsInPart: Int, offsets: [Int],
    byteCounts: [Int]
  ) {
    self.file = file
    self.format = format
    self.rowsInPart = rowsInPart
    self.offsets = offsets
    self.byteCounts = byteCounts
  }

  /// The bytes of some rows of a strip: fewer where it is damaged or cut short.
  func bytes(strip: Int, rows: Range<Int>) throws(FileError) -> [UInt8] {
    let length = rows.count * format.rowBytes  // bounded: some rows of a strip
    guard format.compression != .none else {
      let start = rows.lowerBound * format.rowBytes
      guard start < byteCounts[strip] else { return [] }
      return try file.read(
        at: offsets[strip] + start, count: min(length, byteCounts[strip] - start))
    }
    // One at a time: the stream is at one place.
    let read = place.withLock { place -> Result<[UInt8], FileError> in
      do throws(FileError) {
        return .success(try decode(strip, rows, length, &place))
      } catch {
        place = nil
        return .failure(error)
      }
    }
    return try read.get()
  }

  private func decode(
    _ strip: Int, _ rows: Range<Int>, _ length: Int, _ place: inout Place?
  ) throws(FileError) -> [UInt8] {
    if place?.strip != strip || place.map({ $0.row > rows.lowerBound }) ?? true {
      guard let stream = InflateStream(file, at: offsets[strip], count: byteCounts[strip]) else {
        return []
      }
      place = Place(stream: stream, strip: strip, row: 0)
    }
    guard var now = place else { return [] }
    while now.row < rows.lowerBound {
      let count = min(rowsInPart, rows.lowerBound - now.row)
      let skipped = count * format.rowBytes  // bounded: a part of a strip
      guard try now.stream.read(skipped).count == skipped else {
        place = nil
        return []
      }
      now.row += count
    }
    let bytes = try now.stream.read(length)
    now.row = rows.upperBound
    place = bytes.count == length ? now : nil
    return bytes
  }
}
