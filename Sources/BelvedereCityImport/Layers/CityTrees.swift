import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy

/// The trees of a city from the south to the north, in memory or in files.
final class CityTrees {
  private let sorter: RecordSorter
  /// The box around them.
  private(set) var extent = GeographicBox()

  init(_ space: ScratchSpace) { sorter = RecordSorter(space, ties: .text) }

  var count: Int { sorter.count }
  var isEmpty: Bool { count == 0 }

  func append(_ tree: CityTree) throws(FileError) {
    extent.add(tree.at)
    try sorter.add(
      SortKey(SortKey.number(of: tree.at.latitude), SortKey.number(of: tree.at.longitude)),
      Self.packed(tree))
  }

  /// Tells them by latitude, longitude and height.
  func forEach(_ body: (CityTree) throws -> Void) throws {
    try sorter.forEach { _, record in try body(Self.tree(record)) }
  }

  /// A tree as bytes, of which the first are a text in the order of heights.
  static func packed(_ tree: CityTree) -> [UInt8] {
    var bytes: [UInt8] = [8]
    withUnsafeBytes(of: SortKey.number(of: tree.height).bigEndian) { bytes.append(contentsOf: $0) }
    bytes.append(number: tree.height)
    bytes.append(place: tree.at)
    bytes.append(text: tree.kind)
    return bytes
  }

  static func tree(_ record: UnsafeRawBufferPointer) -> CityTree {
    var reader = PackedReader(bytes: record)
    reader.offset = 9
    let height = reader.number()
    let at = Coordinate(latitude: reader.number(), longitude: reader.number())
    return CityTree(at: at, height: height, kind: reader.text())
  }
}
