import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereLimits
import BelvedereTerrain

/// A layer of a scene of which only what a picture needs is in memory: it is read from its file then.
public struct StreamedLayer: Sendable {
  /// What a layer is of.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case landCover, roads, buildings, trees
  }

  public let kind: Kind
  /// The file's name, for messages.
  public let name: String
  /// Metres: the side of a square as large as the largest of its things is seen from beside, at most; `nil` where they
  /// are seen from everywhere.
  public let size: Double?
  /// Metres: its things stand for those of the size in places from which these are not seen; `nil` for what is itself.
  public let standsFor: Double?
  /// How many things it has.
  public let count: Int
  /// The box around them.
  public let bounds: GeographicBounds
  let archive: FlatGeobufArchive
  private let file: RandomAccessFile
  let limits: Limits

  /// Opens a FlatGeobuf file with an index.
  ///
  /// - Throws: `FileError`, ``SceneError``.
  init(
    _ kind: Kind, path: String, size: Double?, standsFor: Double?, in file: SceneFile
  ) throws {
    (self.kind, self.size, self.standsFor) = (kind, size, standsFor)
    name = file.name
    limits = file.limits
    let bytes = try RandomAccessFile(path, shownAs: file.name)
    self.file = bytes
    do {
      archive = try FlatGeobufArchive(byteCount: bytes.size) { offset, count in
        try bytes.read(at: offset, count: count)
      }
    } catch let error as FlatGeobufError {
      throw file.error(
        error.description + "; streamed layers are such as belvedere import --streamed makes them")
    }
    if let reason = FlatGeobufSource.unknownSystem(archive.header) { throw file.error(reason) }
    let box: GeographicBox
    do { box = try archive.narrowExtent() } catch let error as FlatGeobufError {
      throw file.error(error.description)
    }
    guard !box.isEmpty, abs(box.south) <= 90, abs(box.north) <= 90, abs(box.west) <= 540,
      abs(box.east) <= 540
    else { throw file.error("is damaged: its index is of no place on the Earth") }
    count = archive.header.featureCount
    bounds = GeographicBounds(south: box.south, west: box.west, north: box.north, east: box.east)
  }

  /// The bytes that its things in a part of the world have in the file.
  ///
  /// - Returns: `nil` where there are more than `most`.
  /// - Throws: `FileError`, ``SceneError``.
  public func byteCount(within part: SceneWindow.Part, atMost most: Int) throws -> Int? {
    try told { try selection(within: part, atMost: most)?.byteCount }
  }

  private func selection(
    within part: SceneWindow.Part, atMost most: Int = .max
  ) throws -> FlatGeobufArchive.Selection? {
    guard !part.boxes.isEmpty else { return .init() }
    guard !file.hasChanged else {
      throw SceneError(
        file: name, message: "has changed since the scene was opened; open the scene again")
    }
    return try archive.selection(
      within: turned(part.boxes), isByMiddle: kind == .buildings || kind == .trees,
      outside: turned(part.holes),
      atMost: most)
  }

  /// Boxes on all turns of the world on which the file has things.
  private func turned(_ boxes: [GeographicBounds]) -> [GeographicBox] {
    [0.0, 360, -360].flatMap { turn -> [GeographicBox] in
      guard turn == 0 || (turn > 0 ? archive.extent.east > 180 : archive.extent.west < -180) else {
        return []
      }
      return boxes.map {
        GeographicBox(
          west: $0.west + turn, south: $0.south, east: $0.east + turn, north: $0.north)
      }
    }
  }

  /// The features in a part of the world; `nil` where there are none.
  func features(within part: SceneWindow.Part) throws -> FeatureFile? {
    try told {
      guard let found = try selection(within: part), found.count > 0 else { return nil }
      return try FeatureFile(archive.features(of: found))
    }
  }

  private func told<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as FlatGeobufError {
      throw SceneError(file: name, message: error.description)
    }
  }
}
