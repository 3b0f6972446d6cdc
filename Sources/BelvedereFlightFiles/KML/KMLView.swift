import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `Camera` and `LookAt` of KML.
enum KMLView {
  /// The camera of a view.
  static func stop(
    _ view: KMLScanner.View, _ options: FlightFile.Options, _ losses: inout LossList
  ) throws(FlightFileError) -> FlightRecord.Stop {
    let place = "line \(view.line)"
    let kind = view.isLookAt ? "LookAt" : "Camera"
    func value(_ name: String, _ range: ClosedRange<Double>) throws(FlightFileError) -> Double {
      let value = view.numbers[name] ?? 0
      guard range.contains(value) else {
        throw FlightFileError(
          .value, at: "\(place), \(kind) \(name)",
          "must be between \(range.lowerBound) and \(range.upperBound), got \(value)")
      }
      return value
    }
    var fieldOfView = options.viewport.fieldOfView
    if view.numbers["horizFov"] != nil {
      let horizontal = try value("horizFov", 0.01...179.9)
      fieldOfView = vertical(horizontal, options.viewport)
    } else {
      losses.note(
        "gx:horizFov", at: place, "absent; the viewport's \(fieldOfView)° upright are taken")
    }
    let target = Coordinate(
      latitude: try value("latitude", -90...90), longitude: try value("longitude", -1e6...1e6))
    let (heading, tilt) = (try value("heading", -1e6...1e6), try value("tilt", -360...360))
    let roll = try value("roll", -1e6...1e6)
    let ground = options.elevation(target)
    let altitude = try value("altitude", -1e5...1e9)
    let height: Double
    switch view.altitudeMode {
    case "absolute": height = altitude
    // An eye on the ground would see nothing: KML's reference puts it above by its altitude.
    case "clampToGround": height = view.isLookAt ? ground : ground + altitude
    case "relativeToGround": height = ground + altitude
    default:
      losses.note("altitudeMode", at: place, "the sea's floor is taken to be the ground")
      height = view.altitudeMode == "clampToSeaFloor" ? ground : ground + altitude
    }
    let pose: CameraPose
    let frame: FlightFrame
    do throws(DomainError) {
      frame = try FlightFrame(
        origin: GeodeticPosition(target, height: height), projection: .globe)
    } catch { throw FlightFileError(error, at: "\(place), \(kind)") }
    if view.isLookAt {
      let range = try value("range", 0...1e9)
      guard range > 0 else {
        throw FlightFileError(.value, at: "\(place), LookAt range", "must be above 0, got \(range)")
      }
      if height == ground, tilt >= 0, tilt <= 90 {
        return FlightRecord.Stop(
          MapCamera(
            lookingAtCenter: target, fromDistance: range, pitch: tilt, heading: heading),
          fieldOfView: fieldOfView)
      }
      let axes = LocalAxes(heading: heading, pitch: tilt)
      pose = CameraPose(
        eye: axes.forward * -range, forward: axes.forward, right: axes.right, up: axes.up)
      losses.note(
        "altitude", at: place,
        "the point looked at is above the ground; the ground behind it is taken")
    } else {
      // KML's positive roll turns left.
      let axes = LocalAxes(heading: heading, pitch: tilt, roll: -roll)
      pose = CameraPose(eye: .zero, forward: axes.forward, right: axes.right, up: axes.up)
    }
    guard let (camera, rolled) = frame.camera(of: pose, elevation: options.elevation) else {
      throw FlightFileError(
        .unsupported, at: "\(place), \(kind)",
        "its line of sight does not end on the ground (tilt \(tilt)° at \(height) m); only cameras that "
          + "look down at it can be flown")
    }
    if abs(rolled) > PoseReader.leastRoll {
      losses.note("roll", at: place, "cameras over a map have none; taken as 0")
    }
    return FlightRecord.Stop(camera, fieldOfView: fieldOfView)
  }

  /// A view as text.
  static func text(
    _ stop: FlightRecord.Stop, _ options: FlightFile.Options, indentation: String,
    at moment: String,
    _ losses: inout LossList
  ) throws(FlightFileError) -> String {
    let camera = stop.camera
    var fields: [(String, String)]
    let horizontal = horizontal(stop.fieldOfView, options.viewport)
    if options.writesEyes {
      let place = camera.centerCoordinate
      do throws(DomainError) {
        let frame = try FlightFrame(
          origin: GeodeticPosition(place, height: options.elevation(place)), projection: .globe)
        let pose = try frame.pose(of: camera, elevation: options.elevation(place))
        if frame.hidesCenter(of: camera, pose, options) { losses.noteHiddenCenter(at: moment) }
        let eye = try frame.geodetic(of: pose.eye)
        let there = try FlightFrame(origin: eye, projection: .globe)
        let angles = frame.axes(pose, in: there).angles()
        fields = [
          ("longitude", number(wrappedLongitude(eye.longitude))),
          ("latitude", number(eye.latitude)), ("altitude", number(eye.height)),
          ("heading", number(angles.heading)), ("tilt", number(angles.pitch)),
          ("roll", number(-angles.roll)), ("altitudeMode", "absolute"),
        ]
      } catch { throw FlightFileError(error, at: "") }
    } else {
      fields = [
        ("longitude", number(wrappedLongitude(camera.centerCoordinate.longitude))),
        ("latitude", number(camera.centerCoordinate.latitude)), ("altitude", "0"),
        ("heading", number(camera.heading)), ("tilt", number(camera.pitch)),
        ("range", number(camera.distance)), ("altitudeMode", "relativeToGround"),
      ]
    }
    fields.append(("gx:horizFov", number(horizontal)))
    let name = options.writesEyes ? "Camera" : "LookAt"
    let lines = fields.map { "\(indentation)  <\($0.0)>\($0.1)</\($0.0)>" }
    return (["\(indentation)<\(name)>"] + lines + ["\(indentation)</\(name)>"])
      .joined(separator: "\n")
  }

  private static func horizontal(_ vertical: Double, _ viewport: Viewport) -> Double {
    degrees(2 * atan(tan(vertical * .pi / 360) * viewport.width / viewport.height))
  }

  private static func vertical(_ horizontal: Double, _ viewport: Viewport) -> Double {
    degrees(2 * atan(tan(horizontal * .pi / 360) * viewport.height / viewport.width))
  }
}

/// A number with all its digits.
func number(_ value: Double) -> String { JSONWriter.number(value) }
