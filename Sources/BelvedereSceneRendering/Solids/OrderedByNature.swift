import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel

/// Objects with an order that follows from what they are.
protocol OrderedByNature {
  /// Whether it comes before another one; `nil` where the two are the same.
  func precedes(_ other: Self) -> Bool?
}

extension Building: OrderedByNature {
  func precedes(_ other: Building) -> Bool? {
    // Nearly always that tells them apart.
    if let a = footprint.rings.first?.first, let b = other.footprint.rings.first?.first, a != b {
      return (a.latitude, a.longitude) < (b.latitude, b.longitude)
    }
    return first(corners, other.corners) ?? first(measures, other.measures)
      ?? first(names, other.names)
  }

  private var corners: [Double] {
    footprint.rings.flatMap { $0.flatMap { [$0.latitude, $0.longitude] } }
  }

  private var measures: [Double] {
    [minHeight, height, taper, roofHeight, hasWindows ? 1 : 0]
      + footprint.rings.map { Double($0.count) } + color.channels + roofColor.channels
      + [material, roofMaterial].map { $0.map { Double($0.rawValue) } ?? -1 }
  }

  private var names: [String] { ["\(roof)", "\(use)", id, name] }
}

extension Tree: OrderedByNature {
  func precedes(_ other: Tree) -> Bool? {
    first(
      [coordinate.latitude, coordinate.longitude, height],
      [other.coordinate.latitude, other.coordinate.longitude, other.height])
      ?? first([kind.rawValue], [other.kind.rawValue])
  }
}

extension Beam: OrderedByNature {
  func precedes(_ other: Beam) -> Bool? { first(measures, other.measures) }

  private var measures: [Double] {
    path.flatMap { [$0.coordinate.latitude, $0.coordinate.longitude, $0.elevation] }
      + [width, depth, isMitred ? 1 : 0] + Color?.some(color).channels + topColor.channels
  }
}

extension PlacedModel: OrderedByNature {
  func precedes(_ other: PlacedModel) -> Bool? {
    first(
      [coordinate.latitude, coordinate.longitude, heading, scale],
      [other.coordinate.latitude, other.coordinate.longitude, other.heading, other.scale])
      ?? first([file, id, name], [other.file, other.id, other.name])
  }
}

extension Color? {
  fileprivate var channels: [Double] {
    map { [1, $0.red, $0.green, $0.blue, $0.alpha] } ?? [0]
  }
}

/// Whether the first of two lists comes before the other one; `nil` where they are the same.
private func first<Item: Comparable>(_ a: [Item], _ b: [Item]) -> Bool? {
  for (x, y) in zip(a, b) where x != y { return x < y }
  return a.count == b.count ? nil : a.count < b.count
}
