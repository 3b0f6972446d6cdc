import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import CBelvedereOSM

/// Reads OpenStreetMap's data as features: nodes with tags, ways, and areas of closed ways and of multipolygons.
///
/// PBF is read by libosmium (libosmium2-dev, headers alone), which assembles rings of ways as its authors have learnt to in
/// ten years of other people's data; without it at build time files are refused. Objects may come in any order. A file is read
/// three times, and the places of its nodes are kept: some 6 bytes for each, in memory or in a file.
public enum OSMFile {
  /// The version of libosmium; `nil` where the build has none.
  public static var libraryVersion: String? {
    bv_osm_library_version().map { String(cString: $0) }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: a file in the format PBF.
  ///   - box: what lies wholly outside is left out; `nil` for nothing.
  ///   - coasts: the same for coastlines, which tell land from sea beside the box; `nil` for that box.
  ///   - maximumMemory: bytes that places and relations may take; more is refused.
  ///   - scratch: makes an empty file for places that fill more than a quarter of that, and gives its descriptor, which
  ///     is closed in the end; -1 with `errno` where there is none to be had. `nil` to keep all in memory.
  ///   - progress: told now and then: the part that has been read; returns whether to go on.
  ///   - receive: told every feature; returns whether to go on. A closed way that may be an area is told as a line and as
  ///     an area, the outline of a building as an area alone.
  /// - Throws: ``OSMError`` that names the blob of a damaged file, from 1, with the byte at which it begins and what helps.
  @discardableResult
  public static func readPBF(
    _ path: String, within box: GeographicBounds? = nil, coasts: GeographicBounds? = nil,
    maximumMemory: Int = .max,
    scratch: (() -> Int32)? = nil,
    progress: @escaping (Double) -> Bool = { _ in true },
    receive: @escaping (OSMFeature) -> Bool
  ) throws(OSMError) -> OSMCounts {
    var counts = bv_osm_counts()
    let status = told((box, coasts), progress, receive, scratch) {
      box, coasts, receiver, message in
      bv_osm_read_pbf(
        path, box, coasts, UInt64(clamping: maximumMemory), receiver, &counts, message)
    }
    if let error = status { throw damaged(error) }
    return OSMCounts(counts)
  }

  /// An error of PBF with what helps.
  private static func damaged(_ error: OSMError) -> OSMError {
    guard error.kind == .malformed else { return error }
    return OSMError(
      kind: .malformed,
      reason: error.reason + "; get it again, or see what 'osmium fileinfo -e' says of it")
  }

  /// The box that a PBF file says it is of; `nil` where it says none.
  ///
  /// - Throws: ``OSMError`` as ``readPBF(_:within:coasts:maximumMemory:scratch:progress:receive:)`` does.
  public static func declaredBox(ofPBF path: String) throws(OSMError) -> GeographicBounds? {
    var box = bv_osm_box()
    var message = [CChar](repeating: 0, count: Int(clamping: BV_OSM_MESSAGE_SIZE))
    let status = message.withUnsafeMutableBufferPointer { text in
      text.baseAddress.map { bv_osm_declared_box(path, &box, $0) } ?? Int32(clamping: BV_OSM_MEMORY)
    }
    if let error = error(status, words(message)) { throw damaged(error) }
    return bounds(box)
  }

  /// Reads a file in OpenStreetMap's XML, such as the website exports: all of it in memory.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - receive: told every feature, with the box that the file says it is of.
  /// - Throws: ``OSMError`` that names the line.
  /// - SeeAlso: ``readPBF(_:within:coasts:maximumMemory:scratch:progress:receive:)``
  @discardableResult
  public static func readXML(
    _ bytes: [UInt8], within box: GeographicBounds? = nil, coasts: GeographicBounds? = nil,
    maximumMemory: Int = .max,
    progress: @escaping (Double) -> Bool = { _ in true },
    receive: @escaping (OSMFeature, _ declared: GeographicBounds?) -> Bool
  ) throws(OSMError) -> (counts: OSMCounts, declared: GeographicBounds?) {
    let scanner = try OSMXMLScanner()
    try scanner.read(bytes)
    let (objects, declared) = (scanner.objects, scanner.bounds)
    var counts = bv_osm_counts()
    let status = withExtendedLifetime(scanner) {
      told((box ?? declared, coasts), progress, { receive($0, declared) }, nil) {
        box, coasts, receiver, message in
        bv_osm_tell(
          objects, box, coasts, UInt64(clamping: maximumMemory), receiver, &counts, message)
      }
    }
    if let error = status { throw error }
    return (OSMCounts(counts), declared)
  }

  private static func words(_ message: [CChar]) -> String {
    message.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private final class Receiver {
    let feature: (OSMFeature) -> Bool
    let progress: (Double) -> Bool
    let scratch: (() -> Int32)?

    init(
      feature: @escaping (OSMFeature) -> Bool, progress: @escaping (Double) -> Bool,
      scratch: (() -> Int32)?
    ) {
      (self.feature, self.progress, self.scratch) = (feature, progress, scratch)
    }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Receiver? {
      pointer.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Calls C with a receiver of closures; returns what went wrong.
  private static func told(
    _ boxes: (all: GeographicBounds?, coasts: GeographicBounds?),
    _ progress: @escaping (Double) -> Bool,
    _ receive: @escaping (OSMFeature) -> Bool, _ scratch: (() -> Int32)?,
    _ call: (
      UnsafePointer<bv_osm_box>?, UnsafePointer<bv_osm_box>?, UnsafePointer<bv_osm_receiver>,
      UnsafeMutablePointer<CChar>
    ) -> Int32
  ) -> OSMError? {
    let context = Receiver(feature: receive, progress: progress, scratch: scratch)
    var receiver = bv_osm_receiver()
    receiver.context = Unmanaged.passUnretained(context).toOpaque()
    receiver.feature = { pointer, feature in
      guard let receiver = Receiver.of(pointer), let feature else { return 0 }
      return receiver.feature(OSMFeature(feature.pointee)) ? 1 : 0
    }
    receiver.progress = { pointer, part in
      Receiver.of(pointer)?.progress(part) ?? false ? 1 : 0
    }
    if scratch != nil {
      receiver.scratch = { pointer in Receiver.of(pointer)?.scratch?() ?? -1 }
    }
    var message = [CChar](repeating: 0, count: Int(clamping: BV_OSM_MESSAGE_SIZE))
    let status = withExtendedLifetime(context) {
      message.withUnsafeMutableBufferPointer { text -> Int32 in
        guard let start = text.baseAddress else { return Int32(clamping: BV_OSM_MEMORY) }
        guard var all = boxes.all.map(corners) else { return call(nil, nil, &receiver, start) }
        guard var coasts = boxes.coasts.map(corners) else {
          return call(&all, nil, &receiver, start)
        }
        return call(&all, &coasts, &receiver, start)
      }
    }
    return error(status, words(message))
  }

  /// Of a box across the antimeridian the west lies to the east of the east.
  private static func corners(_ box: GeographicBounds) -> bv_osm_box {
    let isRound = box.east - box.west >= 360
    return bv_osm_box(
      west: isRound ? -180 : wrappedLongitude(box.west), south: box.south,
      east: isRound ? 180 : wrappedLongitude(box.east), north: box.north)
  }

  fileprivate static func bounds(_ box: bv_osm_box) -> GeographicBounds? {
    box.west < box.east && box.south < box.north
      ? GeographicBounds(south: box.south, west: box.west, north: box.north, east: box.east) : nil
  }

  private static func error(_ status: Int32, _ text: String) -> OSMError? {
    switch Int(clamping: status) {
    case BV_OSM_OK: return nil
    case BV_OSM_STOPPED: return OSMError(kind: .stopped, reason: "stopped")
    case BV_OSM_MEMORY: return OSMError(kind: .memory, reason: text)
    case BV_OSM_SCRATCH: return OSMError(kind: .scratch, reason: text)
    case BV_OSM_ABSENT: return .unavailable
    default: return OSMError(kind: .malformed, reason: text.isEmpty ? "not PBF" : text)
    }
  }
}

extension OSMCounts {
  init(_ counts: bv_osm_counts) {
    nodes = Int(clamping: counts.nodes)
    ways = Int(clamping: counts.ways)
    relations = Int(clamping: counts.relations)
    incompleteWays = Int(clamping: counts.incomplete_ways)
    unassembledAreas = Int(clamping: counts.unassembled_areas)
    incompleteRelations = Int(clamping: counts.incomplete_relations)
    extent = OSMFile.bounds(counts.extent)
  }
}

extension OSMFeature {
  fileprivate init(_ feature: bv_osm_feature) {
    let kind: Kind =
      switch UInt8(bitPattern: feature.type) {
      case UInt8(ascii: "n"): .node
      case UInt8(ascii: "w"): .way
      default: .relation
      }
    var pairs: [(key: String, value: String)] = []
    pairs.reserveCapacity(feature.tag_count)
    for i in 0..<feature.tag_count {
      guard let key = feature.tags[2 * i], let value = feature.tags[2 * i + 1] else { continue }
      pairs.append((String(cString: key), String(cString: value)))
    }
    self.init(kind, feature.id, OSMTags(once: pairs), Self.shape(feature))
  }

  private static func shape(_ feature: bv_osm_feature) -> Shape {
    func places(_ range: Range<Int>) -> [Coordinate] {
      range.map { i in
        Coordinate(
          latitude: feature.coordinates[2 * i + 1], longitude: feature.coordinates[2 * i])
      }
    }
    switch Int(clamping: feature.kind) {
    case BV_OSM_POINT:
      return .point(
        Coordinate(latitude: feature.coordinates[1], longitude: feature.coordinates[0]))
    case BV_OSM_LINE: return .line(places(0..<feature.coordinate_count))
    default:
      var polygons: [[[Coordinate]]] = []
      var begin = 0
      for i in 0..<feature.ring_count {
        let end = feature.ring_ends[i]
        let ring = places(begin..<end)
        begin = end
        if feature.ring_is_hole[i] == 0 || polygons.isEmpty {
          polygons.append([ring])
        } else {
          polygons[polygons.count - 1].append(ring)
        }
      }
      return .area(polygons)
    }
  }
}
