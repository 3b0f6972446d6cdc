import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereText

/// Where labels and ornaments stand, before they are drawn.
struct PlacedLabels {
  var drawn = DrawnAnnotations()
  /// The ornaments but for whom the picture is owed to, which is known when all of it is drawn.
  var corners: [[MarkShape]] = []
  var hasAttribution = false
  /// As they are drawn; in a film those among them that have just gone.
  var marks: [PlacedMark] = []
  var names: [DrawnName] = []
}

/// Labels into which those of a picture fade.
struct OtherLabels {
  let labels: PlacedLabels
  let share: FadingShare
}

/// What was drawn over a picture.
struct DrawnAnnotations {
  var annotations: [RenderedAnnotation] = []
  var roadNames: [RenderedRoadName] = []
  var memory: PlacementMemory?
  var warnings: [String] = []
}

extension RenderTask {
  /// Where annotations are; `nil` where none are drawn.
  func annotationSurvey() -> AnnotationSurvey? {
    let annotations = shownAnnotations
    guard !annotations.isEmpty else { return nil }
    return AnnotationSurvey(
      annotations, options.configuration ?? MapConfiguration(), projection, ground: ground,
      extrusion: Extrusion(part: extrusion, style: options.elevationStyle),
      roofs: renderer.roofIndex)
  }

  /// The scene's annotations and the picture's own; where the scene's are not shown they keep their numbers.
  private var shownAnnotations: [Annotation] {
    let scenes = renderer.scene.annotations
    if options.showsAnnotations {
      // A copy of many would take as much memory again.
      return options.annotations.isEmpty ? scenes : scenes + options.annotations
    }
    guard !options.annotations.isEmpty else { return [] }
    return scenes.map {
      var hidden = $0
      hidden.coordinate = Coordinate(latitude: .nan, longitude: .nan)
      return hidden
    } + options.annotations
  }

  /// Whether texts are bright: from when a picture is half as bright as one by day.
  private func isDark(_ sunElevation: Double) -> Bool {
    sunElevation < 2 || MapTheme(options.configuration ?? MapConfiguration()).isDark
  }

  /// What could not be read of colour tiles.
  var tileProblems: [String] {
    let imagery = [options.configuration?.imagery].compactMap(\.self)
    return Set(imagery + overlays.layers.map(\.tiles)).compactMap(\.problem).sorted()
  }

  /// Whether a picture is no frame of a film.
  private var isStill: Bool { options.annotationMemory == nil && options.annotationLink == nil }

  /// What the frame before shows; `nil` for a picture that is none of a film.
  var labelsBefore: PlacementMemory? {
    options.annotationLink?.before() ?? options.annotationMemory
  }

  /// How texts are drawn where the sun stands so high, in degrees: bright in the dark.
  private func drawing(_ sunElevation: Double) -> MarkDrawing {
    MarkDrawing(
      scale: options.scale, fonts: fonts, colors: isDark(sunElevation) ? .dark : .light,
      isStill: isStill)
  }

  /// Draws annotations and ornaments over a finished picture.
  ///
  /// - Parameters:
  ///   - others: into which they fade; `nil` for none.
  ///   - sunElevation: degrees.
  func draw(
    _ labels: PlacedLabels, fadingInto others: OtherLabels?, on pixels: inout PixelBuffer,
    sunElevation: Double
  ) {
    let drawing = drawing(sunElevation)
    var (names, marks) = (labels.names, labels.marks)
    if let others {
      let width = viewSize.x
      func share(_ place: Vector2) -> Double { others.share.value(at: place.x / width) }
      names = DrawnName.mixed(names, others.labels.names, share: share)
      marks = PlacedMark.mixed(marks, others.labels.marks, share: share)
    }
    let named = drawing.shapes(of: names, threads: threads)
    var shapes = Array(labels.corners.joined())
    if labels.hasAttribution { shapes += drawing.attribution(attributions, size: viewSize) }
    pixels.withBytes { base in
      let (width, height, bits) = (view.width, view.height, options.depth)
      MarkDrawing.draw(
        named, on: base, width: width, height: height, bits: bits, threads: threads)
      drawing.draw(marks, on: base, width: width, height: height, bits: bits, threads: threads)
      MarkDrawing.draw(
        shapes, on: base, width: width, height: height, bits: bits, threads: threads)
    }
  }

