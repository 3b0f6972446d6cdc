import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereJSON

/// Flights as files of this and of other programs, both ways.
///
/// | format | a camera is | carries | does not carry |
/// | --- | --- | --- | --- |
/// | `json` | centre, distance, pitch, heading, field of view, time | all, to the last bit; between them the flight by its knots, within 1e-9 | – |
/// | `csv` | the same, a line each | all, to the last bit | names, and how it moves between them |
/// | `kml` | `LookAt`, or `Camera` on the globe | centre, range, tilt, heading, time, holds, bounces; the field of view as `gx:horizFov` of the viewport | – |
/// | `czml` | eye and orientation in space | the camera within 1e-9° and 1 mm, time, field of view | holds and bounces as such |
/// | `gltf` | eye and orientation in a local frame, 32 bits | 6e-8 of the distance from the origin and of a turn | field of view that changes, holds |
/// | `maplibre` | centre, zoom, bearing, pitch | the picture's scale at the centre, for a viewport | holds, bounces |
/// | `mapkit` | `MKMapCamera`'s properties | centre, distance, pitch, heading, time | field of view |
/// | `colmap` | rotation and translation, pinhole | the camera within 1e-9° and 1 mm, lens, order | times but evenly spaced |
/// | `nerf` | matrix and focal length | the camera within 1e-9° and 1 mm, lens, time | holds, bounces |
///
/// Held by `FlightFileTests`, and against other programs' readers by `FlightFilePeerTests`.
public enum FlightFile {
  /// What a file needs to know that a flight does not, and how much is read.
  public struct Options: Sendable {
    /// For what picture zooms and lenses are; its field of view where a file has none.
    public var viewport = Viewport(width: 1280, height: 720)
    /// The origin of local frames (`gltf`, `colmap`, `nerf`); `nil` takes the first camera's centre, and a
    /// file's own where it names one.
    public var origin: GeodeticPosition?
    /// Whether eyes stand over the round Earth or the flat map; `kml` and `czml` know the round one only.
    public var projection = MapProjection.globe
    /// Metres of the ground at a place: on it lie the centres of cameras of which a file knows eye and
    /// direction.
    public var elevation: @Sendable (Coordinate) -> Double = { _ in 0 }
    /// Whether `kml` is written with `Camera` instead of `LookAt`.
    public var writesEyes = false
    /// Cameras a second where a file has an order and no times.
    public var framesPerSecond = 30.0
    /// The most cameras that are read or written.
    public var maximumCameras = 100_000
    /// The most bytes that values read may take, and how deep they may nest.
    public var maximumMemory = 1 << 30
    /// How deep elements, arrays and objects may nest.
    public var maximumDepth = 64

    /// The defaults.
    public init() {}
  }

