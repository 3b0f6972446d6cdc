import BelvedereAnnotations
import BelvedereGeoMath
import BelvedereImaging
import BelvedereTestSupport
import BelvedereText
import Testing

@Suite("Placement of marks") struct PlacementTests {
  private let size = Vector2(900, 600)
  private var placement: MarkPlacement { MarkPlacement(size: size, fonts: .builtIn) }

  private func randomMarks(_ count: Int, _ random: inout SplitMix64) -> [ScreenMark] {
    (0..<count).map { key in
      var mark = ScreenMark(
        key: key, anchor: Vector2(random.double(-40...940), random.double(-20...660)),
        depth: random.double(100...5000), appearance: .marker(MarkerStyle()))
      mark.title = ["", "Pier 39", "Golden Gate Bridge"][Int.random(in: 0...2, using: &random)]
      mark.displayPriority = [250, 250, 750, 1000][Int.random(in: 0...3, using: &random)]
      mark.collisionMode = CollisionMode.allCases[Int.random(in: 0...2, using: &random)]
      if Int.random(in: 0...20, using: &random) == 0 { mark.isSelected = true }
      if Int.random(in: 0...9, using: &random) == 0 { mark.appearance = .label }
      return mark
    }
  }

  private func isRequired(_ mark: ScreenMark) -> Bool {
    mark.isSelected || mark.displayPriority >= DisplayPriority.required
      || mark.collisionMode == .none
  }

  @Test(
    "what is kept does not overlap, and what is left out overlaps something at least as important")
  func agreesWithNaive() {
    forEachSeed(60) { random in
      let marks = randomMarks(120, &random)
      let (placed, memory) = placement.place(marks)
      try check(Set(placed.map(\.mark.key)) == memory.shown, "the memory has what is shown")
      for (i, a) in placed.enumerated() where a.mark.collisionMode != .none {
        for b in placed[(i + 1)...] where b.mark.collisionMode != .none {
          let isForced = isRequired(a.mark) || isRequired(b.mark)
          try check(isForced || !a.shape.overlaps(b.shape), "\(a.mark.key) and \(b.mark.key)")
        }
      }
      let kept = Set(placed.map(\.mark.key))
      for mark in marks where !kept.contains(mark.key) {
        guard let shape = mark.shape(fonts: .builtIn) else { continue }
        let (low, high) = shape.box
        if low.x >= size.x || low.y >= size.y || high.x <= 0 || high.y <= 0 { continue }
        if case .label = mark.appearance,
          low.x < 0 || low.y < 0 || high.x > size.x || high.y > size.y
        {
          continue
        }
        try check(!isRequired(mark), "\(mark.key) is required")
        let winner = placed.first {
          $0.mark.collisionMode != .none && $0.shape.overlaps(shape)
            && ($0.mark.isSelected || $0.mark.displayPriority > mark.displayPriority
              || ($0.mark.displayPriority == mark.displayPriority && $0.mark.key < mark.key))
        }
        try check(winner != nil, "\(mark.key) was left out for nothing")
      }
    }
  }