  /// What texts have that no font has.
  private func missingCharacters(
    of placed: [PlacedMark], _ names: [String], _ fonts: FontStack
  ) -> MissingCharacters {
    var missing = MissingCharacters()
    for name in names { missing.add(name, fonts: fonts) }
    for item in placed {
      if case .marker(let style) = item.mark.appearance {
        missing.add(String(style.glyph.prefix(3)), fonts: fonts)
      }
      guard item.text != nil else { continue }
      missing.add(item.mark.title, fonts: fonts)
      missing.add(item.mark.subtitle, fonts: fonts)
    }
    return missing
  }

  /// What of a survey finds room beside the ornaments.
  ///
  /// - Parameter sunElevation: degrees.
  func placed(_ survey: LabelSurvey, sunElevation: Double) -> PlacedLabels {
    var labels = PlacedLabels()
    let ornaments = options.ornaments ?? renderer.scene.ornaments
    guard !survey.isEmpty || !ornaments.isEmpty else {
      labels.drawn.memory = memory(ofNothingAfter: survey.before)
      return labels
    }
    let drawing = drawing(sunElevation)
    let size = viewSize
    labels.corners = ornamentShapes(ornaments, drawing, size, &labels.drawn)
    labels.hasAttribution = ornaments.showsAttribution
    guard !survey.isEmpty else {
      labels.drawn.memory = memory(ofNothingAfter: survey.before)
      return labels
    }
    var reserved = labels.corners
    if labels.hasAttribution {
      reserved.append(drawing.attribution(possibleAttributions, size: size))
    }
    let placement = place(survey, size, reserved: reserved.compactMap(drawing.space))
    labels.marks = placement.drawn
    let memory = isStill ? nil : placement.memory
    labels.names = survey.names?.drawn(placement.names, in: memory) ?? []
    labels.drawn.annotations = placement.placed.map(RenderedAnnotation.init)
    labels.drawn.roadNames = placement.names.compactMap { survey.names?.rendered($0) }
    labels.drawn.memory = placement.memory
    labels.drawn.warnings += [
      missingCharacters(of: placement.placed, labels.drawn.roadNames.map(\.name), fonts).warning
    ].compactMap(\.self)
    return labels
  }

  /// - Returns: marks whose members are numbers in the scene's list, and the numbers of the names' sightings.
  private func place(
    _ survey: LabelSurvey, _ size: Vector2, reserved: [ScreenShape]
  ) -> Placement {
    let before = survey.before
    let (marks, covered) = survey.annotations?.marks(after: before) ?? ([], [])
    let (labels, numbers) = survey.names?.labels() ?? ([], [])
    var placement = MarkPlacement(size: size, fonts: fonts)
    placement.reserved = reserved
    placement.clusterAnchor = { members in
      self.clusterAnchor(members.map { marks[$0].key }, survey.annotations?.annotations ?? [])
    }
    var found = placement.place(marks, labels, after: before)
    // From numbers in the list of marks to those in the scene's.
    for i in found.placed.indices {
      found.placed[i].members = found.placed[i].members.map { marks[$0].key }
    }
    for i in found.drawn.indices {
      found.drawn[i].members = found.drawn[i].members.map { marks[$0].key }
    }
    found.names = found.names.map { numbers[$0] }
    found.memory.cover(covered, after: before)
    if before != nil, let annotations = survey.annotations {
      for i in found.drawn.indices {
        let members = found.drawn[i].members
        let opacities = members.map { annotations.opacity(of: $0, in: found.memory) }
        let lasting = members.map { annotations.opacity(of: $0, isCovered: covered.contains($0)) }
        found.drawn[i].mark.opacity *= (opacities.max() ?? 1) / (lasting.max() ?? 1)
      }
    }
    return found
  }

