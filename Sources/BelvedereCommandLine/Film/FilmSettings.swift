import Belvedere

/// The options of a film that its pixels follow from, beside its files, as a command line has them: names, and
/// values where there are some.
enum FilmSettings {
  static func arguments(_ options: FilmOptions) -> [(name: String, value: String?)] {
    var list: [(name: String, value: String?)] = [
      ("--fps", "\(options.rate)"), ("--size", "\(options.points.width)x\(options.points.height)"),
      ("--scale", number(options.scale)), ("--quality", options.drawnQuality.rawValue),
      ("--samples", "\(options.samples)"),
    ]
    func add(_ name: String, _ value: String?) { if let value { list.append((name, value)) } }
    func flag(_ name: String, _ isGiven: Bool) { if isGiven { list.append((name, nil)) } }
    if options.motionBlur.samples > 1 {
      add("--motion-blur", "\(options.motionBlur.samples):\(number(options.motionBlur.shutter))")
    }
    add("--projection", options.projection?.rawValue)
    flag("--no-pitch-limit", options.noPitchLimit)
    add(
      "--overlays-from",
      options.overlaysFrom.map {
        "\(number($0.lowerBound))-" + ($0.upperBound.isFinite ? number($0.upperBound) : "")
      })

    let flight = options.flight
    add("--input-format", flight.inputFormat?.rawValue)
    add("--duration", flight.duration.map(number))
    add("--pace", flight.pace?.text)
    add("--fov", flight.fov.map(number))
    add("--origin", flight.origin.map { numbers([$0.latitude, $0.longitude, $0.height]) })
    flag("--flat-frame", flight.flatFrame)
    add("--distance", flight.following.distance.map(number))
    add("--pitch", flight.following.pitch.map(number))
    add("--look-ahead", flight.following.lookAhead.map(number))
    add("--route", flight.following.route)
    add("--clearance", options.raising.clearance.map(number))
    flag("--lift-ends", options.raising.liftEnds)

    let look = options.look
    add("--sun", look.sun.map { numbers([$0.azimuth, $0.elevation]) })
    add("--time", look.time?.description)
    add("--visibility", look.visibility.map(number))
    add("--exaggeration", look.exaggeration.map(number))
    if let relief = look.relief { list.append((relief ? "--relief" : "--no-relief", nil)) }
    add("--contours", look.contours.map(number))
    add("--elevation-style", look.elevationStyle.map(number))

    let map = options.map
    add("--map", map.map?.rawValue)
    add("--emphasis", map.emphasis?.rawValue)
    add("--appearance", map.appearance?.rawValue)
    add("--points-of-interest", map.pointsOfInterest.map(text))
    if let world = map.world { list.append((world ? "--world" : "--no-world", nil)) }
    flag("--hide-labels", map.hideLabels)
    flag("--hide-buildings", map.hideBuildings)
    flag("--hide-overlays", map.hideOverlays)
    flag("--flatten-under-overlays", map.flattenUnderOverlays)

    let ornaments = options.ornaments
    flag("--no-annotations", !ornaments.annotations)
    add("--compass", ornaments.compass?.rawValue)
    add("--scale-bar", ornaments.scaleBar?.rawValue)
    if let shown = ornaments.attribution {
      list.append((shown ? "--attribution" : "--no-attribution", nil))
    }

    let elevation = options.data.elevation
    add("--crs", elevation.crs)
    add("--encoding", elevation.encoding?.rawValue)
    add("--tile-zoom", elevation.tileZoom.map { "\($0)" })
    add("--level", options.data.level)
    if elevation.tileSize != 256 { add("--tile-size", "\(elevation.tileSize)") }
    add(
      "--tile-bounds", elevation.tileBounds.map { numbers([$0.south, $0.west, $0.north, $0.east]) })
    return list
  }

  /// Options of where data come from, which do not change the pixels.
  static func access(_ options: FilmOptions) -> [(name: String, value: String?)] {
    let elevation = options.data.elevation
    var list: [(name: String, value: String?)] = []
    if options.data.allowOutsideFiles { list.append(("--allow-outside-files", nil)) }
    if elevation.allowNet { list.append(("--allow-net", nil)) }
    if elevation.allowPrivateNet { list.append(("--allow-private-net", nil)) }
    if let limit = elevation.tileTimeLimit { list.append(("--tile-time-limit", number(limit))) }
    if let memory = options.data.memory.memory { list.append(("--memory", "\(memory)")) }
    return list
  }

  /// Options that name files, and those files.
  static func files(_ options: FilmOptions) -> [(name: String, path: String)] {
    let data = options.data
    return data.dem.map { ("--dem", $0) } + data.buildings.map { ("--buildings", $0) }
      + data.roads.map { ("--roads", $0) } + data.landCover.map { ("--land-cover", $0) }
      + data.overlay.map { ("--overlay", $0) }
      + [
        ("--imagery", options.map.imagery), ("--font", options.ornaments.typeface.font),
        ("--tile-cache", data.elevation.tileCache),
      ].compactMap { name, path in path.map { (name, $0) } }
  }

  private static func number(_ value: Double) -> String { JSONNumber.short(value) }

  private static func numbers(_ values: [Double]) -> String {
    values.map(number).joined(separator: ",")
  }

  private static func text(_ filter: PointOfInterestFilter) -> String {
    func list(_ categories: Set<PointOfInterestCategory>) -> String {
      categories.map(\.rawValue).sorted().joined(separator: ",")
    }
    return switch filter {
    case .includingAll: "all"
    case .excludingAll: "none"
    case .including(let categories): "including:\(list(categories))"
    case .excluding(let categories): "excluding:\(list(categories))"
    }
  }
}
