/// The shape of a feature in the numbers of its layer: x to the east and y to the south from the tile's north-western
/// corner, ``VectorTile/Layer/extent`` at the opposite one.
public enum VectorTileGeometry: Sendable, Hashable {
  /// A place of a layer.
  public typealias Place = SIMD2<Int64>

  case points([Place])
  /// Lines of at least two places.
  case lines([[Place]])
  /// Polygons of rings of at least three places, the outer one first, without the first place again at the end.
  case polygons([[[Place]]])

  enum Kind: UInt64 { case unknown, point, line, polygon }

  /// Reads the commands of a geometry (section 4.3 of the specification).
  ///
  /// - Parameters:
  ///   - version: of the layer. In version 1 rings may turn either way, and lines may be closed.
  /// - Throws: ``VectorTileError`` without a place.
  init(
    _ kind: Kind, commands bytes: ArraySlice<UInt8>, version: Int
  ) throws(VectorTileError) {
    var reader = ProtobufReader(bytes)
    var cursor = Place()
    var parts: [[Place]] = []
    var part: [Place] = []
    func parameter() throws(VectorTileError) -> Int64 {
      guard let number = try reader.nextPacked() else {
        throw VectorTileError("its geometry ends within a command")
      }
      // ZigZag of 32 bits.
      let bits = UInt32(truncatingIfNeeded: number)
      return Int64(Int32(bitPattern: bits >> 1) ^ -Int32(bitPattern: bits & 1))  // checked: widened
    }
    func move() throws(VectorTileError) {
      cursor &+= Place(try parameter(), try parameter())
    }
    /// Ends a line or a ring that is not closed.
    func end() throws(VectorTileError) {
      guard !part.isEmpty else { return }
      guard kind == .line else { throw VectorTileError("has a ring that is not closed") }
      guard part.count > 1 else { throw VectorTileError("has a line of one place") }
      parts.append(part)
      part = []
    }
    while let command = try reader.nextPacked() {
      let count = Int(command >> 3 & (1 << 29 - 1))  // checked: 29 bits
      switch command & 7 {
      case 1 where kind == .point:
        guard count > 0, parts.isEmpty else {
          throw VectorTileError("has points in several groups")
        }
        // As many as there are: a count alone makes nothing.
        for _ in 0..<count {
          try move()
          part.append(cursor)
        }
        parts.append(part)
        part = []
      case 1:
        guard count == 1 else { throw VectorTileError("moves \(count) times at once") }
        try end()
        try move()
        part = [cursor]
      case 2 where kind != .point:
        guard !part.isEmpty else { throw VectorTileError("has a line without a beginning") }
        guard count > 0 else { throw VectorTileError("has a line of no length") }
        // A place takes two bytes at least.
        part.reserveCapacity(part.count + min(count, bytes.count / 2))
        for _ in 0..<count {
          try move()
          part.append(cursor)
        }
      case 7 where kind == .line && version == 1 && !part.isEmpty: part.append(part[0])
      case 7 where kind == .polygon:
        guard count == 1, !part.isEmpty else { throw VectorTileError("closes what is not open") }
        guard part.count > 2 else { throw VectorTileError("has a ring of \(part.count) places") }
        parts.append(part)
        part = []
      default: throw VectorTileError("has a command that its type does not have")
      }
    }
    try end()
    guard !parts.isEmpty else { throw VectorTileError("has a geometry without places") }
    switch kind {
    case .point, .unknown: self = .points(parts[0])
    case .line: self = .lines(parts)
    case .polygon: self = .polygons(Self.polygons(of: parts))
    }
  }

  /// Rings as polygons: those that turn as the first one are outer ones, the others holes of the last of these.
  /// Rings without area are left out.
  private static func polygons(of rings: [[Place]]) -> [[[Place]]] {
    var polygons: [[[Place]]] = []
    var first: Bool?
    for ring in rings {
      let area = area(ring)
      guard area != 0 else { continue }
      let isOuter = first.map { $0 == (area > 0) } ?? true
      if first == nil { first = area > 0 }
      if isOuter {
        polygons.append([ring])
      } else {
        polygons[polygons.count - 1].append(ring)
      }
    }
    return polygons
  }

  /// Twice the area of a ring, above 0 where it runs clockwise on the map.
  private static func area(_ ring: [Place]) -> Double {
    guard let last = ring.last else { return 0 }
    // From its first place, so that what is small and far away is not lost.
    var before = last &- ring[0]
    var sum = 0.0
    for place in ring {
      let next = place &- ring[0]
      sum += Double(before.x) * Double(next.y) - Double(next.x) * Double(before.y)
      before = next
    }
    return sum
  }
}
