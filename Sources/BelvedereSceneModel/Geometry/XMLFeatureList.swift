/// Features in their order, of which none is copied while there are more and more, and which are given back part by part.
struct XMLFeatureList {
  private var parts: [[XMLFeature]] = []
  /// The single places of all of them.
  private(set) var pointCount = 0

  private static let partSize = 2048

  mutating func append(_ feature: XMLFeature) {
    if parts.last.map({ $0.count == Self.partSize }) ?? true {
      var part: [XMLFeature] = []
      part.reserveCapacity(Self.partSize)
      parts.append(part)
    }
    parts[parts.count - 1].append(feature)
    pointCount += feature.pointCount
  }

  /// Tells all of them, of which none is kept.
  mutating func take(_ body: (XMLFeature) -> Void) {
    for i in parts.indices {
      parts[i].forEach(body)
      parts[i] = []
    }
    self = XMLFeatureList()
  }
}
