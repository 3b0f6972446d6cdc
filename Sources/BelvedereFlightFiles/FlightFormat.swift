/// A form in which flights are kept, by this and by other programs.
///
/// What each carries is in ``FlightFile``; what is lost, every writer and reader answers as ``FlightLoss``.
public enum FlightFormat: String, CaseIterable, Sendable {
  /// Cameras with their times as JSON, with all digits.
  case json
  /// A camera a line: `time,latitude,longitude,distance,pitch,heading,fieldOfView`.
  case csv
  /// `gx:Tour` of KML 2.2 with `LookAt` or `Camera`.
  case kml
  /// A packet with position and orientation, as Cesium reads it.
  case czml
  /// An animated camera of glTF 2.0, as JSON with its numbers in base64.
  case gltf
  /// The same as one binary file; read only.
  case glb
  /// Keyframes of MapLibre GL and Mapbox GL: centre, zoom, bearing, pitch.
  case maplibre
  /// The properties of `MKMapCamera` with a time each.
  case mapkit
  /// COLMAP's `images.txt`, with `cameras.txt` and `points3D.txt` beside it.
  case colmap
  /// `transforms.json` of NeRF and its successors.
  case nerf

  /// The format of a file by its name: by its ending, and of `.json` and `.txt` by more of the name.
  ///
  /// - Returns: `nil` for an ending that is none of these.
  public init?(fileName: String) {
    let name = fileName.split(separator: "/").last.map { $0.lowercased() } ?? ""
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1, let ending = parts.last else { return nil }
    let before = parts[parts.count - 2]
    switch ending {
    case "json":
      switch before {
      case "transforms", "nerf": self = .nerf
      case "maplibre", "mapbox", "mapkit":
        self = before == "mapkit" ? .mapkit : .maplibre
      default: self = .json
      }
    case "txt":
      guard before == "images" else { return nil }
      self = .colmap
    case "kml", "csv", "czml", "gltf", "glb": self = FlightFormat(rawValue: ending) ?? .json
    default: return nil
    }
  }
}
