import Belvedere
import BelvedereCityImport

/// Why a source is of no kind that is known, with what may help.
struct ImportKindError: Error {
  let reason: String
}

extension ImportSource.Kind {
  /// What a file is, by what it begins with, 64 KiB or all of it.
  ///
  /// - Parameter end: the last bytes of an archive, where its names stand.
  init(_ start: [UInt8], end: [UInt8] = []) throws(ImportKindError) {
    if let archive = ZippedFiles.kind(start, end: end) {
      self = archive == .kmz ? .kmz : .venue
    } else if VectorTileArchive.recognizes(start) {
      self = .tiles
    } else if CityImport.isFlatGeobuf(start) {
      self = .flatGeobuf
    } else if Self.isModel(start) {
      self = .model
    } else if CityImport.isGeoJSON(start) {
      // City models have the same beginning.
      self = .geoJSON
    } else if CityImport.isCityJSON(Array(start.prefix(256))) {
      self = .cityModel
    } else if CityImport.isCityGML(Array(start.prefix(4096))) {
      self = .cityGML
    } else {
      switch (Self.xmlRoot(start), ExtractKind(Array(start.prefix(256)))) {
      // Some files hold a feature of KML without the element around it.
      case ("kml", _), ("Document", _), ("Folder", _), ("Placemark", _): self = .kml
      case ("gpx", _): self = .gpx
      case (_, .pbf): self = .pbf
      case (_, .xml): self = .xml
      case (_, .other(let reason)):
        throw ImportKindError(reason: Self.archiveReason(start, end: end) ?? reason)
      }
    }
  }

  /// Why a zip archive is no source; `nil` for anything else.
  private static func archiveReason(_ start: [UInt8], end: [UInt8]) -> String? {
    guard start.starts(with: Array("PK".utf8)) else { return nil }
    // Its directory ends with this word and some bytes more.
    let directory = Array("PK".utf8) + [5, 6]
    let last = end.isEmpty ? start : end
    let isWhole = last.count >= 22 && last.indices.contains { last[$0...].starts(with: directory) }
    // What comes from a pipe and is longer shows its beginning alone.
    guard isWhole || end.isEmpty && start.count >= 1 << 16 else {
      return
        "is a zip archive that is cut short or damaged: its directory is not at its end; get it again"
    }
    return
      "is a zip archive without the .kml of a KMZ and without the manifest.json of a venue in IMDF; unpack it with unzip, and name what is in it"
  }

  /// Whether a file is glTF: its binary form, or an object with lists that only glTF has.
  private static func isModel(_ start: [UInt8]) -> Bool {
    if start.starts(with: Array("glTF".utf8)) { return true }
    guard start.first(where: { $0 > 32 && ![0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "{")
    else { return false }
    let text = String(decoding: start, as: UTF8.self)
    guard !["\"Feature", "\"CityJSON", "\"CityObjects\""].contains(where: { text.contains($0) })
    else { return false }
    return ["\"asset\"", "\"buffers\"", "\"bufferViews\"", "\"accessors\"", "\"meshes\""].contains {
      text.contains($0)
    }
  }

  /// The name of the first element of an XML text, without what stands before a colon; `nil` where there is none.
  private static func xmlRoot(_ start: [UInt8]) -> String? {
    var text = Substring(String(decoding: start, as: UTF8.self))
    while let open = text.firstIndex(of: "<") {
      text = text[open...]
      // Comments may hold anything.
      if text.hasPrefix("<!--") {
        guard let end = text.firstRange(of: "-->") else { return nil }
        text = text[end.upperBound...]
        continue
      }
      text = text.dropFirst()
      guard let first = text.first, first != "?", first != "!" else { continue }
      let name = text.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      return name.split(separator: ":").last.map(String.init)
    }
    return nil
  }
}
