/// Reads the message of a layer.
struct VectorTileLayerReader {
  private var name: String?
  private var version: UInt64?
  private var extent: UInt64 = 4096
  private var features: [ArraySlice<UInt8>] = []
  private var keys: [String] = []
  private var values: [VectorTile.Value] = []

  /// Takes a layer apart, in whatever order its fields are.
  init(_ bytes: ArraySlice<UInt8>) throws(VectorTileError) {
    do throws(VectorTileError) {
      var reader = ProtobufReader(bytes)
      while let (number, value) = try reader.next() {
        switch number {
        case 1: name = try value.text("name")
        case 2: features.append(try value.bytes("feature"))
        case 3: keys.append(try value.text("key"))
        case 4: values.append(try Self.value(value.bytes("value")))
        case 5: extent = try value.number("extent")
        case 15: version = try value.number("version")
        // Extensions may have numbers from 16 on.
        case 16...: break
        default: throw VectorTileError("has a field \(number), which no layer has")
        }
      }
    } catch {
      throw VectorTileError("layer \(error.reason)", at: name ?? "")
    }
  }

  /// The layer.
  ///
  /// - Parameter repairs: what is left out is added to it.
  func layer(_ repairs: inout VectorTileRepairs) throws(VectorTileError) -> VectorTile.Layer {
    guard let name, !name.isEmpty else { throw VectorTileError("has a layer without a name") }
    if version == nil { repairs.note(VectorTileError("has no version; read as 1", at: name)) }
    let version = version ?? 1
    guard version == 1 || version == 2 else {
      throw VectorTileError("its version is \(version); 1 and 2 are read", at: name)
    }
    guard extent > 0, extent <= 1 << 30 else {
      throw VectorTileError("its extent \(extent) is not from 1 to 2^30", at: name)
    }
    var result: [VectorTile.Feature] = []
    result.reserveCapacity(features.count)
    var sets = PropertySets()
    for (i, bytes) in features.enumerated() {
      do throws(VectorTileError) {
        switch try feature(bytes, version: Int(version), &sets) {  // checked: 1 or 2
        case .read(let feature): result.append(feature)
        case .leftOut(let reason):
          repairs.note(VectorTileError(reason, at: "\(name), feature \(i)"))
        }
      } catch {
        throw VectorTileError(error.reason, at: "\(name), feature \(i)")
      }
    }
    return VectorTile.Layer(
      name: name, version: Int(version), extent: Int(extent), features: result)  // checked: small
  }

  private enum Outcome {
    case read(VectorTile.Feature)
    case leftOut(String)
  }

  private func feature(
    _ bytes: ArraySlice<UInt8>, version: Int, _ sets: inout PropertySets
  ) throws(VectorTileError) -> Outcome {
    var id: UInt64?
    var type: UInt64 = 0
    var tags: ArraySlice<UInt8> = []
    var geometry: ArraySlice<UInt8>?
    var reader = ProtobufReader(bytes)
    while let (number, value) = try reader.next() {
      switch number {
      case 1: id = try value.number("id")
      case 2: tags = try value.bytes("tags")
      case 3: type = try value.number("type")
      case 4:
        guard geometry == nil else { return .leftOut("has two geometries") }
        geometry = try value.bytes("geometry")
      default: break
      }
    }
    guard let kind = VectorTileGeometry.Kind(rawValue: type), kind != .unknown else {
      return .leftOut("its type \(type) is not known")
    }
    guard let geometry, !geometry.isEmpty else { return .leftOut("has no geometry") }
    guard let (set, properties) = try sets.properties(tags, keys: keys, values: values) else {
      return .leftOut("has a key without a value")
    }
    return .read(
      VectorTile.Feature(
        id: id, properties: properties,
        geometry: try VectorTileGeometry(kind, commands: geometry, version: version),
        propertySet: set))
  }

  private static func value(_ bytes: ArraySlice<UInt8>) throws(VectorTileError) -> VectorTile.Value
  {
    var result: VectorTile.Value?
    var reader = ProtobufReader(bytes)
    while let (number, value) = try reader.next() {
      switch (number, value) {
      case (1, .bytes(let text)): result = .text(String(decoding: text, as: UTF8.self))
      case (2, .fixed32(let bits)): result = .real(Double(Float(bitPattern: bits)))
      case (3, .fixed64(let bits)): result = .real(Double(bitPattern: bits))
      case (4, .varint(let bits)): result = .integer(Int64(bitPattern: bits))
      case (5, .varint(let number)):
        result = Int64(exactly: number).map { .integer($0) } ?? .large(number)
      case (6, .varint(let bits)):
        result = .integer(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))
      case (7, .varint(let flag)): result = .bool(flag != 0)
      default: throw VectorTileError("has a value of a type that is not known")
      }
    }
    guard let result else { throw VectorTileError("has an empty value") }
    return result
  }
}
