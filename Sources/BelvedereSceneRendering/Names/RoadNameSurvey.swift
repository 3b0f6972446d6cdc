import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import BelvedereText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where on the screen the names of roads may stand, and which of these places are covered.
///
/// A name lies on the ground along its road, or on the road's deck. It has fixed places there: the middle of the street, the middles of its
/// halves, of its quarters and so on, as far as the screen has room for them between each other, so that in a film a
/// name stays where it is.
struct RoadNameSurvey {
  /// A place for a name.
  struct Sighting: Sendable {
    /// The street's number, the place's key, and how often the street was halved for it.
    var street, key, level: Int
    /// Where its letters stand; `nil` of a shield.
    let stretch: NameStretch?
    let style: RoadNameStyle
    var opacity: Double
    /// Points of its middle line on the screen, and a little above it.
    var line: [Vector2]
    var lifted: [ScreenPoint?]
    /// The largest part of the pixels around such a point that show something nearer, 0 to 1.
    var covered = 0.0
    /// Whether there is no longer room for it: it is seen only while it fades away.
    var isLeaving = false
  }

  let index: StreetIndex
  let view: any ViewProjection
  private let ground: DrawnGround
  private let fonts: FontStack
  private let covers: LabelCovers
  /// What the frame before showed; `nil` without one.
  private let memory: PlacementMemory?
  private(set) var sightings: [Sighting] = []
  var streets: [NamedWay] { index.streets }

  /// A street is halved no more often.
  private static let mostLevels = 20
  private static let mostSightings = 3000
  /// Points by which what is looked at lies above the ground.
  private static let lift = 2.5

  init(
    _ index: StreetIndex, _ view: any ViewProjection, ground: DrawnGround, fonts: FontStack,
    covers: LabelCovers, after memory: PlacementMemory?
  ) {
    self.index = index
    self.view = view
    self.ground = ground
    self.fonts = fonts
    self.covers = covers
    self.memory = memory
    let sight = NameSight(view)
    for n in index.near(sight) {
      let style = RoadNameStyle(streets[n].kind, isShield: index.isRoute(n))
      guard let text = text(n, style), text.width > 0 else { continue }
      look(
        at: n, style, text, sight, 0, 0, from: 0, to: streets[n].length)
      if sightings.count >= Self.mostSightings { break }
    }
  }

  private func text(_ n: Int, _ style: RoadNameStyle) -> TextLine? {
    TextBlock.block(streets[n].name, fonts: fonts, weight: style.weight).lines.first
  }

  /// Looks at the middle of a stretch of a street, then at its halves.
  private mutating func look(
    at n: Int, _ style: RoadNameStyle, _ text: TextLine, _ sight: NameSight, _ level: Int,
    _ number: Int, from start: Double, to end: Double
  ) {
    let street = streets[n]
    let half = (end - start) / 2
    let middle = street.place(at: start + half)
    let (nearest, isAhead) = sight.nearest(to: middle, within: half)
    let needed = text.width * style.size + style.room
    let hasRoom =
      2 * half * sight.focalLength >= needed * nearest
      && style.least * nearest < sight.focalLength
    guard isAhead, sightings.count < Self.mostSightings,
      hasRoom || before(Self.key(n, level, number)) != nil
    else { return }
    if var seen = sighting(of: n, style, text, start + half, within: 2 * half, level, number) {
      if !hasRoom { seen.isLeaving = true }
      sightings.append(seen)
    }
    guard hasRoom, level < Self.mostLevels else { return }
    look(
      at: n, style, text, sight, level + 1, 2 * number, from: start, to: start + half)
    look(
      at: n, style, text, sight, level + 1, 2 * number + 1, from: start + half, to: end)
  }

  /// Of a place along a street; one less for a name that runs against it.
  private static func key(_ street: Int, _ level: Int, _ number: Int) -> Int {
    -2 - (((street << (mostLevels + 1)) + (1 << level) + number) << 1)
  }

