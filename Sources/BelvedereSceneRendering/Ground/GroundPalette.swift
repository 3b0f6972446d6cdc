import BelvedereImaging
import BelvedereSceneModel

/// The colours of the ground, sRGB-encoded in [0, 1].
struct GroundPalette: Sendable {
  /// Land of which nothing is known.
  var land: SIMD3<Float>
  /// Land where the terrain is all that is known, by elevation.
  var upland: SIMD3<Float>
  var water, road, motorway, path, rail, casing: SIMD3<Float>
  /// Ways of ferries, on water.
  var ferry: SIMD3<Float> { water + (1 - water) * 0.62 }
  /// Main roads from so far away that they are lines, and the edges of these; `nil` where roads near by have a colour that
  /// can be told from all grounds.
  private var lines: (road: SIMD3<Float>, casing: SIMD3<Float>)?
  var farRoad: SIMD3<Float> { lines?.road ?? motorway }
  var farCasing: SIMD3<Float>? { lines?.casing }
  /// How much of their opacity these edges have.
  private(set) var farCasingOpacity: Float = 1

  /// Gives main roads from afar a part of the colour that they have near by, 0 to 1.
  mutating func fadeLines(by share: Float) {
    guard share < 1, let full = lines else {
      lines = nil
      return
    }
    lines = (full.road + (motorway - full.road) * share, full.casing)
    farCasingOpacity = 1 - share
  }
  /// Whether water is painted in its colour; else it mirrors the sky.
  var hasFlatWater = false
  /// By how much covers vary from place to place, beside the standard's.
  var variation: Float = 1
  /// How much of what lies below roads they hide.
  var roadOpacity: Float = 1
  /// The colours of covers.
  var covers: [LandCover.Kind: SIMD3<Float>]

  /// How much a cover varies from place to place.
  static func variation(_ kind: LandCover.Kind) -> Float {
    switch kind {
    case .urban: 0.07
    case .industrial, .plaza, .pier: 0.03
    case .park, .cemetery: 0.10
    case .grass: 0.14
    case .forest: 0.22
    case .scrub: 0.20
    case .beach, .airport: 0.05
    case .rock: 0.15
    case .wetland: 0.12
    case .water: 0
    case .sports: 0.04
    }
  }

  /// How much of a cover's colour is the climate's: grass is green where it rains, and straw where it does not.
  static func climaticShare(_ kind: LandCover.Kind) -> Float {
    switch kind {
    case .grass: 0.85
    case .scrub: 0.5
    default: 0
    }
  }

  /// Whether a cover is of the country at large, which goes on where a scene ends, and no place of its own.
  static func isCountry(_ kind: LandCover.Kind) -> Bool {
    switch kind {
    case .urban, .grass, .forest, .scrub, .rock, .wetland: true
    case .industrial, .park, .beach, .water, .sports, .cemetery, .plaza, .pier, .airport: false
    }
  }

  /// By what the climate's colour is multiplied where grass grows.
  static let lush = SIMD3<Float>(0.95, 0.97, 0.92)

  /// The colour of a cover.
  func cover(_ kind: LandCover.Kind) -> SIMD3<Float> { covers[kind] ?? land }

  /// Whether a cover ends in nature's irregular line rather than at a kerb.
  static func isWild(_ kind: LandCover.Kind) -> Bool {
    switch kind {
    case .grass, .forest, .scrub, .rock, .wetland: true
    default: false
    }
  }

  private init(
    land: String, upland: String, water: String, road: String, motorway: String, path: String,
    rail: String, casing: String, covers: KeyValuePairs<LandCover.Kind, String>
  ) {
    self.land = Self.encoded(land)
    self.upland = Self.encoded(upland)
    self.water = Self.encoded(water)
    self.road = Self.encoded(road)
    self.motorway = Self.encoded(motorway)
    self.path = Self.encoded(path)
    self.rail = Self.encoded(rail)
    self.casing = Self.encoded(casing)
    self.covers = [.water: self.water]
    for (kind, color) in covers { self.covers[kind] = Self.encoded(color) }
  }

