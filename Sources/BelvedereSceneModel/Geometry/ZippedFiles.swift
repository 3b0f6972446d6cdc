import BelvedereElevationFiles
import BelvedereFiles
import BelvedereLimits

/// Files in a zip archive that a scene names: the KML of a KMZ, the files of an indoor venue.
///
/// One level deep: an archive within is none of its files. Names are never used as paths.
public struct ZippedFiles {
  /// What an archive is, by the names in it.
  public enum Kind: Sendable, Hashable {
    /// Areas, lines and places with the pictures that belong to them.
    case kmz
    /// An indoor venue in IMDF.
    case venue
  }

  private let archive: ZipArchive

  /// Whether a file is an archive, by its first bytes.
  public static func isPlausible(_ start: some Sequence<UInt8>) -> Bool {
    start.starts(with: [0x50, 0x4B, 3, 4])
  }

  /// What an archive is, by its first and its last bytes: names stand in both; `nil` for any other.
  public static func kind(_ start: [UInt8], end: [UInt8] = []) -> Kind? {
    guard isPlausible(start) else { return nil }
    let text = String(decoding: (start + end).map { $0 < 128 ? $0 : 32 }, as: UTF8.self)
    if text.contains("manifest.json"), text.contains(".geojson") { return .venue }
    return text.lowercased().contains(".kml") ? .kmz : nil
  }

  /// - Throws: `SceneError`.
  init(_ bytes: [UInt8], _ file: SceneFile) throws {
    do {
      archive = try ZipArchive(RandomAccessFile(bytes: bytes, name: file.name))
    } catch let error as TerrainFileError {
      throw file.error(error.reason)
    } catch let error as FileError {
      throw file.error(error.reason)
    }
  }

  /// The first file in the outermost folder whose name a function takes, else in any; `nil` where there is none.
  func first(_ isWanted: (String) -> Bool) -> String? {
    archive.entries.map(\.name).filter(isWanted)
      .min { $0.count(where: { $0 == "/" }) < $1.count(where: { $0 == "/" }) }
  }

  /// The bytes of a file; `nil` where there is none of that name.
  ///
  /// - Throws: `SceneError` of a damaged one, `LimitError` of one that is too large.
  func bytes(_ entry: String, _ file: SceneFile) throws -> [UInt8]? {
    guard let found = archive.entries.first(where: { $0.name == entry }) else { return nil }
    do {
      return try archive.bytes(of: found, maximumBytes: file.limits.readableJSONBytes)
    } catch let error as TerrainFileError {
      throw file.error(error.reason)
    } catch let error as FileError {
      throw file.error(error.reason)
    }
  }
}
