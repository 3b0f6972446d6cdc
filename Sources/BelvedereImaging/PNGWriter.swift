import BelvedereThreads
internal import CBelvederePNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How hard a picture is compressed, and how its rows are filtered before.
///
/// Chosen by measuring rendered pictures; see Benchmarks/README.md.
public struct PNGCompression: Sendable, Hashable {
  /// The level for pictures that nobody has asked anything else of: rendered ones become no smaller
  /// at 2 and 3, and 4 % smaller at 6 in six times the time.
  public static let standard = 1

  /// zlib's level, 0 to 9. At 1 only runs of equal bytes are looked for, by this library's own code.
  public let level: Int
  let filter: Int32

  /// Makes a compression; levels beyond 0 to 9 become the nearest.
  public init(level: Int) {
    self.level = min(max(level, 0), 9)
    switch self.level {
    case ...3: filter = Int32(BV_PNG_PAETH)  // checked: a constant
    default: filter = Int32(BV_PNG_BEST)  // checked: a constant
    }
  }
}

/// Writes a PNG file by several threads.
struct PNGWriter: @unchecked Sendable {
  private let rows: bv_png_rows

  /// Bytes of a strip before compression: large enough to compress well, and many for a picture.
  private static let stripBytes = 1 << 18

  /// - Parameter bytes: must stay valid as long as this value.
  init(
    bytes: UnsafeRawBufferPointer, width: Int, height: Int, channels: Int, bits: Int,
    dropsAlpha: Bool
  ) {
    rows = bv_png_rows(
      pixels: bytes.bindMemory(to: UInt8.self).baseAddress, stride: width * channels * bits / 8,
      width: UInt32(clamping: width), height: UInt32(clamping: height),
      channels: Int32(clamping: channels), bits: Int32(clamping: bits),
      drops_alpha: dropsAlpha ? 1 : 0)
  }

  func encode(
    _ compression: PNGCompression, text: [(keyword: String, text: String)], threads: Int?
  ) -> Result<[UInt8], PNGError> {
    let height = Int(rows.height)  // checked: 32 bits
    let perStrip = max(1, Self.stripBytes / max(rows.stride, 1))
    let count = (height + perStrip - 1) / perStrip
    let strips = UnsafeMutableBufferPointer<bv_png_strip>.allocate(capacity: count)
    strips.initialize(repeating: bv_png_strip())
    defer {
      for strip in strips { bv_png_free(strip.data) }
      strips.deallocate()
    }
    var failures = [bv_png_status](repeating: BV_PNG_OK, count: count)
    failures.withUnsafeMutableBufferPointer { failures in
      nonisolated(unsafe) let failures = failures
      nonisolated(unsafe) let strips = strips
      nonisolated(unsafe) let all = rows
      let wanted = threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))  // checked: a constant
      let threads = min(max(wanted, 1), count)
      Parallel.forEach(count, threads: threads) { i, _ in
        let first = i * perStrip
        let size = min(perStrip, height - first)
        var rows = all
        failures[i] = bv_png_deflate_strip(
          &rows, UInt32(clamping: first), UInt32(clamping: size), compression.filter,
          Int32(clamping: compression.level), &strips[i])
      }
    }
    if let failure = failures.first(where: { $0 != BV_PNG_OK }) {
      return .failure(failure == BV_PNG_MEMORY ? .outOfMemory : .corrupt("zlib failed"))
    }
    bv_png_join_strips(strips.baseAddress, count)
    return write(UnsafeBufferPointer(strips), compression, text)
  }

  private func write(
    _ strips: UnsafeBufferPointer<bv_png_strip>, _ compression: PNGCompression,
    _ text: [(keyword: String, text: String)]
  ) -> Result<[UInt8], PNGError> {
    let pairs = text.flatMap { [Array($0.keyword.utf8CString), Array($0.text.utf8CString)] }
    let flat = pairs.flatMap { $0 }
    var out = bv_png_data()
    let status = flat.withUnsafeBufferPointer { characters in
      var pointers: [UnsafePointer<CChar>?] = []
      var offset = 0
      for item in pairs {
        pointers.append(characters.baseAddress.map { $0 + offset })
        offset += item.count
      }
      var rows = rows
      return bv_png_encode(
        &rows, strips.baseAddress, strips.count, Int32(clamping: compression.level), pointers,
        Int32(clamping: text.count), &out)
    }
    defer { bv_png_free(out.data) }
    guard status == BV_PNG_OK, let data = out.data else {
      return .failure(
        status == BV_PNG_MEMORY ? .outOfMemory : .corrupt(PNG.message(&out.message)))
    }
    return .success(Array(UnsafeBufferPointer(start: data, count: out.count)))
  }
}
