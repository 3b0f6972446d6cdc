import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

extension FlightRecord {
  /// Every stop as moments in time: one where the camera passes, two where it rests. What a list of
  /// moments cannot say is noted.
  func moments(_ losses: inout LossList) -> [(time: Double, stop: Stop)] {
    let times = times
    var result: [(time: Double, stop: Stop)] = []
    for (i, stop) in stops.enumerated() {
      let place = "stops[\(i)]"
      if i > 0 {
        switch stop.arrival {
        case .untimed:
          losses.note("arrival", at: place, "without a time; written a second after the one before")
        case .bounce:
          losses.note(
            "arrival", at: place, "a bounce is written as its two ends; sample the flight instead")
        case .cut: losses.note("arrival", at: place, "a cut is written as a movement of no time")
        case .smooth: break
        }
      }
      if let last = result.last, times[i] <= last.time {
        // Two cameras at one time are none that can be written; the later one is it.
        losses.note("time", at: place, "the same as the one before, which is left out")
        result.removeLast()
      }
      result.append((times[i], stop))
      if stop.hold > 0 { result.append((times[i] + stop.hold, stop)) }
    }
    return result
  }

  /// A record from cameras at times that must increase.
  ///
  /// - Parameter place: how a camera is called in messages.
  init(
    name: String?, moments: [(time: Double, stop: Stop)], place: (Int) -> String
  ) throws(FlightFileError) {
    var stops: [Stop] = []
    stops.reserveCapacity(moments.count)
    for (i, moment) in moments.enumerated() {
      var stop = moment.stop
      do throws(DomainError) { try stop.camera.validate(for: .globe) } catch {
        throw FlightFileError(error, at: place(i))
      }
      if i > 0 {
        let step = moment.time - moments[i - 1].time
        guard step > 0 else {
          throw FlightFileError(
            .value, at: place(i), "the time \(moment.time) must come after \(moments[i - 1].time)")
        }
        stop.arrival = .smooth(step)
      }
      stops.append(stop)
    }
    self.init(name: name, stops: stops)
  }
}

/// Eyes in a local frame, for the formats that hold nothing else.
struct PosedFlight {
  var frame: FlightFrame
  var moments: [(time: Double, pose: CameraPose, fieldOfView: Double)]

  init(
    _ record: FlightRecord, _ options: FlightFile.Options, _ losses: inout LossList
  ) throws(FlightFileError) {
    let first = record.stops[0].camera.centerCoordinate
    let origin = options.origin ?? GeodeticPosition(first, height: options.elevation(first))
    let moments = record.moments(&losses)
    var result: [(time: Double, pose: CameraPose, fieldOfView: Double)] = []
    result.reserveCapacity(moments.count)
    do throws(DomainError) {
      frame = try FlightFrame(origin: origin, projection: options.projection)
      for moment in moments {
        let camera = moment.stop.camera
        let pose = try frame.pose(
          of: camera, elevation: options.elevation(camera.centerCoordinate))
        result.append((moment.time, pose, moment.stop.fieldOfView))
        if frame.hidesCenter(of: camera, pose, options) {
          losses.noteHiddenCenter(at: "\(moment.time) s")
        }
      }
    } catch {
      throw FlightFileError(error, at: "")
    }
    self.moments = result
  }
}

/// Turns poses that were read into a record.
struct PoseReader {
  /// Degrees of roll that can be seen. On an ellipsoid, the upright of an eye and that of what it looks at
  /// differ by less.
  static let leastRoll = 1e-3

  let frame: FlightFrame
  let options: FlightFile.Options
  /// How far the axes of poses may be off.
  var noise = 1e-12
  private(set) var moments: [(time: Double, stop: FlightRecord.Stop)] = []
  private var places: [String] = []

  init(
    origin: GeodeticPosition?, projection: MapProjection, _ options: FlightFile.Options
  ) throws(FlightFileError) {
    guard let origin = options.origin ?? origin else {
      throw FlightFileError(
        .value, at: "origin",
        "the file does not say where on Earth its frame stands; give an origin")
    }
    do throws(DomainError) {
      frame = try FlightFrame(origin: origin, projection: projection)
    } catch { throw FlightFileError(error, at: "") }
    self.options = options
  }

  mutating func append(
    time: Double, pose: CameraPose, fieldOfView: Double, name: String? = nil, at place: String,
    _ losses: inout LossList
  ) throws(FlightFileError) {
    guard time.isFinite else { throw FlightFileError(.value, at: place, "a time is no number") }
    guard moments.count < options.maximumCameras else {
      throw FlightFileError(
        .tooLarge, at: place, "more than \(options.maximumCameras) cameras")
    }
    guard
      let (camera, roll) = frame.camera(
        of: pose, noise: noise, elevation: options.elevation)
    else {
      throw FlightFileError(
        .unsupported, at: place,
        "the camera's line of sight does not end on the ground; only cameras that look down at it can "
          + "be flown")
    }
    if abs(roll) > Self.leastRoll {
      losses.note("roll", at: place, "cameras over a map have none; taken as 0")
    }
    moments.append((time, FlightRecord.Stop(camera, fieldOfView: fieldOfView, name: name)))
    places.append(place)
  }

  func record(name: String?) throws(FlightFileError) -> FlightRecord {
    try FlightRecord(name: name, moments: moments) { places[$0] }
  }
}

/// The three numbers of a vector.
func triple(_ v: Vector3) -> [Double] { [v.x, v.y, v.z] }

extension FlightFrame {
  /// Whether the ground is met before a camera's centre: of an eye and a direction the centre is where it is met first.
  func hidesCenter(
    of camera: MapCamera, _ pose: CameraPose, _ options: FlightFile.Options
  ) -> Bool {
    guard let (met, _) = self.camera(of: pose, elevation: options.elevation) else { return false }
    return met.distance < 0.9999 * camera.distance - 0.01
  }
}

extension LossList {
  mutating func noteHiddenCenter(at place: String) {
    note(
      "centerCoordinate", at: place,
      "ground before it is in the way: read again over the same ground, the centre lies there")
  }
}