  /// What a frame without labels gives to the next one.
  func memory(ofNothingAfter before: PlacementMemory?) -> PlacementMemory? {
    before.map { MarkPlacement(size: viewSize, fonts: fonts).place([], after: $0).memory }
  }

  /// The ornaments one by one.
  private func ornamentShapes(
    _ ornaments: MapOrnaments, _ drawing: MarkDrawing, _ size: Vector2,
    _ drawn: inout DrawnAnnotations
  ) -> [[MarkShape]] {
    var shapes: [[MarkShape]] = []
    if let bar = ornaments.scaleBar.formatter {
      if let length = scaleBar(isImperial: ornaments.scaleBar == .imperial, size) {
        shapes.append(drawing.scaleBar(length, bar, height: size.y))
      } else {
        drawn.warnings.append(
          "the scale bar is left out: the lower left corner of the picture shows no ground, or too "
            + "little of it")
      }
    }
    let isTurned = abs(wrappedLongitude(camera.heading)) > 0.05
    if ornaments.compass == .visible || (ornaments.compass == .adaptive && isTurned) {
      shapes.append(drawing.compass(heading: camera.heading, width: size.x))
    }
    return shapes
  }

  /// The picture's size in points.
  private var viewSize: Vector2 {
    Vector2(projection.viewport.width, projection.viewport.height)
  }

  var fonts: FontStack { options.fonts ?? renderer.fonts() }

  /// The middle of annotations' places on the ground, on the screen.
  private func clusterAnchor(
    _ indices: [Int], _ annotations: [Annotation]
  ) -> (anchor: Vector2, depth: Double)? {
    let middle: Coordinate
    if projection is GlobeView {
      // The map ends before the poles.
      let places = indices.compactMap {
        try? Ellipsoid.wgs84.ecef(of: GeodeticPosition(annotations[$0].coordinate, height: 0))
      }
      let mean = places.reduce(Vector3.zero, +) / Double(max(places.count, 1))
      guard let found = try? Ellipsoid.wgs84.geodetic(ofECEF: mean) else { return nil }
      middle = found.coordinate
    } else {
      let frame = LocalFrame(origin: annotations[indices[0]].coordinate)
      var sum = Vector2.zero
      for i in indices { sum += frame.position(of: annotations[i].coordinate) }
      middle = frame.coordinate(at: sum / Double(indices.count))
    }
    return projection.project(middle, elevation: ground.elevation(middle)).screen
      .map { ($0.point, $0.depth) }
  }

  /// How long a bar in the lower left corner is: what its two ends are apart on the ground under it.
  private func scaleBar(isImperial: Bool, _ size: Vector2) -> ScaleBarLength? {
    let start = MarkDrawing.barStart(height: size.y)
    // The ground under the bar's middle, found by going down to it again and again.
    var elevation = ground.elevation(camera.centerCoordinate)
    for _ in 0..<4 {
      let middle = start + Vector2(MarkDrawing.maximumBar / 2, 0)
      guard let place = projection.unproject(middle, elevation: elevation).coordinate else {
        return nil
      }
      elevation = ground.elevation(place)
    }
    guard let left = projection.unproject(start, elevation: elevation).coordinate else {
      return nil
    }
    let room = max(min(MarkDrawing.maximumBar, size.x * 0.4), 1)
    return ScaleBarLength.fitting(room, isImperial: isImperial) { points in
      guard
        let right = projection.unproject(start + Vector2(points, 0), elevation: elevation)
          .coordinate
      else { return nil }
      return try? Geodesic.wgs84.inverse(from: left, to: right).distance
    }
  }
}