  @Test("marks together with their titles have them, or are left out for something more important")
  func together() {
    forEachSeed(60) { random in
      var marks = randomMarks(120, &random)
      for i in marks.indices {
        if case .label = marks[i].appearance { continue }
        marks[i].titleVisibility = .together
      }
      let (placed, _) = placement.place(marks)
      // Its space: the balloon's, and that of the title below it.
      func shapes(_ mark: PlacedMark) -> [ScreenShape] {
        [mark.shape] + (mark.text.map { [$0.label.shape(topCenter: $0.topCenter)] } ?? [])
      }
      for (i, a) in placed.enumerated() where !isRequired(a.mark) {
        guard a.mark.titleVisibility == .together, !a.mark.title.isEmpty else { continue }
        try check(a.text != nil, "\(a.mark.key) has no title")
        for (j, b) in placed.enumerated() where j != i && b.mark.collisionMode != .none {
          for own in shapes(a) {
            for other in shapes(b) where !isRequired(b.mark) {
              try check(!own.overlaps(other), "\(a.mark.key) and \(b.mark.key)")
            }
          }
        }
      }
      let kept = Set(placed.map(\.mark.key))
      for mark in marks where !kept.contains(mark.key) && !mark.title.isEmpty {
        guard let shape = mark.shape(fonts: .builtIn) else { continue }
        guard mark.titleVisibility == .together else { continue }
        var alone = mark
        alone.key = 0
        // Where it is alone and has no room for its title, it is beside the picture or at its edge.
        guard let best = placement.place([alone]).placed.first else { continue }
        let isBeaten = placed.contains { other in
          other.mark.collisionMode != .none
            && (other.mark.isSelected || other.mark.displayPriority > mark.displayPriority
              || (other.mark.displayPriority == mark.displayPriority && other.mark.key < mark.key))
            && shapes(other).contains { space in shapes(best).contains { $0.overlaps(space) } }
        }
        try check(isBeaten, "\(mark.key) was left out for nothing, \(shape)")
      }
    }
  }

  @Test("titles lie on no balloon and no other title")
  func titles() {
    forEachSeed(60) { random in
      var marks = randomMarks(90, &random)
      for i in marks.indices {
        marks[i].isSelected = false
        marks[i].collisionMode = .rectangle
        marks[i].appearance = .marker(MarkerStyle())
        marks[i].displayPriority = 250
      }
      let (placed, memory) = placement.place(marks)
      var titled = 0
      for (i, a) in placed.enumerated() {
        guard let text = a.text else { continue }
        titled += 1
        let box = text.label.shape(topCenter: text.topCenter)
        for (j, b) in placed.enumerated() where i != j {
          try check(!box.overlaps(b.shape), "\(a.mark.key)'s title on \(b.mark.key)")
          if let other = b.text {
            try check(
              !box.overlaps(other.label.shape(topCenter: other.topCenter)),
              "titles of \(a.mark.key) and \(b.mark.key)")
          }
        }
      }
      try check(titled > 3 && memory.titled.count == titled, "\(titled) titles")
    }
  }

  @Test("the order in which marks are listed changes nothing")
  func isInvariantUnderPermutation() {
    forEachSeed(40) { random in
      var marks = randomMarks(80, &random)
      for i in marks.indices where i % 2 == 0 { marks[i].clusteringIdentifier = "a" }
      let first = placement.place(marks)
      let second = placement.place(marks.shuffled(using: &random))
      try check(first.memory == second.memory, "the memory differs")
      try check(
        first.placed.map(\.mark.key) == second.placed.map(\.mark.key), "what is drawn differs")
    }
  }

  @Test("clusters hold every mark once, of one identifier, and say how many they are")
  func clusters() {
    forEachSeed(60) { random in
      var marks = randomMarks(150, &random)
      for i in marks.indices {
        marks[i].collisionMode = .none
        marks[i].isSelected = i == 7
        marks[i].appearance = .marker(MarkerStyle())
        marks[i].clusteringIdentifier = ["a", "b", nil][i % 3]
      }
      let (placed, memory) = placement.place(marks)
      var seen: Set<Int> = []
      for mark in placed {
        for member in mark.members { try check(seen.insert(member).inserted, "\(member) twice") }
        let identifiers = Set(mark.members.map { marks[$0].clusteringIdentifier })
        try check(identifiers.count == 1, "identifiers are mixed")
        if mark.members.count > 1 {
          try check(mark.mark.clusteringIdentifier != nil, "a cluster of none")
          guard case .marker(let style) = mark.mark.appearance else { continue }
          try check(style.glyph == "\(mark.members.count)", style.glyph)
          let seed = marks[mark.members[0]]
          for member in mark.members {
            try check(memory.seeds[marks[member].key] == seed.key, "the memory's seeds")
            guard let a = seed.shape(fonts: .builtIn), let b = marks[member].shape(fonts: .builtIn)
            else { continue }
            try check(a.overlaps(b), "\(member) is far from its cluster")
          }
        }
      }
      let visible = marks.indices.filter { i in
        guard let box = marks[i].shape(fonts: .builtIn)?.box else { return false }
        return box.low.x < size.x && box.low.y < size.y && box.high.x > 0 && box.high.y > 0
      }
      try check(seen == Set(visible), "\(seen.count) of \(visible.count)")
      try check(placed.contains { $0.members.count > 1 }, "there are clusters")
    }
  }

