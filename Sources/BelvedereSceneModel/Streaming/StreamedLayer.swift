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

  /// The bytes that its things in a cell have in the file.
  ///
  /// - Returns: `nil` where there are more than `most`.
  /// - Throws: `FileError`, ``SceneError``.
  public func byteCount(in cell: StreamedCell, atMost most: Int) throws -> Int? {
    try told { try selection(in: cell, atMost: most)?.byteCount }
  }

  /// Roughly where its things are: boxes, and how many lie in each; empty where its index is damaged, which is told by
  /// whatever reads the things themselves.
  ///
  /// - Parameter most: boxes.
  public func survey(atMost most: Int = 1 << 16) -> [(box: GeographicBounds, count: Int)] {
    guard !file.hasChanged, let nodes = try? archive.survey(atMost: most) else { return [] }
    return nodes.compactMap { box, count in
      guard box.west <= box.east, abs(box.south) <= 90, abs(box.north) <= 90 else { return nil }
      return (
        GeographicBounds(south: box.south, west: box.west, north: box.north, east: box.east), count
      )
    }
  }

  private func selection(
    in cell: StreamedCell, atMost most: Int = .max
  ) throws -> FlatGeobufArchive.Selection? {
    guard !file.hasChanged else {
      throw SceneError(
        file: name, message: "has changed since the scene was opened; open the scene again")
    }
    let extent = archive.extent
    let box = cell.box(isOpen: extent.west >= -180 && extent.east <= 180)
    // On all turns of the world on which the file has things.
    let boxes = [0.0, 360, -360].compactMap { turn -> GeographicBox? in
      guard turn == 0 || (turn > 0 ? extent.east > 180 : extent.west < -180) else { return nil }
      return GeographicBox(
        west: box.west + turn, south: box.south, east: box.east + turn, north: box.north)
    }
    return try archive.selection(
      within: boxes, isByMiddle: kind == .buildings || kind == .trees, atMost: most)
  }

  /// The features in a cell, and where each of them lies in the file; `nil` where there are none.
  func features(in cell: StreamedCell) throws -> (features: FeatureFile, numbers: [Int])? {
    try told {
      guard let found = try selection(in: cell), found.count > 0 else { return nil }
      return (
        try FeatureFile(archive.features(of: found)), found.locations.map(\.lowerBound)
      )
    }
  }

  private func told<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as FlatGeobufError {
      throw SceneError(file: name, message: error.description)
    }
  }
}
