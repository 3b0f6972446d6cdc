import ArgumentParser
import Belvedere

extension MapProjection: ExpressibleByArgument {}

/// Where the camera is. What is given replaces the part of the scene's camera that it names.
struct CameraOptions: ParsableArguments {
  @Option(name: .long, help: "A camera of the scene, by name.")
  var camera: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Look at this place.", valueName: "lat,lon"),
    transform: NumberList.coordinate)
  var center: Coordinate?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Metres from that place to the eye, along the line of sight.", valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 1e9) })
  var distance: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Metres of the eye above that place, instead of --distance.", valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 1e9) })
  var altitude: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("0 looks straight down, 90 at the horizon.", valueName: "degrees"),
    transform: { try RangedNumber.parse($0, "a number of degrees", 0...90) })
  var pitch: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Clockwise from north.", valueName: "degrees"),
    transform: { try RangedNumber.parse($0, "a number of degrees", -3600...3600) })
  var heading: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Look at this place from --eye.", valueName: "lat,lon"),
    transform: NumberList.coordinate)
  var lookAt: Coordinate?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The place below the eye.", valueName: "lat,lon"),
    transform: NumberList.coordinate)
  var eye: Coordinate?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Metres of the eye above the ground at --look-at.", valueName: "m"),
    transform: { try RangedNumber.positive($0, "a number of metres", upTo: 1e9) })
  var eyeAltitude: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Vertical field of view. (default: the camera's, else 30)", valueName: "degrees"),
    transform: { try RangedNumber.parse($0, "a number of degrees", 0.1...179) })
  var fov: Double?

  @Flag(name: .long, help: "Allow any pitch at any distance.")
  var noPitchLimit = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The Earth's shape: the flat map, or the globe of WGS 84 with its horizon, from 2 m to "
        + "space. (default: the scene's, else flat)", valueName: "flat|globe"))
  var projection: MapProjection?

  func validate() throws {
    if lookAt != nil || eye != nil || eyeAltitude != nil {
      guard lookAt != nil, eye != nil, eyeAltitude != nil else {
        throw ValidationError("--look-at, --eye and --eye-altitude go together; give all three")
      }
      guard center == nil, distance == nil, altitude == nil, pitch == nil, heading == nil,
        camera == nil
      else {
        throw ValidationError(
          "--look-at decides the whole camera; leave out --camera, --center, --distance, "
            + "--altitude, --pitch and --heading")
      }
    }
    if distance != nil, altitude != nil {
      throw ValidationError("--distance and --altitude mean the same; give one")
    }
  }

  /// The camera for a scene, and the vertical field of view.
  func resolve(for scene: Scene, size: PictureSize) throws -> (camera: MapCamera, fov: Double) {
    let projection = projection ?? scene.projection
    if let lookAt, let eye, let eyeAltitude {
      let camera = try MapCamera(
        lookingAtCenter: lookAt, fromEyeCoordinate: eye, eyeAltitude: eyeAltitude,
        groundElevation: scene.drawnElevation(at: lookAt), projection: projection)
      return (camera, fov ?? 30)
    }
    let base = try base(for: scene, size: size)
    var result = base.camera
    if let center { result.centerCoordinate = center }
    if let distance { result.distance = distance }
    if let pitch { result.pitch = pitch }
    if let heading { result.heading = wrappedHeading(heading) }
    if let altitude {
      result = try MapCamera(
        lookingAtCenter: result.centerCoordinate, fromAltitude: altitude, pitch: result.pitch,
        heading: result.heading)
    }
    try result.validate(for: projection)
    return (result, fov ?? base.fov)
  }

  /// Whether the camera is one that shows all of the scene, from where nobody said.
  func isFramed(_ scene: Scene) -> Bool {
    camera == nil && center == nil && distance == nil && altitude == nil && lookAt == nil
      && scene.camera == nil && scene.namedCameras.isEmpty
  }

  private func base(
    for scene: Scene, size: PictureSize
  ) throws -> (camera: MapCamera, fov: Double) {
    if let name = camera {
      guard let named = scene.namedCameras.first(where: { $0.name == name }) else {
        let names = scene.namedCameras.map(\.name)
        let hint = closestMatch(to: name, among: names).map { "did you mean \"\($0)\"?" }
        throw CommandFailure(
          .usage,
          "the scene has no camera \"\(name)\"; "
            + (hint ?? (names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))")))
      }
      return (named.camera, named.fieldOfView ?? 30)
    }
    if let camera = scene.camera { return (camera, scene.fieldOfView ?? 30) }
    if let first = scene.namedCameras.first { return (first.camera, first.fieldOfView ?? 30) }
    let view = fov ?? 30
    let aspect = Double(size.width) / Double(size.height)
    return (
      scene.framingCamera(
        aspectRatio: aspect, fieldOfView: view, pitch: pitch ?? 55,
        heading: wrappedHeading(heading ?? 0), limit: noPitchLimit ? PitchLimit.none : nil,
        projection: projection), view
    )
  }
}
