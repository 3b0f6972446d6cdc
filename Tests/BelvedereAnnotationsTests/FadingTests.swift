import BelvedereAnnotations
import BelvedereGeoMath
import BelvedereTestSupport
import Testing

/// What comes and goes in a film fades: opacities change by little from one frame to the next.
@Suite("Fading of marks") struct FadingTests {
  private let placement = MarkPlacement(size: Vector2(600, 400), fonts: .builtIn)
  private static let rate = 30

  private func mark(_ key: Int, _ x: Double, cluster: String? = nil) -> ScreenMark {
    var mark = ScreenMark(
      key: key, anchor: Vector2(x, 200), depth: 100 + Double(key),
      appearance: .marker(MarkerStyle()))
    mark.title = "Place \(key)"
    mark.clusteringIdentifier = cluster
    return mark
  }

  /// What is drawn of each look of each mark, frame by frame.
  private func film(_ frames: [[ScreenMark]]) -> [[[Int]: Double]] {
    var memory = PlacementMemory(secondsPerFrame: 1 / Double(Self.rate))
    return frames.map { marks in
      let placement = placement.place(marks, [], after: memory)
      memory = placement.memory
      return Dictionary(
        placement.drawn.map { ($0.members.map { marks[$0].key }, $0.mark.opacity) },
        uniquingKeysWith: { first, _ in .nan * first })
    }
  }

  private func expectSoft(
    _ film: [[[Int]: Double]], _ location: SourceLocation = #_sourceLocation
  ) {
    for (a, b) in zip(film, film.dropFirst()) {
      for look in Set(a.keys).union(b.keys) {
        let step = abs((a[look] ?? 0) - (b[look] ?? 0))
        #expect(step < 0.2, "\(look): \(a[look] ?? 0), \(b[look] ?? 0)", sourceLocation: location)
      }
    }
  }

  @Test("what a film begins with is there at once; what something hides goes, and comes back")
  func hidden() {
    let frames = (0..<90).map { n -> [ScreenMark] in
      var own = mark(1, 300)
      own.isHidden = (30..<60).contains(n)
      return [mark(0, 100), own]
    }
    let film = film(frames)
    #expect(film[0] == [[0]: 1, [1]: 1])
    #expect(film[29] == film[0])
    #expect(film[50] == [[0]: 1])
    #expect(film[89] == film[0])
    expectSoft(film)
    let going = film[30..<42].map { $0[[1]] ?? 0 }
    #expect(going == going.sorted(by: >) && going[5] > 0.3 && going[5] < 0.7, "\(going)")
  }

  @Test("a mark without room is not shown, but fades away")
  func crowded() {
    let film = film(
      (0..<90).map { n in [mark(0, 100), mark(1, max(300 - 4 * Double(n), 104))] })
    #expect(film[0] == [[0]: 1, [1]: 1] && film[89] == [[0]: 1])
    expectSoft(film)
  }

  /// It has just come when it moves there, and would stay.
  @Test(
    "neither a mark nor its title stays before what is reserved",
    arguments: [LabelVisibility.together, .adaptive])
  func reserved(_ visibility: LabelVisibility) {
    var placement = placement
    let corner = ScreenShape.rectangle(low: Vector2(400, 260), high: Vector2(600, 400))
    placement.reserved = [corner]
    // What was there may overlap a little.
    let core = corner.inset(by: PlacementMemory.slack)
    var memory = PlacementMemory(secondsPerFrame: 1 / Double(Self.rate))
    var (marks, titles) = (0, 0)
    for n in 0..<60 {
      var own = mark(1, 300 + Double(max(n - 25, 0)) * 6)
      own.anchor.y = 250
      own.title = "A place with a name"
      own.titleVisibility = visibility
      own.isHidden = n < 20
      let found = placement.place([mark(0, 100), own], [], after: memory)
      memory = found.memory
      for placed in found.placed where placed.mark.key == 1 {
        marks += 1
        #expect(!placed.shape.overlaps(core), "frame \(n)")
        guard let text = placed.text else { continue }
        titles += 1
        #expect(!text.label.shape(topCenter: text.topCenter).overlaps(core), "frame \(n)")
      }
    }
    #expect(marks > 5 && titles > 5, "\(marks), \(titles)")
  }

  @Test("marks fade into the cluster that they become, and it into them")
  func clusters() {
    let film = film(
      (0..<150).map { n in
        let away = n < 75 ? 200 - 4 * Double(n) : 4 * Double(n) - 400
        return [
          mark(0, 100, cluster: "a"), mark(1, 100 + max(away, 8), cluster: "a"),
          mark(2, 500, cluster: "a"),
        ]
      })
    #expect(film[0] == [[0]: 1, [1]: 1, [2]: 1])
    #expect(film[70] == [[0, 1]: 1, [2]: 1])
    #expect(film[149] == film[0])
    expectSoft(film)
  }

