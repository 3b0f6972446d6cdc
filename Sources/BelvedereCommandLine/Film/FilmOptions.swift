import ArgumentParser
import Belvedere
import BelvedereLimits

/// What a film shows and how its frames are drawn: everything that its pixels follow from.
struct FilmOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A scene's folder or scene.json; - reads it from standard input. Left out where --dem, --buildings, "
        + "--roads or --land-cover give all that is drawn.", valueName: "scene"))
  var first: String

  @Argument(
    help: ArgumentHelp(
      "The flight: any file that belvedere plan reads (JSON, CSV, KML, CZML, glTF, images.txt, "
        + "transforms.json, MapLibre, MapKit), or a route to follow (GPX, GeoJSON, KML); - reads standard "
        + "input.", valueName: "flight"))
  var second: String?

  @OptionGroup var data: DataOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Frames a second, 1 to 240: 30, 23.976, 24000/1001. (default: 30; 12 with --preview)",
      valueName: "rate"),
    transform: { text in
      guard let rate = FrameRate(text: text) else {
        throw ValidationError(
          "must be a number or a fraction between 1 and 240 frames a second, such as 30 or 24000/1001"
        )
      }
      return rate
    })
  var fps: FrameRate?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The size in points. (default: 1920x1080; 480x270 with --preview)", valueName: "WxH"),
    transform: PictureSize.init(parsing:))
  var size: PictureSize?

  @Option(
    name: .long, parsing: .unconditional, help: "Pixels a point, 1 to 4. (default: 1)",
    transform: { try RangedNumber.parse($0, "a number", 1...4) })
  var scale = 1.0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How much work goes into a frame: draft, standard or high. (default: standard; draft with "
        + "--preview)", valueName: "draft|standard|high"))
  var quality: RenderQuality?

  @Option(
    name: .customLong("samples"), parsing: .unconditional,
    help: ArgumentHelp(
      "Samples a pixel: 1, 4 or 8. (default: by the quality, standard 4)", valueName: "samples"))
  var askedSamples: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Draw a frame as the mean of so many moments, 1 to 64, while the shutter is open, for half of a "
        + "frame's time unless given: 8, 16:0.25. (default: one moment)", valueName: "n[:shutter]"),
    transform: { text in
      guard let blur = MotionBlur(text: text) else {
        throw ValidationError(
          "expected 1 to 64 moments and a shutter of 0 to 1, such as 8 or 16:0.5")
      }
      return blur
    })
  var motionBlur = MotionBlur.none

  @Flag(name: .long, help: "A small and quick film to look at the flight.")
  var preview = false

  @OptionGroup(title: "Flight") var flight: FlightSourceOptions
  @OptionGroup(title: "Flight") var raising: ClearanceOptions
  @OptionGroup(title: "Light and ground") var look: LookOptions
  @OptionGroup(title: "Map") var map: MapOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "When the scene's overlays are shown, seconds of the flight; with --flatten-under-overlays the ground "
        + "becomes flat and rises again smoothly. (default: always)", valueName: "from-to"),
    transform: Self.span)
  var overlaysFrom: Range<Double>?

  @OptionGroup(title: "Over the map") var ornaments: OrnamentOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The Earth's shape: the flat map, or the globe of WGS 84. (default: the scene's, else flat)",
      valueName: "flat|globe"))
  var projection: MapProjection?

  @Flag(name: .long, help: "Allow any pitch at any distance.")
  var noPitchLimit = false

  /// The scene, and the flight.
  var scene: String? { second == nil ? nil : first }
  var flightFile: String { second ?? first }

  var sources: SceneSources {
    var sources = SceneSources(
      scene: scene, elevation: data.dem, buildings: data.buildings, roads: data.roads,
      landCover: data.landCover)
    sources.overlays = data.overlay
    sources.venueLevel = data.level
    sources.elevationReading = data.elevation.reading
    return sources
  }

  var rate: FrameRate { fps ?? (preview ? .preview : .usual) }
  var points: PictureSize {
    size
      ?? (preview ? PictureSize(width: 480, height: 270) : PictureSize(width: 1920, height: 1080))
  }
  var drawnQuality: RenderQuality { quality ?? (preview ? .draft : .standard) }
  var samples: Int { askedSamples ?? drawnQuality.samples }

  /// The size in pixels; not bounded by what can be drawn.
  var pixels: (width: Int, height: Int) {
    func pixels(_ points: Int) -> Int {
      Int(clamping: (Double(points) * scale).rounded(.up), in: 1...1_000_000_000)
    }
    return (pixels(points.width), pixels(points.height))
  }

  /// What is kept of pictures while others are drawn, beside the one that is.
  var memory: PictureNeeds {
    let (width, height) = (min(pixels.width, 100_000), min(pixels.height, 100_000))
    let waiting = 4 * (FilmProduction.waiting + 2) + (motionBlur.samples > 1 ? 12 : 0)
    return PictureNeeds(
      width: width, height: height, samples: samples, quality: drawnQuality, depth: 8,
      projection: projection, memory: data.limits.maximumMemory - waiting * width * height,
      others: waiting * width * height)
  }

  func validate() throws {
    try raising.check()
    if second == nil {
      guard
        !sources.elevation.isEmpty || !sources.buildings.isEmpty || !sources.roads.isEmpty
          || !sources.landCover.isEmpty
      else {
        throw ValidationError(
          "a film needs a scene and a flight: belvedere fly SCENE FLIGHT, or data with --dem, --buildings, "
            + "--roads or --land-cover instead of the scene")
      }
    } else if first == "-", second == "-" {
      throw ValidationError("the scene and the flight cannot both come from standard input")
    }
    guard [1, 4, 8].contains(samples) else {
      throw ValidationError("--samples must be 1, 4 or 8, got \(samples)")
    }
    guard pixels.width <= 100_000, pixels.height <= 100_000,
      pixels.width * pixels.height <= Limits.standard.maximumOutputPixels
    else {
      throw ValidationError(
        "a frame of \(pixels.width)x\(pixels.height) pixels is larger than "
          + "\(Limits.standard.maximumOutputPixels) pixels or 100000 a side; choose a smaller --size"
      )
    }
    try look.check(with: map)
    try flight.check()
  }

  private static func span(_ text: String) throws -> Range<Double> {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let from = parts[0].isEmpty ? 0 : Double(parts[0]),
      let to = parts[1].isEmpty ? .infinity : Double(parts[1]), from >= 0, from < to
    else {
      throw ValidationError("expected seconds from-to, such as 3-8, 3- or -8")
    }
    return from..<to
  }
}