  @Test("with a memory, trembling marks do not flicker; without one they do")
  func hysteresis() {
    var random = SplitMix64(seed: 5)
    var marks = randomMarks(150, &random)
    for i in marks.indices {
      marks[i].isSelected = false
      // What leaves the picture is not kept.
      marks[i].anchor = pointwiseMin(pointwiseMax(marks[i].anchor, Vector2(70, 70)), size - 70)
      if i % 3 == 0 { marks[i].clusteringIdentifier = "a" }
    }
    let still = marks.map(\.anchor)
    var memory = placement.place(marks, after: PlacementMemory()).memory
    // How often each mark or title comes or goes.
    var turns: [String: Int] = [:]
    var last = placement.place(marks).memory
    var changes = 0
    for frame in 0..<200 {
      for i in marks.indices {
        marks[i].anchor = still[i] + Vector2(random.double(-0.7...0.7), random.double(-0.7...0.7))
      }
      let next = placement.place(marks, after: memory).memory
      // The first frames settle.
      if frame > 5 {
        for key in next.shown.symmetricDifference(memory.shown) { turns["\(key)", default: 0] += 1 }
        for key in next.titled.symmetricDifference(memory.titled) {
          turns["title of \(key)", default: 0] += 1
        }
        let isSameClusters = next.seeds == memory.seeds
        #expect(isSameClusters)
      }
      memory = next
      let free = placement.place(marks).memory
      if free.shown != last.shown { changes += 1 }
      last = free
    }
    let flickers = turns.filter { $0.value > 1 }
    #expect(flickers.isEmpty, "\(flickers)")
    #expect(turns.count <= 6, "\(turns)")
    #expect(changes > 10, "\(changes)")
  }

  @Test(
    "what is new waits for what has just come, however important it is, and neither lies on the other"
  )
  func newcomers() {
    func mark(_ key: Int, _ x: Double, priority: Double) -> ScreenMark {
      var mark = ScreenMark(
        key: key, anchor: Vector2(x, 300), depth: 100, appearance: .marker(MarkerStyle()))
      (mark.title, mark.displayPriority) = ("Old Mill", priority)
      return mark
    }
    func name(_ y: Double) -> ScreenMark {
      var name = ScreenMark(key: 9, anchor: Vector2(400, y), depth: 100, appearance: .label)
      (name.title, name.displayPriority) = ("Lower Harbour", 700)
      return name
    }
    // On the balloon, and on the title below it.
    for y in [285.0, 310] {
      var memory = placement.place([], after: PlacementMemory()).memory
      memory = placement.place([mark(1, 400, priority: 100)], after: memory).memory
      #expect(memory.shown == [1] && memory.titled == [1])
      var frames = 0
      for _ in 0..<40 where !memory.shown.contains(9) {
        memory = placement.place([mark(1, 400, priority: 100), name(y)], after: memory).memory
        let isBoth =
          memory.shown.contains(9) && (y < 300 ? memory.shown : memory.titled).contains(1)
        #expect(!isBoth, "\(y), frame \(frames)")
        frames += 1
      }
      // A second, and then the important one comes.
      #expect(memory.shown.contains(9) && (28...31).contains(frames), "\(y): \(frames)")
    }
    // One that must be drawn waits for nothing.
    var memory = placement.place([mark(1, 400, priority: 100)], after: PlacementMemory()).memory
    memory =
      placement.place(
        [mark(1, 400, priority: 100), mark(2, 405, priority: DisplayPriority.required)],
        after: memory
      ).memory
    #expect(memory.shown.contains(2))
  }