  @Test("a cluster that changes twice within a second fades from what it was")
  func clustersTwice() {
    // One mark after the other comes into the cluster, a few frames apart.
    let film = film(
      (0..<120).map { n in
        (0..<6).map { key in
          let arrived = n >= 20 + 8 * key
          return mark(
            key, key == 0 || arrived ? 100 + Double(key) : 140 + 70 * Double(key), cluster: "a")
        }
      })
    #expect(film[119] == [[0, 1, 2, 3, 4, 5]: 1], "\(film[119])")
    // What is drawn around the cluster's mark is its present look and the one before.
    for frame in film { #expect(frame.keys.count { $0.first == 0 } <= 2, "\(frame)") }
    for (a, b) in zip(film, film.dropFirst()) {
      for look in b.keys where a[look] == nil { #expect((b[look] ?? 0) < 0.2, "\(look)") }
    }
  }

  @Test("titles fade, and come with their mark")
  func titles() {
    var memory = PlacementMemory(secondsPerFrame: 1 / Double(Self.rate))
    var opacities: [Double] = []
    for n in 0..<60 {
      var other = mark(1, 100)
      // It takes the title's room.
      other.anchor.y = n < 20 ? 300 : 240
      other.displayPriority = 900
      let placement = placement.place([mark(0, 100), other], [], after: memory)
      memory = placement.memory
      let own = placement.drawn.first { $0.mark.key == 0 }
      #expect(own?.mark.opacity == 1)
      opacities.append(own?.text == nil ? 0 : own?.textOpacity ?? 0)
    }
    #expect(opacities[0] == 1 && opacities[19] == 1 && opacities[59] == 0)
    for (a, b) in zip(opacities, opacities.dropFirst()) { #expect(abs(a - b) < 0.2) }
  }

  @Test("second lines fade, too, and a still film begins with them")
  func subtitles() throws {
    /// Two marks, the second one so far down.
    func marks(_ y: Double) -> [ScreenMark] {
      var (own, other) = (mark(0, 100), mark(1, 100))
      own.subtitle = "What it is"
      other.anchor.y = y
      other.displayPriority = 900
      return [own, other]
    }
    // There it takes the room of the second line alone.
    let near = try #require(
      stride(from: 230.0, to: 320, by: 1).first { y in
        let own = placement.place(marks(y)).placed.first { $0.mark.key == 0 }
        return own?.text != nil && own?.text?.label.subtitle == nil
      })
    var memory = PlacementMemory(secondsPerFrame: 1 / Double(Self.rate))
    var opacities: [Double] = []
    for n in 0..<60 {
      let placement = placement.place(marks(n < 20 ? 360 : near), [], after: memory)
      memory = placement.memory
      let drawn = placement.drawn.first { $0.mark.key == 0 }
      #expect(drawn?.mark.opacity == 1 && drawn?.textOpacity == 1)
      opacities.append(drawn?.text?.label.subtitle == nil ? 0 : drawn?.subtitleOpacity ?? 0)
    }
    #expect(opacities[0] == 1 && opacities[19] == 1 && opacities[59] == 0, "\(opacities)")
    for (a, b) in zip(opacities, opacities.dropFirst()) { #expect(abs(a - b) < 0.2) }
  }

  @Test("between two ways to mark a picture what both have stays, and the rest fades")
  func mixed() {
    forEachSeed(50) { random in
      func marks() -> [ScreenMark] {
        (0..<40).filter { _ in random.double(0...1) < 0.6 }.map {
          mark($0, 15 * Double($0), cluster: $0 % 3 == 0 ? "a" : nil)
        }
      }
      let two = [placement.place(marks()).placed, placement.place(marks()).placed]
      // Members by their keys, which both have in common.
      func keyed(_ placed: [PlacedMark]) -> [PlacedMark] {
        placed.map {
          var item = $0
          item.members = [item.mark.key, item.members.count]
          return item
        }
      }
      let (first, second) = (keyed(two[0]), keyed(two[1]))
      func opacities(_ share: Double) -> [[Int]: Double] {
        Dictionary(
          uniqueKeysWithValues: PlacedMark.mixed(first, second) { _ in share }.map {
            ($0.members, $0.mark.opacity)
          })
      }
      let (a, b, half) = (opacities(0), opacities(1), opacities(0.5))
      for (look, opacity) in half {
        let isFirst = first.contains { $0.members == look }
        let isSecond = second.contains { $0.members == look }
        try check(opacity == (isFirst && isSecond ? 1 : 0.5), "\(look): \(opacity)")
        try check(a[look] == (isFirst ? 1 : 0) && b[look] == (isSecond ? 1 : 0), "\(look)")
      }
    }
  }
}