  /// Which way a name ran in the frame before; `nil` where it was not seen.
  private func before(_ key: Int) -> (isReversed: Bool, isShown: Bool)? {
    guard let memory else { return nil }
    for isShown in [true, false] {
      for isReversed in [false, true] {
        let key = isReversed ? key - 1 : key
        if memory.shown.contains(key) == isShown, memory.shownShare(key) > 0 {
          return (isReversed, isShown)
        }
      }
    }
    return nil
  }

  private func sighting(
    of n: Int, _ style: RoadNameStyle, _ text: TextLine, _ place: Double, within length: Double,
    _ level: Int, _ number: Int
  ) -> Sighting? {
    let street = streets[n]
    let middle = street.place(at: place)
    let key = Self.key(n, level, number)
    let before = before(key)
    guard let seen = project(middle, elevation: elevation(street, place)),
      before != nil || isInside(seen.point)
    else { return nil }
    let fading = style.opacity(view.viewport.focalLength / seen.depth)
    // A picture of its own has no faint names: what comes and goes in a film is there or not.
    let opacity = (memory == nil ? fading.rounded() : fading) * covers.seen(at: middle)
    guard opacity > 0.05 else { return nil }
    let size = style.size * seen.depth / view.viewport.focalLength
    if index.isRoute(n) {
      let isLeaving =
        style.room * size / style.size > length || isBelow(street, place) || !isInside(seen.point)
      guard !isLeaving || before != nil else { return nil }
      let half = Vector2(ShieldShape(text, size: style.size).size.x / 2 - style.reach + 2, 0)
      return Sighting(
        street: n, key: key, level: level, stretch: nil, style: style, opacity: opacity,
        line: [seen.point - half, seen.point + half],
        lifted: [project(middle, elevation: elevation(street, place) + lift(seen))],
        isLeaving: isLeaving)
    }
    let isShown = before.flatMap { $0.isShown ? $0.isReversed : nil }
    // What has just come stays a while, whatever it looks like.
    let isHeld = isShown.map { memory?.heldShown($0 ? key - 1 : key) == true } ?? false
    guard
      let stretch = NameStretch(
        street, at: place, size: size, points: style.size, text: text,
        shown: before?.isReversed, elevation: { elevation(street, $0) },
        project: project(_:elevation:))
    else { return nil }
    var isLeaving =
      !isHeld
      && stretch.length + (isShown == nil ? 1 : 0.4) * style.room * size / style.size > length
    let places = stretch.line(on: street)
    var line: [Vector2] = []
    var lifted: [ScreenPoint?] = []
    line.reserveCapacity(places.count)
    lifted.reserveCapacity(places.count)
    for (point, metres, level) in places {
      guard let seen = project(point, elevation: level) else { return nil }
      isLeaving = isLeaving || !isInside(seen.point) || isBelow(street, metres, at: point)
      guard !isLeaving || before != nil else { return nil }
      line.append(seen.point)
      lifted.append(project(point, elevation: level + lift(seen)))
    }
    if !isHeld, !NameStretch.isLegible(line, isShown == nil ? .new : .shown) { isLeaving = true }
    guard !isLeaving || before != nil else { return nil }
    return Sighting(
      street: n, key: key - (stretch.isReversed ? 1 : 0), level: level, stretch: stretch,
      style: style, opacity: opacity, line: line, lifted: lifted, isLeaving: isLeaving)
  }

  /// Metres by which what is looked at lies above the ground.
  private func lift(_ seen: ScreenPoint) -> Double {
    Self.lift * seen.depth / view.viewport.focalLength
  }

  /// The elevation of a street at a distance along it, as it is drawn: on the ground or on a deck.
  private func elevation(_ street: NamedWay, _ metres: Double) -> Double {
    street.deckElevation(at: metres).map { $0 * ground.factor }
      ?? ground.elevation(street.place(at: metres).coordinate)
  }

  /// Whether a bridge lies above a street at a distance along it.
  private func isBelow(_ street: NamedWay, _ metres: Double, at point: MapPoint? = nil) -> Bool {
    let place = point ?? street.place(at: metres)
    let level = street.deckElevation(at: metres)
    // Before what is drawn is raised or flattened; on a flat map the ground is below all.
    let known =
      level ?? (ground.factor > 1e-3 ? ground.elevation(place.coordinate) / ground.factor : nil)
    return index.decks.isBelow(place, elevation: known ?? -.infinity)
  }