  @Test("names of a map leave room for others' balloons and titles", arguments: [13.0, 20])
  func ownTitles(_ size: Double) {
    var own = ScreenMark(
      key: 1, anchor: Vector2(400, 300), depth: 100, appearance: .marker(MarkerStyle()))
    own.title = "Our New Office"
    func name(_ x: Double, _ y: Double, priority: Double) -> ScreenMark {
      var name = ScreenMark(key: 0, anchor: Vector2(x, y), depth: 50, appearance: .label)
      (name.title, name.displayPriority, name.titleSize) = ("Metropolis", priority, size)
      return name
    }
    for (x, y) in [(400.0, 290.0), (400, 310), (430, 312)] {
      let placed = placement.place([name(x, y, priority: 249), own]).placed
      #expect(placed.map(\.mark.key) == [1] && placed.first?.text != nil, "\(x), \(y)")
      let foremost = placement.place([name(x, y, priority: 251), own]).placed
      #expect(foremost.contains { $0.mark.key == 0 }, "\(x), \(y)")
    }
    #expect(placement.place([name(600, 310, priority: 249), own]).placed.count == 2)
  }

  @Test("larger letters take more room")
  func letters() throws {
    var mark = ScreenMark(key: 0, anchor: Vector2(400, 300), depth: 50, appearance: .label)
    mark.title = "Metropolis"
    func width() throws -> Double {
      let (low, high) = try #require(mark.shape(fonts: .builtIn)).box
      return high.x - low.x
    }
    let usual = try width()
    mark.titleSize = 26
    #expect(abs(try width() - 2 * usual) < 1e-9)
  }

  @Test("z priority comes before depth, and selected marks lie in front")
  func order() {
    func mark(_ key: Int, z: Double, depth: Double) -> ScreenMark {
      var mark = ScreenMark(
        key: key, anchor: Vector2(100 + 60 * Double(key), 300), depth: depth,
        appearance: .marker(MarkerStyle()))
      mark.zPriority = z
      return mark
    }
    var marks = [
      mark(0, z: 500, depth: 10), mark(1, z: 500, depth: 900), mark(2, z: 100, depth: 1),
      mark(3, z: 900, depth: 5000), mark(4, z: 500, depth: 20),
    ]
    #expect(placement.place(marks).placed.map(\.mark.key) == [2, 1, 4, 0, 3])
    marks[1].isSelected = true
    #expect(placement.place(marks).placed.map(\.mark.key) == [2, 4, 0, 1, 3])
  }

  @Test("numbers that are none, endless titles and a hundred thousand marks are placed or left out")
  func edgeCases() {
    for bad in [Double.nan, .infinity, -.infinity, 1e300] {
      var mark = ScreenMark(
        key: 1, anchor: Vector2(bad, 100), depth: 5, appearance: .marker(MarkerStyle()))
      #expect(placement.place([mark]).placed.isEmpty)
      mark.anchor = Vector2(100, 100)
      mark.depth = bad
      mark.zPriority = bad
      mark.displayPriority = bad
      mark.opacity = bad
      _ = placement.place([mark])
    }
    var random = SplitMix64(seed: 2)
    var marks = randomMarks(100_000, &random)
    for i in marks.indices {
      marks[i].isSelected = false
      marks[i].collisionMode = .rectangle
      marks[i].displayPriority = 250
      marks[i].clusteringIdentifier = i % 2 == 0 ? "a" : nil
    }
    marks[0].title = String(repeating: "endless ", count: 1250)
    let (placed, _) = placement.place(marks)
    #expect((100...1500).contains(placed.count), "\(placed.count)")
  }
}
