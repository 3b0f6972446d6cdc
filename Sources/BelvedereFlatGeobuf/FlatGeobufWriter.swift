import BelvedereGeodesy

/// Writes features, whose properties are texts, as a file in the format FlatGeobuf.
public struct FlatGeobufWriter {
  /// The features one after another, in parts so that none of them is copied when there are more, and where each begins.
  private var features: [[UInt8]] = []
  private var byteCount = 0
  private var offsets: [UInt64] = []
  private var boxes: [GeographicBox] = []
  private var encoder = FlatGeobufEncoder()

  /// An empty file.
  public init() {}

  /// Adds a feature. Columns are those of the names in the order in which they come.
  ///
  /// - Parameters:
  ///   - geometry: points, lines or polygons of rings that are closed.
  ///   - properties: at most 65,536 names among all features; texts below 2 GiB.
  public mutating func add(
    _ geometry: FlatGeobufFeature.Geometry, properties: [(key: String, value: String)]
  ) {
    boxes.append(encoder.encode(geometry, properties: properties))
    offsets.append(UInt64(byteCount))  // checked: a count
    let bytes = encoder.bytes
    if (features.last?.count ?? .max) > Self.partSize - bytes.count {
      features.append([])
      features[features.count - 1].reserveCapacity(max(Self.partSize, bytes.count))
    }
    features[features.count - 1].append(contentsOf: bytes)
    byteCount += bytes.count
  }

  /// The file.
  ///
  /// - Parameters:
  ///   - name: of the layer.
  ///   - hasIndex: whether it has the index by which features are found by their places. They should then have been added
  ///     in an order in which neighbours are near, such as ``HilbertCurve``'s.
  public func file(named name: String, hasIndex: Bool) -> [UInt8] {
    var bytes = encoder.header(named: name, hasIndex: hasIndex && !boxes.isEmpty)
    if hasIndex, let index = FlatGeobufIndex(count: boxes.count) {
      bytes += index.bytes(boxes, offsets)
    }
    for part in features { bytes += part }
    return bytes
  }

  private static let partSize = 1 << 22
}
