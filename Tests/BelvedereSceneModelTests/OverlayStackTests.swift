import BelvedereGeodesy
import BelvedereSceneModel
import Testing

@Suite("Overlays on each other") struct OverlayStackTests {
  private func overlay(_ n: Double, _ level: Overlay.Level = .aboveRoads) -> Overlay {
    Overlay(
      shape: .circle(Coordinate(latitude: 0, longitude: 0), 1), lineWidth: n, level: level)
  }

  private func widths(_ stack: OverlayStack, _ level: Overlay.Level) -> [Double] {
    stack.overlays(in: level).map(\.lineWidth)
  }

  @Test("what is added lies on top of its level, which is above the roads unless said otherwise")
  func adding() {
    var stack = OverlayStack()
    stack.add(overlay(1))
    stack.add(overlay(2, .aboveLabels))
    stack.add(overlay(3))
    stack.add(overlay(4), level: .aboveLabels)
    #expect(widths(stack, .aboveRoads) == [1, 3])
    #expect(widths(stack, .aboveLabels) == [2, 4])
    #expect(stack.overlays.map(\.lineWidth) == [1, 3, 2, 4])
    #expect(stack.overlays.map(\.level) == [.aboveRoads, .aboveRoads, .aboveLabels, .aboveLabels])
  }

  @Test("beyond the last place is on top")
  func inserting() {
    var stack = OverlayStack()
    let a = stack.insert(overlay(1), at: 9)
    stack.insert(overlay(2), at: 0)
    stack.insert(overlay(3), at: 1)
    stack.insert(overlay(4), at: 99)
    stack.insert(overlay(5), at: -1)
    #expect(widths(stack, .aboveRoads) == [5, 2, 3, 1, 4])
    stack.insert(overlay(6), above: a)
    stack.insert(overlay(7), below: a)
    #expect(widths(stack, .aboveRoads) == [5, 2, 3, 7, 1, 6, 4])
    // A sibling in another level, or none.
    stack.insert(overlay(8), above: a, level: .aboveLabels)
    stack.remove(a)
    stack.insert(overlay(9), below: a)
    #expect(widths(stack, .aboveRoads) == [5, 2, 3, 7, 6, 4, 9])
    #expect(widths(stack, .aboveLabels) == [8])
    // On top of the other level, whatever the sibling's place in its own.
    let lowest = stack.ids(in: .aboveRoads)[0]
    stack.add(overlay(10, .aboveLabels))
    stack.insert(overlay(11), above: lowest, level: .aboveLabels)
    stack.insert(overlay(12, .aboveLabels), below: lowest)
    #expect(widths(stack, .aboveLabels) == [8, 10, 11, 12])
    #expect(stack.overlays(in: .aboveLabels).allSatisfy { $0.level == .aboveLabels })
  }

  @Test("who changes places changes levels, too")
  func exchanging() {
    var stack = OverlayStack()
    let a = stack.add(overlay(1))
    let b = stack.add(overlay(2))
    let c = stack.add(overlay(3, .aboveLabels))
    let d = stack.add(overlay(4, .aboveLabels))
    stack.exchange(a, with: b)
    #expect(widths(stack, .aboveRoads) == [2, 1])
    stack.exchange(a, with: c)
    #expect(widths(stack, .aboveRoads) == [2, 3])
    #expect(widths(stack, .aboveLabels) == [1, 4])
    #expect(stack[a]?.level == .aboveLabels)
    #expect(stack[c]?.level == .aboveRoads)
    stack.exchange(at: 0, withOverlayAt: 1)
    #expect(widths(stack, .aboveLabels) == [4, 1])
    stack.exchange(at: 0, withOverlayAt: 2)
    stack.remove(d)
    stack.remove(d)
    stack.exchange(a, with: d)
    stack.exchange(a, with: a)
    #expect(widths(stack, .aboveLabels) == [1])
    #expect(stack[d] == nil)
    #expect(stack.ids(in: .aboveRoads) == [b, c])
  }
}
