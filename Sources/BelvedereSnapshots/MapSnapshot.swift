import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneRendering

/// A picture of a map, and where things are in it.
public struct MapSnapshot: Sendable {
  /// The picture, of the options' size times their scale, in pixels.
  public let image: Image
  /// The same with all else that is known of its making; `nil` of a placeholder.
  public let rendered: RenderedImage?
  /// The options that it was made with.
  public let options: SnapshotOptions
  /// Why this is a placeholder; `nil` of a picture of the map.
  public let failure: SnapshotError?
  /// What the picture does not show as asked.
  public let warnings: [String]
  private let studio: SnapshotStudio?

  /// Whether the options' placeholder stands in for the picture.
  public var isPlaceholder: Bool { failure != nil }
  /// The camera that was used, after limits; `nil` of a placeholder.
  public var camera: MapCamera? { rendered?.camera }

  init(
    _ rendered: RenderedImage, _ studio: SnapshotStudio, _ options: SnapshotOptions,
    warnings: [String]
  ) {
    image = rendered.image
    self.rendered = rendered
    self.options = options
    self.studio = studio
    self.warnings = rendered.warnings + warnings
    failure = nil
  }

  init(placeholder: Image, failure: SnapshotError, _ options: SnapshotOptions) {
    image = placeholder
    rendered = nil
    self.options = options
    self.failure = failure
    warnings = []
    studio = nil
  }

  /// The point of the picture that shows a place, whether something stands before it or not.
  ///
  /// - Parameters:
  ///   - coordinate: degrees.
  ///   - elevation: metres above the datum as they are drawn; `nil` for the ground, drawn in the snapshot's
  ///     elevation style.
  /// - Returns: points from the picture's upper left corner, x to the right, y down; outside of it for a
  ///   place beside it; `nil` for one beside or behind the eye, behind the globe's curve, or of a
  ///   placeholder. Times the scale these are pixels.
  ///
  /// Accuracy: 1e-9 points over what a double holds of the place; `MapSnapshotTests` compares with marks
  /// in pictures.
  public func point(for coordinate: Coordinate, elevation: Double? = nil) -> Vector2? {
    guard let rendered, let studio else { return nil }
    let height =
      elevation
      ?? studio.renderer.groundElevation(coordinate) * options.drawnElevationStyle(of: studio.scene)
    return rendered.view.project(coordinate, elevation: height).point
  }

  /// The place on the ground under a point of the picture, as if nothing stood on it.
  ///
  /// - Parameter point: points from the picture's upper left corner.
  /// - Returns: the first ground that the line of sight meets; `nil` for the sky, for a point that is not
  ///   finite, and of a placeholder. Ground of so many samples that it is not held in memory is taken as
  ///   level there.
  ///
  /// Accuracy: the bilinear ground within 1e-9 of the distance (`CameraView.unproject(_:onto:farDepth:)`).
  public func coordinate(for point: Vector2) -> Coordinate? {
    guard let rendered, let studio else { return nil }
    let style = options.drawnElevationStyle(of: studio.scene)
    guard style > 0, let surface = studio.surface(style: style) else {
      return rendered.view.unproject(point, elevation: rendered.view.groundElevation).coordinate
    }
    return surface.unproject(point, in: rendered.view).coordinate
  }
}

extension SnapshotOptions.Placeholder {
  /// The picture that stands in.
  func image(for options: SnapshotOptions) -> Image {
    switch self {
    case .image(let image): return image
    case .color(let color):
      func byte(_ v: Double) -> UInt8 { UInt8(clamping: Int(clamping: v * 255, in: 0...255)) }
      let side = { (points: Int) in Int(clamping: Double(points) * options.scale, in: 1...(1 << 24))
      }
      return Image(
        width: side(options.width), height: side(options.height),
        fill: (byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha)))
    }
  }
}

extension SnapshotOptions {
  /// Refuses what makes no sense before memory is allocated for it.
  func check() throws(SnapshotError) {
    func check(_ value: Double, _ field: String, _ isAllowed: Bool, _ allowed: String)
      throws(SnapshotError)
    {
      guard isAllowed else {
        throw .invalid(DomainError(field: field, value: value, allowed: allowed))
      }
    }
    try check(Double(width), "width", width >= 1, "at least 1 point")
    try check(Double(height), "height", height >= 1, "at least 1 point")
    try check(scale, "scale", scale > 0 && scale <= 4, "above 0, at most 4")
    let samples = samples ?? quality.samples
    try check(Double(samples), "samples", [1, 4, 8].contains(samples), "1, 4 or 8")
    try check(Double(depth), "depth", depth == 8 || depth == 16, "8 or 16")
    try check(
      elevationStyle, "elevationStyle", elevationStyle >= 0 && elevationStyle <= 1, "within 0...1")
    if let view = fieldOfView {
      try check(view, "fieldOfView", view > 0 && view < 180, "above 0, below 180 degrees")
    }
  }
}