  /// A flight as bytes.
  public struct Written: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// Further files that belong beside it, by name.
    public let companions: [(name: String, bytes: [UInt8])]
    /// What the file does not carry.
    public let losses: [FlightLoss]
  }

  /// A flight from bytes.
  public struct Read: Sendable {
    /// The flight.
    public let record: FlightRecord
    /// What of the file the record does not carry.
    public let losses: [FlightLoss]
  }

  /// Writes a flight.
  ///
  /// - Parameters:
  ///   - record: at least one stop, all cameras in their domain.
  ///   - format: any but `glb`.
  /// - Throws: ``FlightFileError`` that names the stop and the field, such as `stops[3].distance`.
  public static func write(
    _ record: FlightRecord, as format: FlightFormat, options: Options = Options()
  ) throws(FlightFileError) -> Written {
    try check(record, options)
    switch format {
    case .json: return JSONFlight.write(record)
    case .csv: return CSVFlight.write(record)
    case .kml: return try KMLFlight.write(record, options)
    case .czml: return try CZMLFlight.write(record, options)
    case .gltf: return try GLTFFlight.write(record, options)
    case .glb:
      throw FlightFileError(.unsupported, "flights are written as .gltf, not as .glb")
    case .maplibre: return MapLibreFlight.write(record, options)
    case .mapkit: return MapKitFlight.write(record)
    case .colmap: return try COLMAPFlight.write(record, options)
    case .nerf: return try NeRFFlight.write(record, options)
    }
  }

  /// The knots of a flight as the member `knots` of `json` has them: what makes it the same flight when it is read.
  ///
  /// Beside a camera's members each has `time`, `velocity` and `acceleration` with `east` and `north` in metres,
  /// `logDistance`, and `pitch`, `heading` and `fieldOfView` in degrees, per second and per second squared; what is left
  /// out is 0. `isKeyframe` is true where the flight was planned through the camera.
  public static func knots(of path: CameraPath) -> JSONValue { KnotsJSON.value(path.knots()) }

  /// Reads a flight.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - format: what it is.
  ///   - companions: files beside it by name: `cameras.txt` for `colmap`.
  /// - Throws: ``FlightFileError`` that names the place.
  public static func read(
    _ bytes: [UInt8], as format: FlightFormat, companions: [String: [UInt8]] = [:],
    options: Options = Options()
  ) throws(FlightFileError) -> Read {
    let read: Read =
      switch format {
      case .json: try JSONFlight.read(bytes, options)
      case .csv: try CSVFlight.read(bytes, options)
      case .kml: try KMLFlight.read(bytes, options)
      case .czml: try CZMLFlight.read(bytes, options)
      case .gltf, .glb: try GLTFFlight.read(bytes, options)
      case .maplibre: try MapLibreFlight.read(bytes, options)
      case .mapkit: try MapKitFlight.read(bytes, options)
      case .colmap: try COLMAPFlight.read(bytes, companions, options)
      case .nerf: try NeRFFlight.read(bytes, options)
      }
    try check(read.record, options)
    return read
  }

  /// Which format some bytes look like, whatever their name; JSON is told by its members.
  public static func sniff(_ bytes: [UInt8], options: Options = Options()) -> FlightFormat? {
    let start = bytes.prefix(4096)
    if start.starts(with: Array("glTF".utf8)) { return .glb }
    guard let first = start.first(where: { $0 > 32 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF })
    else { return nil }
    switch first {
    case UInt8(ascii: "<"): return .kml
    case UInt8(ascii: "t"): return .csv
    case UInt8(ascii: "#"): return .colmap
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard let value = try? JSONFields.parse(bytes, options) else { return nil }
      return format(of: value)
    default: return nil
    }
  }

  /// Which format a JSON value is.
  static func format(of root: JSONFields) -> FlightFormat {
    if root.has("asset") { return .gltf }
    if root.has("frames"), root.has("camera_angle_x") || root.has("fl_x") || root.has("w") {
      return .nerf
    }
    let items = (try? root.has("keyframes") ? root.items("keyframes") : root.items()) ?? []
    guard let first = items.first else { return .json }
    if (try? first.string("id")) == "document" { return .czml }
    if first.has("zoom") { return .maplibre }
    if first.has("centerCoordinateDistance") { return .mapkit }
    return .json
  }

  /// Throws where a stop is none that files and flights can hold.
  static func check(_ record: FlightRecord, _ options: Options) throws(FlightFileError) {
    guard !record.stops.isEmpty else { throw FlightFileError(.value, "there is no camera in it") }
    guard record.stops.count <= options.maximumCameras else {
      throw FlightFileError(
        .tooLarge, "\(record.stops.count) cameras are more than \(options.maximumCameras)")
    }
    for (i, stop) in record.stops.enumerated() {
      let place = "stops[\(i)]"
      do throws(DomainError) { try stop.camera.validate(for: .globe) } catch {
        throw FlightFileError(error, at: place)
      }
      var times = [("hold", stop.hold)]
      switch stop.arrival {
      case .smooth(let seconds), .bounce(let seconds): times.append(("arrival", seconds))
      case .untimed, .cut: break
      }
      for (name, value) in times where !(value >= 0 && value <= 1e9) {
        throw FlightFileError(
          .value, at: "\(place).\(name)", "must be seconds from 0 to 1e9, got \(value)")
      }
      guard stop.fieldOfView >= 0.1, stop.fieldOfView <= 179 else {
        throw FlightFileError(
          .value, at: "\(place).fieldOfView",
          "must be between 0.1 and 179 degrees, got \(stop.fieldOfView)")
      }
    }
  }
}

extension FlightFileError {
  /// A value outside its domain, its field named within a place.
  init(_ error: DomainError, at place: String) {
    self.init(
      .value, at: place.isEmpty ? error.field : "\(place).\(error.field)",
      "must be \(error.allowed), got \(error.value)")
  }
}
