/// What an extract of OpenStreetMap is written in, by what it begins with.
enum ExtractKind {
  case pbf, xml
  /// Neither, with what may help.
  case other(String)

  init(_ start: [UInt8]) {
    func begins(_ bytes: [UInt8]) -> Bool { start.starts(with: bytes) }
    let text = start.drop { [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0].contains($0) || $0 <= 32 }
    if start.isEmpty {
      self = .other("is empty")
    } else if text.first == UInt8(ascii: "<") {
      self = .xml
    } else if begins([0, 0]), Self.holds("OSMHeader", start) || Self.holds("OSMData", start) {
      self = .pbf
    } else {
      let packed: [(bytes: [UInt8], program: String)] = [
        ([0x1F, 0x8B], "gunzip"), (Array("BZh".utf8), "bunzip2"), ([0xFD, 0x37, 0x7A], "unxz"),
        ([0x28, 0xB5, 0x2F, 0xFD], "unzstd"), (Array("PK".utf8), "unzip"),
      ]
      let program = packed.first { begins($0.bytes) }?.program
      self = .other(
        program.map { program in
          "is packed; unpack it with \(program)"
            + (program == "unzip"
              ? "" : ", or convert a map with 'osmium cat FILE -o FILE.osm.pbf'")
        }
          ?? "is none of OpenStreetMap's PBF or XML, of GeoJSON or FlatGeobuf, of CityJSON or CityGML, of vector tiles, of KML or GPX, of glTF, and of IMDF"
      )
    }
  }

  private static func holds(_ word: String, _ bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0...].prefix(word.count).elementsEqual(word) }
  }
}
