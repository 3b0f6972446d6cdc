import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereOSM
import BelvedereSceneModel

/// A tree.
struct CityTree {
  var at: Coordinate
  /// Metres.
  var height: Double
  /// As scenes have it: broadleaf, conifer, palm.
  var kind: String

  init(at place: Coordinate, height: Double, kind: String) {
    (at, self.height, self.kind) = (place, height, kind)
  }

  /// Metres between the trees of a row.
  private static let step = 8.0
  private static let palms = [
    "phoenix", "washingtonia", "trachycarpus", "chamaerops", "livistona", "roystonea", "cocos",
  ]

  private init(at place: Coordinate, tags: OSMTags, seed: Int64) {
    at = place
    let genus = (tags["genus"] ?? tags["species"] ?? tags["taxon"] ?? "").lowercased()
    kind =
      tags["leaf_type"] == "needleleaved"
      ? "conifer" : Self.palms.contains { genus.hasPrefix($0) } ? "palm" : "broadleaf"
    let tagged = tags["height"].flatMap { OSMValue.metres($0) }.flatMap {
      (0.5...120).contains($0) ? $0 : nil
    }
    // No two trees are alike, and each is the same every time.
    let usual: Double = kind == "conifer" ? 12 : kind == "palm" ? 9 : 7
    let mixed = (UInt64(bitPattern: seed) &* 0x9E37_79B9_7F4A_7C15) >> 40
    let part = Double(mixed) / Double(1 << 24)
    height = tagged ?? usual * (0.8 + 0.5 * part)
  }

  /// The tree that a point is; `nil` for anything else.
  init?(_ feature: OSMFeature, at place: Coordinate) {
    guard feature.tags["natural"] == "tree" else { return nil }
    self.init(at: place, tags: feature.tags, seed: feature.id)
  }

  /// The trees along a row.
  static func row(_ feature: OSMFeature, along line: [Coordinate]) -> [CityTree] {
    var trees: [CityTree] = []
    var rest = 0.0
    for (a, b) in zip(line, line.dropFirst()) {
      let length = CityShape.metres(a, b)
      // No row of trees is a country long.
      guard length > 0, length < 1e5 else { continue }
      while rest <= length {
        let part = rest / length
        let place = Coordinate(
          latitude: a.latitude + (b.latitude - a.latitude) * part,
          longitude: a.longitude + (b.longitude - a.longitude) * part)
        trees.append(
          CityTree(
            at: place, tags: feature.tags, seed: feature.id &+ Int64(clamping: trees.count) &* 7919)
        )
        rest += step
      }
      rest -= length
    }
    return trees
  }
}
