import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// What each pixel of a picture shows, exactly: depth, object, class, normal and position.
///
/// Each pixel tells of what lies behind its middle, (column + 0.5, row + 0.5), of the same triangles that the
/// picture is drawn of; nothing is mixed at edges. Arrays are row-major, the top row first. Overlays,
/// annotations and ornaments are not part of it, and nothing is seen through. Below a pitch of 10° buildings
/// are partly or wholly outlines painted on the ground: their pixels are the building's, with the ground's
/// depth, position and normal.
///
/// Positions are metres in the frame of the camera: in the flat map x east, y north, z up from sea level
/// below the camera's centre (``CameraView/frame``), metric at that latitude; on the globe those of the
/// tangent plane at the centre (``GlobeView/frame``).
///
/// Accuracy: what single precision keeps, 3e-7 of the depth; a position projects back into the middle of its
/// pixel within 0.01 pixels. Held by `PixelLayersTests`.
public struct PixelLayers: Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// Metres along the line of sight, above 0; infinity for the sky.
  public internal(set) var depths: [Float]
  /// Which object: 0 for the sky, 1 for the ground, else the numbers of ``PixelObjects``.
  public internal(set) var objects: [UInt32]
  /// Raw values of ``PixelClass``.
  public internal(set) var classes: [UInt8]
  /// Unit vectors in the frame, three numbers a pixel, pointing out of the surface; 0 for the sky. The
  /// ground's are those of its smooth surface, by which it is lit.
  public internal(set) var normals: [Float]
  /// Positions in the frame, three numbers a pixel; NaN for the sky.
  public internal(set) var positions: [Float]
  /// What the numbers of objects mean.
  public let numbers: PixelObjects
  /// The camera that was used, after limits, and where places are on the screen.
  public let camera: MapCamera
  public let view: any ViewProjection
  /// Pixels a point.
  public let scale: Double

  /// Bytes that the layers take for each pixel.
  public static let bytesPerPixel = 33

  /// Where the eye stands in the frame of the positions, and which way it looks.
  public var pose: CameraPose? { (view as? CameraView)?.pose ?? (view as? GlobeView)?.pose }

  /// The place of a pixel's position and its elevation; `nil` for the sky.
  public func place(x: Int, y: Int) -> (coordinate: Coordinate, elevation: Double)? {
    let n = 3 * (y * width + x)
    let p = Vector3(Double(positions[n]), Double(positions[n + 1]), Double(positions[n + 2]))
    guard p.x.isFinite else { return nil }
    if let flat = view as? CameraView { return (flat.frame.coordinate(at: p.xy), p.z) }
    guard let place = try? (view as? GlobeView)?.frame.geodetic(of: p) else { return nil }
    return (place.coordinate, place.height)
  }
}

/// What a pixel shows, in the order of ``PixelClass/rawValue``. The numbers do not change.
public enum PixelClass: UInt8, Sendable, Hashable, CaseIterable {
  case sky, terrain, water, road, building, beam, tree, model

  /// The class's name, as files and answers have it.
  public var name: String {
    switch self {
    case .sky: "sky"
    case .terrain: "terrain"
    case .water: "water"
    case .road: "road"
    case .building: "building"
    case .beam: "beam"
    case .tree: "tree"
    case .model: "model"
    }
  }
}

/// The numbers of a scene's objects in ``PixelLayers/objects``: the same in every picture of the scene.
public struct PixelObjects: Sendable, Hashable {
  /// The numbers of buildings, beams, trees and models: the first is that of the first object in the scene's list.
  public let buildings, beams, trees, models: Range<UInt32>

  init(_ scene: Scene) {
    let numbers = ObjectNumbers(scene)
    func range(_ first: UInt32, _ count: Int) -> Range<UInt32> {
      (2 + first)..<(2 + first + UInt32(truncatingIfNeeded: count))
    }
    buildings = range(numbers.building(0), scene.buildings.count)
    beams = range(numbers.beam(0), scene.beams.count)
    trees = range(numbers.tree(0), scene.trees.count)
    models = range(numbers.model(0), scene.models.count)
  }

  /// The kind of an object and its number in the scene's list, as `SolidPicker` tells them; `nil` for
  /// ground and sky.
  public func object(_ number: UInt32) -> (kind: PixelClass, index: Int)? {
    for (kind, range) in [
      (PixelClass.building, buildings), (.beam, beams), (.tree, trees), (.model, models),
    ] where range.contains(number) {
      return (kind, Int(number - range.lowerBound))  // checked: widens
    }
    return nil
  }
}

extension SceneRenderer {
  /// What each pixel of a picture shows: the layers for measuring beside ``render(camera:options:progress:)``.
  ///
  /// - Parameters:
  ///   - camera: the view; limits are applied as for the picture.
  ///   - options: size, scale, field of view, limits, projection, elevation style, quality (how fine the
  ///     ground is), threads; samples, light, overlays and annotations do not matter.
  ///   - progress: as for a picture.
  /// - Returns: ``PixelLayers/bytesPerPixel`` bytes for each pixel; who calls checks the size.
  /// - Throws: `DomainError`, ``RenderError``.
  public func layers(
    camera: MapCamera, options: RenderOptions = RenderOptions(),
    progress: (@Sendable (Double, String) -> Bool)? = nil
  ) throws -> PixelLayers {
    var options = options.configured(for: scene)
    // The ground is as flat as that of the picture.
    options.elevationStyle = options.drawnElevationStyle(of: scene)
    options.flattening = .none
    options.samples = 1
    options.showsOverlays = false
    options.overlays = []
    options.annotations = []
    options.showsAnnotations = false
    return try withTask(camera, options, progress) { task throws(RenderError) in try task.layers() }
  }
}