  private static func encoded(_ hex: String) -> SIMD3<Float> {
    let c = Color(hex: hex) ?? Color(red: 0.5, green: 0.5, blue: 0.5)
    return SIMD3(Float(c.red), Float(c.green), Float(c.blue))
  }
}

extension GroundPalette {
  /// The colours of things by day.
  static let standard: GroundPalette = {
    var palette = GroundPalette(
      land: "#C2BAA0", upland: "#B3AC88", water: "#4C7A93", road: "#95928D", motorway: "#A0988A",
      path: "#CDBF9F", rail: "#8D8782", casing: "#C9C5BA",
      covers: [
        .urban: "#B3B09F", .industrial: "#B9B5AE", .park: "#8FA269", .grass: "#ADA571",
        .forest: "#5C7047", .scrub: "#8F8B62", .beach: "#DCCFAE", .rock: "#9A9184",
        .wetland: "#8E9A78", .sports: "#8DAE66", .cemetery: "#A3B084", .plaza: "#CBC4B7",
        .pier: "#B2ADA4", .airport: "#B7B89F",
      ])
    palette.lines = (encoded("#F0E4C0"), encoded("#5F5B4C"))
    return palette
  }()

  /// Pale and nearly gray, roads white: a ground for what is laid over it.
  static let muted: GroundPalette = {
    var palette = GroundPalette(
      land: "#D9D8D3", upland: "#CDCCC6", water: "#B9C7CE", road: "#EFEEEB", motorway: "#EAE3D3",
      path: "#DFDBD2", rail: "#BFBDB9", casing: "#C3C1BC",
      covers: [
        .urban: "#D4D3CE", .industrial: "#D0CFCC", .park: "#C6CFBC", .grass: "#CDCEBF",
        .forest: "#B8C3B0", .scrub: "#C5C8B9", .beach: "#DFDBCC", .rock: "#C9C7C2",
        .wetland: "#C0CABD", .sports: "#C5D0BA", .cemetery: "#C8D0BF", .plaza: "#DAD8D4",
        .pier: "#CFCDC9", .airport: "#D0D0CB",
      ])
    palette.hasFlatWater = true
    palette.variation = 0.35
    return palette
  }()

  /// A map for the night: dark ground, roads lighter than it by their importance, deep blue water.
  static let dark: GroundPalette = {
    var palette = GroundPalette(
      land: "#33373D", upland: "#3A3D40", water: "#152433", road: "#59606A", motorway: "#857456",
      path: "#474A4E", rail: "#464A52", casing: "#22252A",
      covers: [
        .urban: "#363A41", .industrial: "#3A3D44", .park: "#2A4033", .grass: "#35403A",
        .forest: "#22362B", .scrub: "#303B35", .beach: "#4A483F", .rock: "#3D3E43",
        .wetland: "#283B39", .sports: "#2F4A37", .cemetery: "#2E4136", .plaza: "#42464D",
        .pier: "#3F434A", .airport: "#353941",
      ])
    palette.hasFlatWater = true
    palette.variation = 0.5
    return palette
  }()

  /// The dark map with less contrast and colour.
  static let mutedDark: GroundPalette = {
    var palette = dark
    let land = palette.land
    func pale(_ color: SIMD3<Float>) -> SIMD3<Float> {
      let gray = (color * MapTone.luminance).sum()
      let less = (color - gray) * 0.45 + gray
      return less + (land - less) * 0.3
    }
    for field in [
      \GroundPalette.upland, \.water, \.road, \.motorway, \.path, \.rail, \.casing,
    ] { palette[keyPath: field] = pale(palette[keyPath: field]) }
    palette.covers = palette.covers.mapValues(pale)
    palette.variation = 0.25
    return palette
  }()

  /// Roads over pictures from above: bright, and not quite opaque.
  static let overImagery: GroundPalette = {
    var palette = standard
    palette.road = encoded("#F4F1EA")
    palette.motorway = encoded("#F3D48B")
    palette.path = encoded("#E9DFC8")
    palette.rail = encoded("#C9C5C0")
    palette.casing = encoded("#3A3A38")
    palette.lines = nil
    palette.roadOpacity = 0.62
    return palette
  }()
}