  private func project(_ point: MapPoint, elevation: Double) -> ScreenPoint? {
    view.project(point.coordinate, elevation: elevation).screen
  }

  private func isInside(_ p: Vector2) -> Bool {
    p.x >= 0 && p.y >= 0 && p.x < view.viewport.width && p.y < view.viewport.height
  }

  /// Looks which places are covered by what a band of the picture shows.
  ///
  /// - Parameters:
  ///   - frame: a band with all objects.
  ///   - scale: pixels a point.
  mutating func look(at frame: Frame, _ band: RenderBand, scale: Double) {
    for n in sightings.indices {
      for case let place? in sightings[n].lifted {
        let x = Int(flooring: place.x * scale, in: -1...frame.view.width)
        let y = Int(flooring: place.y * scale, in: -1...(1 << 24))
        guard band.rows.contains(y), x >= 0, x < frame.view.width else { continue }
        let covered = AnnotationSurvey.covered(
          frame.visibility, x, y - band.drawn.lowerBound, depth: place.depth)
        sightings[n].covered = max(sightings[n].covered, covered)
      }
    }
  }

  /// The covered part from which on a name is left out; with a memory of what was shown it changes only beyond
  /// these bounds.
  private static let half = 0.5
  private static let slack = 0.2

  /// The names that may be drawn, by the numbers of their sightings.
  func labels() -> (labels: [LineLabel], numbers: [Int]) {
    var (labels, numbers) = ([LineLabel](), [Int]())
    var groups: [String: Int] = [:]
    for (n, sighting) in sightings.enumerated() where !sighting.isLeaving {
      var bound = Self.half
      if let memory {
        bound += memory.shown.contains(sighting.key) ? Self.slack : -Self.slack
      }
      guard sighting.covered <= bound || memory?.heldShown(sighting.key) == true else { continue }
      let name = streets[sighting.street].name
      let group = groups[name] ?? groups.count
      groups[name] = group
      labels.append(
        LineLabel(
          key: sighting.key, group: group, rank: sighting.style.rank,
          order: Double(sighting.level) - log2(max(streets[sighting.street].length, 1)) / 64,
          line: sighting.line, reach: sighting.style.reach))
      numbers.append(n)
    }
    return (labels, numbers)
  }

  /// Names that are shown, and those that have just gone and fade away.
  ///
  /// - Parameters:
  ///   - numbers: of the sightings that are shown.
  ///   - memory: what a frame of a film shows; `nil` for a picture of its own.
  func drawn(_ numbers: [Int], in memory: PlacementMemory?) -> [DrawnName] {
    guard let memory else { return numbers.compactMap { drawn($0, share: 1) } }
    let gone = sightings.indices.filter {
      !memory.shown.contains(sightings[$0].key) && memory.shownShare(sightings[$0].key) > 0
    }
    return (numbers + gone).compactMap { drawn($0, share: memory.shownShare(sightings[$0].key)) }
  }

  /// The letters of a name, or its shield.
  ///
  /// - Parameter share: how much of it is seen.
  private func drawn(_ n: Int, share: Double) -> DrawnName? {
    let sighting = sightings[n]
    let opacity = sighting.opacity * share
    let street = streets[sighting.street]
    guard let text = text(sighting.street, sighting.style) else { return nil }
    guard let stretch = sighting.stretch else {
      let middle = (sighting.line[0] + sighting.line[1]) / 2
      let shield = ShieldShape(text, size: sighting.style.size)
      return DrawnName(
        key: sighting.key, letters: shield.letters(around: middle), size: sighting.style.size,
        opacity: opacity,
        shield: (shield.outline(around: middle), street.kind == .motorway))
    }
    guard let letters = stretch.letters(of: text, on: street, project: project(_:elevation:)) else {
      return nil
    }
    return DrawnName(
      key: sighting.key, letters: letters, size: sighting.style.size, opacity: opacity)
  }
}
