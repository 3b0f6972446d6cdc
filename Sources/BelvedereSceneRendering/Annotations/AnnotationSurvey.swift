import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

/// Where a scene's annotations are on the screen, and which of them are covered.
struct AnnotationSurvey {
  /// An annotation that may show.
  struct Sighting: Sendable {
    /// Its number in the scene's list.
    var index: Int
    /// Points.
    var anchor: Vector2
    /// Metres along the line of sight.
    var depth: Double
    /// Where it is looked for whether its place is covered: a little above the place.
    var lifted: ScreenPoint?
    /// The part of the pixels there that show something nearer, 0 to 1.
    var covered = 0.0
  }

  /// Those of the scene and of the picture's own.
  let annotations: [Annotation]
  let configuration: MapConfiguration
  let view: any ViewProjection
  private(set) var sightings: [Sighting] = []

  /// Points around the picture within which a place may have an annotation that reaches into it, beside
  /// that of a picture.
  private static let margin = 240.0
  /// Points by which the place that is looked at lies above its ground.
  private static let lift = 2.5

  /// - Parameters:
  ///   - configuration: which of the annotations are shown.
  ///   - ground: as it is drawn.
  ///   - extrusion: the part of their height that buildings have.
  init(
    _ annotations: [Annotation], _ configuration: MapConfiguration, _ view: any ViewProjection,
    ground: DrawnGround, extrusion: Extrusion,
    roofs: () -> RoofIndex
  ) {
    self.annotations = annotations
    self.configuration = configuration
    self.view = view
    var index: RoofIndex?
    let range = ground.range
    for (i, annotation) in annotations.enumerated() where configuration.shows(annotation) {
      guard annotation.coordinate.isValid,
        mayShow(annotation, between: range)
      else { continue }
      let elevation: Double
      switch annotation.elevation {
      case .aboveSea(let height): elevation = height * ground.factor
      case .aboveGround(let height):
        elevation = ground.elevation(annotation.coordinate) + height * extrusion.style
      case .aboveRoof(let height):
        let known = configuration.showsBuildings ? index ?? roofs() : nil
        index = known
        let roof = known?.roof(
          over: annotation.coordinate, extrusion: extrusion.part,
          ground: { ground.elevation($0) })
        elevation = (roof ?? ground.elevation(annotation.coordinate)) + height * extrusion.style
      }
      guard elevation.isFinite,
        case .point(let place) = view.project(annotation.coordinate, elevation: elevation),
        isNear(place.point, annotation)
      else { continue }
      let up = Self.lift * place.depth / view.viewport.focalLength
      let lifted = view.project(annotation.coordinate, elevation: elevation + up).screen
      sightings.append(
        Sighting(index: i, anchor: place.point, depth: place.depth, lifted: lifted))
    }
  }

  /// Whether a place may be seen, whatever the ground's elevation is.
  private func mayShow(_ annotation: Annotation, between range: ClosedRange<Double>) -> Bool {
    guard case .aboveGround(let height) = annotation.elevation else { return true }
    let low = view.project(annotation.coordinate, elevation: range.lowerBound + min(height, 0))
    let high = view.project(annotation.coordinate, elevation: range.upperBound + max(height, 0))
    guard let a = low.screen, let b = high.screen else {
      return low.screen != nil || high.screen != nil
    }
    let reach = margin(of: annotation)
    let size = view.viewport
    return max(a.x, b.x) > -reach && min(a.x, b.x) < size.width + reach
      && max(a.y, b.y) > -reach && min(a.y, b.y) < size.height + reach
  }

  private func margin(of annotation: Annotation) -> Double {
    guard case .image(let picture) = annotation.appearance else { return Self.margin }
    let (size, offset, anchor) = (picture.size, picture.centerOffset, picture.anchor)
    return Self.margin + max(abs(offset.x), abs(offset.y))
      + max(size.x, size.y) * (1 + max(abs(anchor.x), abs(anchor.y)))
  }

  private func isNear(_ p: Vector2, _ annotation: Annotation) -> Bool {
    let reach = margin(of: annotation)
    return p.x > -reach && p.y > -reach && p.x < view.viewport.width + reach
      && p.y < view.viewport.height + reach
  }

  /// Looks which places are covered by what a band of the picture shows.
  ///
  /// - Parameters:
  ///   - frame: a band with all objects.
  ///   - scale: pixels a point.
  mutating func look(at frame: Frame, _ band: RenderBand, scale: Double) {
    for n in sightings.indices {
      guard annotations[sightings[n].index].occlusion != .shown,
        let place = sightings[n].lifted
      else { continue }
      let x = Int(flooring: place.x * scale, in: -1...frame.view.width)
      let y = Int(flooring: place.y * scale, in: -1...(1 << 24))
      guard band.rows.contains(y), x >= 0, x < frame.view.width else { continue }
      sightings[n].covered = Self.covered(
        frame.visibility, x, y - band.drawn.lowerBound, depth: place.depth)
    }
  }

  /// The part of the samples around a pixel that are nearer than a depth.
  static func covered(
    _ visibility: VisibilityBuffer, _ x: Int, _ y: Int, depth: Double
  ) -> Double {
    // What is drawn follows the ground to half a pixel; a thousandth of the distance is far more.
    let limit = Float(1 / (depth * (1 - 1e-3)))
    var (nearer, count) = (0, 0)
    for row in max(y - 1, 0)...min(y + 1, visibility.height - 1) {
      for column in max(x - 1, 0)...min(x + 1, visibility.width - 1) {
        for sample in 0..<visibility.samples {
          count += 1
          if visibility.depthValue(x: column, y: row, sample: sample) > limit { nearer += 1 }
        }
      }
    }
    return count > 0 ? Double(nearer) / Double(count) : 0
  }
}
