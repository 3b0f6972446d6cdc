import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// Whole numbers, so that shifts by worlds are exact.
private func anyRect(_ random: inout SplitMix64) -> MapRect {
  let world = 1 << 28
  return MapRect(
    x: Double(random.pick([random.int(-world...world), 0, world, -world, world - 10])),
    y: Double(random.int(0...world)),
    width: Double(
      random.pick([random.int(0...world), random.int(0...(3 * world)), world, 10, 20])),
    height: Double(random.int(1...world)))
}

@Suite struct MapRectWorldsTests {
  private let world = MapPoint.worldWidth

  @Test func piecesCoverTheSamePlaces() {
    forEachSeed(5000) { random in
      let rect = anyRect(&random)
      let pieces = rect.worldPieces
      try check((1...2).contains(pieces.count), "\(pieces)")
      let width = pieces.reduce(0) { $0 + $1.width }
      try check(width == min(rect.width, world), "\(pieces) of \(rect)")
      try check(
        pieces.allSatisfy { MapRect.world.minX <= $0.minX && $0.maxX <= world }, "\(pieces)")
      for _ in 0..<20 {
        let p = MapPoint(
          x: Double(random.int(0...(1 << 28) - 1)) + 0.5, y: rect.midY)
        let isInside = (-5...5).contains {
          rect.contains(MapPoint(x: p.x + Double($0) * world, y: p.y))
        }
        try check(pieces.contains { $0.contains(p) } == isInside, "\(p) of \(rect)")
        let copy = MapPoint(x: p.x + world * Double(random.int(-3...3)), y: p.y)
        try check(rect.containsPlace(copy) == isInside, "\(copy) of \(rect)")
      }
    }
  }

  @Test func nothingDependsOnTheWorld() {
    forEachSeed(5000) { random in
      let rect = anyRect(&random)
      let far = rect.offsetBy(dx: world * Double(random.int(-1000...1000)), dy: 0)
      try check(far.wrapped == rect.wrapped, "\(rect), \(far)")
      try check(far.worldPieces == rect.worldPieces, "\(rect), \(far)")
      try check(far.spans180thMeridian == rect.spans180thMeridian, "\(rect), \(far)")
      try check((0..<world).contains(far.wrapped.x), "\(far.wrapped)")
      let other = anyRect(&random)
      try check(far.intersectsPlaces(of: other) == rect.intersectsPlaces(of: other), "\(rect)")
      try check(far.intersectsPlaces(of: other) == other.intersectsPlaces(of: far), "\(rect)")
    }
  }

  /// A rectangle that meets the world is its intersection with it and the remainder.
  @Test func theWorldsPartAndTheRemainderMakeTheWhole() {
    forEachSeed(5000) { random in
      let rect = anyRect(&random)
      let within = rect.intersection(MapRect(x: 0, y: rect.y, width: world, height: rect.height))
      let rest = rect.remainder
      try check(
        rest.isNull || (rest.minX >= 0 && rest.maxX <= world && rest.height == rect.height),
        "\(rest) of \(rect)")
      guard !within.isEmpty else { return }
      for _ in 0..<20 {
        let p = MapPoint(x: Double(random.int(0...(1 << 28) - 1)) + 0.5, y: rect.midY)
        try check(
          rect.containsPlace(p) == (within.contains(p) || rest.contains(p)),
          "\(p) of \(rect): \(within) and \(rest)")
      }
    }
  }

  @Test func crossingIsNotTouching() {
    func spans(_ x: Double, _ width: Double) -> Bool {
      MapRect(x: x, y: 0, width: width, height: 5).spans180thMeridian
    }
    #expect(spans(-1, 2) && spans(world - 1, 2) && spans(3 * world - 1, 2) && spans(0, world + 1))
    #expect(!spans(0, world) && !spans(-5, 5) && !spans(world, 5) && !spans(7 * world + 5, 5))
    let beyond = MapRect(x: 3 * world - 4, y: 0, width: 10, height: 5)
    #expect(beyond.remainder == MapRect(x: world - 4, y: 0, width: 4, height: 5))
    #expect(beyond.worldPieces.count == 2)
    let elsewhere = MapRect(x: -3 * world + 4, y: 0, width: 10, height: 5)
    #expect(elsewhere.remainder == MapRect(x: 4, y: 0, width: 10, height: 5))
    let bothSides = MapRect(x: -10, y: 0, width: world + 20, height: 5)
    #expect(bothSides.remainder == MapRect(x: world - 10, y: 0, width: 10, height: 5))
    #expect(MapRect(x: 5, y: 0, width: 3 * world, height: 5).remainder.width == world)
  }

  @Test func edgeRectanglesWithoutNumbersHaveNoPieces() {
    #expect(MapRect.null.worldPieces == [] && MapRect.null.wrapped.isNull)
    for bad in [Double.nan, .infinity, -.infinity] {
      let rect = MapRect(x: bad, y: 0, width: 1, height: 1)
      #expect(rect.worldPieces == [] && rect.remainder.isNull && !rect.spans180thMeridian)
    }
    let huge = MapRect(x: 1e300, y: 0, width: 1e300, height: 1)
    #expect(huge.worldPieces == [MapRect(x: 0, y: 0, width: world, height: 1)])
    #expect(MapRect(x: -1e-20, y: 0, width: 0, height: 1).wrapped.x == 0)
  }
}
