import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTestSupport
import Testing

@Suite("The ground flattens under overlays") struct ElevationTransitionTests {
  private func overlay(isRoute: Bool) -> Overlay {
    Overlay(shape: .circle(Coordinate(latitude: 0, longitude: 0), 1), isRoute: isRoute)
  }

  @Test("overlays flatten the map, routes never do")
  func rule() {
    var stack = OverlayStack()
    #expect(!stack.flattensMap)
    stack.add(overlay(isRoute: true))
    #expect(!stack.flattensMap)
    let area = stack.add(overlay(isRoute: false), level: .aboveLabels)
    #expect(stack.flattensMap)
    stack.add(overlay(isRoute: true))
    stack.remove(area)
    #expect(!stack.flattensMap)
  }

  @Test("it goes all the way, in the time that is given")
  func ends() {
    for (style, duration) in [(1.0, 0.8), (0.5, 3), (1, 0.01)] {
      var map = ElevationTransition(style: style, duration: duration, at: 10)
      #expect(map.elevationStyle(at: 10) == style && map.isAtRest(at: 1e9))
      map.update(isFlattened: true, at: 12)
      #expect(map.elevationStyle(at: 12) == style)
      #expect(!map.isAtRest(at: 12 + duration / 2))
      #expect(map.elevationStyle(at: 12 + duration / 4) < 0.9 * style)
      #expect(map.elevationStyle(at: 12 + duration / 4) > 0.2 * style)
      let left = map.elevationStyle(at: 12 + duration)
      #expect(left > 0.0099 * style && left < 0.0101 * style, "\(left)")
      #expect(map.elevationStyle(at: 12 + 4 * duration) == 0 && map.isAtRest(at: 12 + 4 * duration))
      map.update(isFlattened: false, at: 20 + 4 * duration)
      #expect(map.elevationStyle(at: 30 + 8 * duration) == style)
    }
  }

  @Test("however overlays come and go it moves without a jump and stays between flat and asked for")
  func continuity() {
    forEachSeed(40) { random in
      let duration = random.double(0.1...2)
      var map = ElevationTransition(isFlattened: random.oneIn(2), duration: duration, at: 0)
      let step = duration / 400
      var before = map.elevationStyle(at: 0)
      var speed: Double?
      var next = random.double(0...1) * duration
      var isFlattened = false
      for n in 1...4000 {
        let time = Double(n) * step
        if time >= next {
          map.update(isFlattened: isFlattened, at: next)
          isFlattened.toggle()
          next += random.double(0.01...1) * duration
        }
        let now = map.elevationStyle(at: time)
        #expect(now >= 0 && now <= 1)
        let change = (now - before) / step * duration
        // From rest to rest it is at most 6.638 / e a duration; a reversal adds nothing.
        #expect(abs(change) < 2.5, "\(change)")
        // The speed changes by at most the spring's pull: (6.638 / duration)² × the way that is left.
        if let speed { #expect(abs(change - speed) < 45.0 * 2 / 400 * 1.2, "\(change - speed)") }
        (before, speed) = (now, change)
      }
    }
  }

  @Test("senseless times and lengths")
  func senseless() {
    var map = ElevationTransition(style: .infinity, duration: -1)
    map.update(isFlattened: true, at: 5)
    #expect(map.elevationStyle(at: 5) == 0)
    var still = ElevationTransition(style: -3, duration: 1)
    still.update(isFlattened: true, at: -100)
    #expect(still.elevationStyle(at: -1000) == 0)
    var late = ElevationTransition(duration: 1, at: 100)
    late.update(isFlattened: true, at: 50)
    // It does not go back in time.
    #expect(late.elevationStyle(at: 100) == 1 && late.elevationStyle(at: 200) == 0)
  }
}
