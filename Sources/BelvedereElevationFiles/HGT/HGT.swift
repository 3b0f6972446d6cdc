import BelvedereTerrain

/// Tiles of the Shuttle Radar Topography Mission: one degree by one degree of big-endian 16-bit
/// metres, north row first, with no header. The name says where, the size how fine.
///
/// Source: "SRTM Topography", documentation of the SRTM data release (NASA/USGS): samples stand on
/// the whole degrees at the edges, −32768 is a void.
public enum HGT {
  /// The value of a sample that was not measured.
  public static let voidSample: Int16 = -32768

  /// What elevations are measured from: the release's documentation names EGM96, the files nothing.
  public static let datum = VerticalDatum.meanSeaLevel(geoid: .egm96)

  /// What to say where a tile is given a coordinate reference system.
  public static let systemIsIgnored =
    "is a tile whose name says where it lies; the coordinate reference system given for it is ignored"

  /// The latitude and longitude of a tile's south-west corner, from a name such as `N37W123.hgt`;
  /// upper or lower case, and whatever follows a dot or an underscore. `nil` for other names.
  public static func corner(ofName name: String) -> (latitude: Int, longitude: Int)? {
    let characters = Array(name.utf8)
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in characters[range] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))  // checked: a digit
      }
      return value
    }
    guard characters.count >= 7, let north = number(1..<3), let east = number(4..<7) else {
      return nil
    }
    if characters.count > 7, characters[7] != UInt8(ascii: "."), characters[7] != UInt8(ascii: "_")
    {
      return nil
    }
    let latitude: Int
    switch characters[0] {
    case UInt8(ascii: "N"), UInt8(ascii: "n"): latitude = north
    case UInt8(ascii: "S"), UInt8(ascii: "s"): latitude = -north
    default: return nil
    }
    let longitude: Int
    switch characters[3] {
    case UInt8(ascii: "E"), UInt8(ascii: "e"): longitude = east
    case UInt8(ascii: "W"), UInt8(ascii: "w"): longitude = -east
    default: return nil
    }
    guard (-90...89).contains(latitude), (-180...180).contains(longitude) else { return nil }
    return (latitude, longitude)
  }

  /// The bytes of the finest tiles.
  static let largestByteCount = 2 * 3601 * 3601

  /// The samples along an edge for a file's size: 1201 (3″) or 3601 (1″); `nil` for other sizes.
  public static func samplesAlongEdge(byteCount: Int) -> Int? {
    switch byteCount {
    case 2 * 1201 * 1201: 1201
    case 2 * 3601 * 3601: 3601
    default: nil
    }
  }

  /// Reads a tile.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - name: The file's name without its folder; it gives the position.
  public static func decode(
    _ data: [UInt8], name: String
  ) throws(TerrainFileError) -> HeightField {
    let (corner, edge) = try checked(name: name, byteCount: data.count)
    return HeightField(
      width: edge, height: edge,
      bounds: GeographicBounds(
        south: Double(corner.latitude), west: Double(corner.longitude),
        north: Double(corner.latitude + 1), east: Double(corner.longitude + 1)),
      samples: samples(data), datum: datum)
  }

  /// The position and the samples along an edge of a tile.
  ///
  /// - Parameter file: what the tile is called in errors; its name unless given.
  static func checked(
    name: String, of file: String? = nil, byteCount: Int
  ) throws(TerrainFileError) -> (corner: (latitude: Int, longitude: Int), edge: Int) {
    guard let corner = corner(ofName: name) else {
      throw TerrainFileError(
        file: file ?? name,
        reason: "the name does not say where the tile lies; "
          + "name it after its south-west corner, such as N37W123.hgt")
    }
    guard let edge = samplesAlongEdge(byteCount: byteCount) else {
      throw TerrainFileError(
        file: file ?? name,
        reason: "has \(byteCount) bytes, but a tile has \(2 * 1201 * 1201) (3″) or "
          + "\(2 * 3601 * 3601) (1″); the file is cut short or of another kind")
    }
    return (corner, edge)
  }

  /// Big-endian integers as metres, voids as NaN.
  static func samples(_ data: [UInt8]) -> [Float] {
    let size = data.count / 2
    return [Float](unsafeUninitializedCapacity: size) { out, count in
      data.withUnsafeBytes { bytes in
        for i in 0..<size {
          let value = Int16(  // checked: Int16 to Int16
            bigEndian: bytes.loadUnaligned(fromByteOffset: 2 * i, as: Int16.self))
          out[i] = value == voidSample ? .nan : Float(value)
        }
      }
      count = size
    }
  }
}
