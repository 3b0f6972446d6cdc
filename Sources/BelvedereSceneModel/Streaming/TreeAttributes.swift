/// Trees of features: points with a `height` in metres and a `kind`.
enum TreeAttributes {
  private static let usualHeight = 8.0

  @Sendable
  static func trees(of feature: MapFeature, _ tally: inout FeatureTally) -> [Tree] {
    if feature.geometry.points.isEmpty { tally.count(.otherGeometry) }
    let tagged = feature.properties.text("height").flatMap { OSMValue.metres($0) }
    let height = tagged.flatMap { $0 > 0 && $0 <= 200 ? $0 : nil } ?? usualHeight
    let kind = feature.properties.text("kind").flatMap(Tree.Kind.init) ?? .broadleaf
    return feature.geometry.points.map { Tree(coordinate: $0, height: height, kind: kind) }
  }
}
