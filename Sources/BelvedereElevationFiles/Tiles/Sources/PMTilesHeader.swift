import BelvedereTerrain

/// The first 127 bytes of a PMTiles file.
///
/// Source: "PMTiles Version 3 Specification", Protomaps.
struct PMTilesHeader: Sendable, Hashable {
  static let byteCount = 127

  /// How bytes are compressed.
  enum Compression: UInt8, Sendable { case unknown, none, gzip, brotli, zstd }
  /// What the tiles are.
  enum Kind: UInt8, Sendable { case unknown, vector, png, jpeg, webP, avif }

  /// A part of the file.
  struct Section: Sendable, Hashable {
    let offset, count: UInt64

    /// A part within this one; `nil` where it does not lie in it.
    func part(offset inner: UInt64, count innerCount: UInt64) -> Section? {
      let (end, overflow) = inner.addingReportingOverflow(innerCount)
      guard !overflow, end <= count else { return nil }
      return Section(offset: offset + inner, count: innerCount)  // the section lies in the file
    }
  }

  let root, metadata, leaves, tiles: Section
  let internalCompression, tileCompression: Compression
  let kind: Kind
  let zooms: ClosedRange<Int>
  /// The box in degrees; `nil` where the header's makes no sense.
  let bounds: GeographicBounds?

  /// Reads a header.
  ///
  /// - Parameters:
  ///   - bytes: The file's first bytes.
  ///   - fileSize: The file's size; every part must lie within it.
  ///   - content: What its tiles must be.
  ///   - name: The file's name, for messages.
  init(
    _ bytes: [UInt8], fileSize: UInt64, content: TileContent, name: String
  ) throws(TerrainFileError) {
    func refuse(_ reason: String) -> TerrainFileError {
      TerrainFileError(file: name, reason: reason)
    }
    guard bytes.starts(with: "PMTiles".utf8) else { throw refuse("is not a PMTiles file") }
    guard bytes.count >= Self.byteCount else {
      throw refuse("has \(bytes.count) bytes, but the header of a PMTiles file has 127")
    }
    guard bytes[7] == 3 else {
      throw refuse("is of version \(bytes[7]) of PMTiles; only version 3 is read")
    }
    func number(_ at: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) }  // checked: bytes
    }
    func degrees(_ at: Int) -> Double {
      let bits = (0..<4).reduce(UInt32(0)) {  // checked: a literal
        $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1))  // checked: bytes
      }
      return Double(Int32(bitPattern: bits)) / 1e7
    }
    func section(_ at: Int, _ what: String) throws(TerrainFileError) -> Section {
      let whole = Section(offset: 0, count: fileSize)
      guard let part = whole.part(offset: number(at), count: number(at + 8)) else {
        throw refuse("its \(what) does not lie within the file; the file is cut short or damaged")
      }
      return part
    }
    root = try section(8, "root directory")
    metadata = try section(24, "metadata")
    leaves = try section(40, "section of leaf directories")
    tiles = try section(56, "section of tiles")
    // The specification keeps header and root within the first 16 KiB.
    guard root.count > 0, root.offset + root.count <= 16_384 else {
      throw refuse("its root directory does not lie within the first 16,384 bytes")
    }
    guard let `internal` = Compression(rawValue: bytes[97]),
      let compression = Compression(rawValue: bytes[98]), let kind = Kind(rawValue: bytes[99])
    else { throw refuse("names a compression or a kind of tile that is not known") }
    guard `internal` == .none || `internal` == .gzip else {
      throw refuse("its directories are compressed by \(`internal`); only gzip is read")
    }
    guard compression != .brotli, compression != .zstd else {
      throw refuse("its tiles are compressed by \(compression); only gzip is read")
    }
    switch content {
    case .pictures where kind != .png && kind != .unknown:
      throw refuse("its tiles are of the kind \(kind), not PNG; elevations are stored as PNG")
    case .vectors where kind != .vector && kind != .unknown:
      throw refuse("its tiles are of the kind \(kind), not vector tiles")
    case .pictures, .vectors: break
    }
    // checked: bytes
    let low = Int(bytes[100])  // checked: a byte
    let high = Int(bytes[101])  // checked: a byte
    guard low <= high, high <= TileID.maximumZoom else {
      throw refuse("its zooms \(low) to \(high) are not within 0 to \(TileID.maximumZoom)")
    }
    internalCompression = `internal`
    tileCompression = compression
    self.kind = kind
    zooms = low...high
    let box = GeographicBounds(
      south: degrees(106), west: degrees(102), north: degrees(114), east: degrees(110))
    let isSensible =
      box.south < box.north && box.west < box.east && abs(box.south) <= 90 && abs(box.north) <= 90
      && abs(box.west) <= 180 && abs(box.east) <= 180
    bounds = isSensible ? box : nil
  }
}
