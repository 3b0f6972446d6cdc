// Flights in every form that is read.
import Belvedere
import FuzzSupport

_ = Fuzzer.run { bytes in
  var options = FlightFile.Options()
  // Else nearly all local frames end at a missing origin.
  options.origin = GeodeticPosition(latitude: 46.6, longitude: 8, height: 600)
  options.maximumCameras = 1000
  options.maximumMemory = 1 << 26
  // What comes first says how the rest is read.
  guard let first = bytes.first else { return }
  let format = FlightFormat.allCases[Int(first) % FlightFormat.allCases.count]
  let rest = Array(bytes.dropFirst())
  _ = FlightFile.sniff(rest, options: options)
  if let file = try? RouteFile(rest, options: options) {
    precondition(
      file.routes.allSatisfy { $0.coordinates.count > 1 && $0.coordinates.allSatisfy(\.isValid) },
      "a route is none")
  }
  guard
    let read = try? FlightFile.read(
      rest, as: format, companions: ["cameras.txt": rest], options: options)
  else { return }
  precondition(!read.record.stops.isEmpty, "a flight without a camera was read")
  precondition(
    read.record.stops.allSatisfy { (try? $0.camera.validate(for: .globe)) != nil },
    "a camera is none")
  guard read.record.stops.count <= 50, let path = try? read.record.path() else { return }
  precondition(path.duration.isFinite && path.duration >= 0, "a flight lasts no time")
}
