import BelvedereCameraModel
import BelvedereFlightFiles
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

/// What is written is read again.
@Suite struct FlightFileTests {
  static func again(
    _ record: FlightRecord, _ format: FlightFormat, _ options: FlightFile.Options
  ) throws -> FlightRecord {
    let written = try FlightFile.write(record, as: format, options: options)
    let beside = Dictionary(written.companions.map { ($0.name, $0.bytes) }) { a, _ in a }
    return try FlightFile.read(
      written.bytes, as: format, companions: beside, options: options
    ).record
  }

  @Test(
    "A flight survives a format within 1e-9° and 1 mm",
    arguments: [
      FlightFormat.json, .csv, .kml, .czml, .nerf, .maplibre, .mapkit,
    ])
  func roundTrip(_ format: FlightFormat) {
    forEachSeed(200) { random in
      let record = RecordCases.record(&random, projection: format == .maplibre ? .flat : .globe)
      let back = try Self.again(record, format, FlightFile.Options())
      let d = RecordCases.difference(record, back)
      try check(d.sameCount, "\(back.stops.count) cameras")
      try check(d.place <= 1e-9 && d.metres <= 1e-3 && d.direction <= 1e-9, "\(d)")
      try check(d.seconds <= 1e-9 * 60, "\(d)")
      try check(format == .mapkit || d.lens <= 1e-9, "\(d)")
    }
  }

  @Test("Poses of the flat map survive, too", arguments: [FlightFormat.nerf, .colmap])
  func flatRoundTrip(_ format: FlightFormat) {
    forEachSeed(200) { random in
      let record = RecordCases.record(&random, projection: .flat)
      var options = FlightFile.Options()
      options.projection = .flat
      options.elevation = { 100 + 50 * $0.latitude }
      let back = try Self.again(record, format, options)
      let d = RecordCases.difference(record, back)
      try check(d.sameCount && d.place <= 1e-9 && d.metres <= 1e-3 && d.direction <= 2e-9, "\(d)")
    }
  }

  @Test("COLMAP keeps cameras and their lens, and says that it keeps no times")
  func colmap() throws {
    forEachSeed(200) { random in
      let record = RecordCases.record(&random)
      let back = try Self.again(record, .colmap, FlightFile.Options())
      let d = RecordCases.difference(record, back)
      try check(d.sameCount && d.place <= 1e-9 && d.metres <= 1e-3, "\(d)")
      try check(d.direction <= 2e-9 && d.lens <= 1e-9, "\(d)")
    }
    var random = SplitMix64(seed: 7)
    let written = try FlightFile.write(RecordCases.record(&random), as: .colmap)
    #expect(written.losses.contains { $0.field == "time" })
    #expect(written.companions.map(\.name) == ["cameras.txt", "points3D.txt"])
  }

  @Test("glTF keeps 32 bits, as its losses say")
  func gltf() throws {
    forEachSeed(200) { random in
      let record = RecordCases.record(&random)
      let back = try Self.again(record, .gltf, FlightFile.Options())
      let d = RecordCases.difference(record, back)
      // 20 km away and 30 km around: 32-bit numbers keep 4 mm there, directions 6e-8, which at a
      // pitch of 80° moves the centre by 36 times as much.
      try check(d.sameCount && d.place <= 1e-5 && d.metres <= 1 && d.direction <= 1e-4, "\(d)")
      try check(d.lens <= 1e-9 && d.seconds <= 1e-5, "\(d)")
    }
    var random = SplitMix64(seed: 7)
    let losses = try FlightFile.write(RecordCases.record(&random), as: .gltf).losses
    #expect(Set(losses.map(\.field)).isSuperset(of: ["translation", "rotation", "time"]))
  }

  @Test("KML's Camera is the eye over the round Earth")
  func kmlCamera() {
    forEachSeed(200) { random in
      let record = RecordCases.record(&random)
      var options = FlightFile.Options()
      options.writesEyes = true
      options.elevation = { 200 + $0.latitude }
      let back = try Self.again(record, .kml, options)
      let d = RecordCases.difference(record, back)
      try check(d.sameCount && d.place <= 1e-9 && d.metres <= 1e-3 && d.direction <= 2e-9, "\(d)")
    }
  }

  @Test("Holds and bounces stay what they are in KML, and are named elsewhere")
  func arrivals() throws {
    let there = MapCamera(
      lookingAtCenter: Coordinate(latitude: 47, longitude: 8), fromDistance: 900, pitch: 50,
      heading: 10)
    var away = there
    away.centerCoordinate.longitude = 8.4
    let record = FlightRecord(
      name: "Tour",
      stops: [
        .init(there, hold: 2), .init(away, arrival: .bounce(6), hold: 1.5),
        .init(there, arrival: .smooth(4)),
      ])
    var back = try Self.again(record, .kml, FlightFile.Options())
    for i in back.stops.indices { back.stops[i].fieldOfView = record.stops[i].fieldOfView }
    #expect(back == record)
    #expect(record.times == [0, 8, 13.5])
    let losses = try FlightFile.write(record, as: .json).losses
    #expect(losses.contains { $0.field == "arrival" && $0.place == "stops[1]" })
    // A bounce rises, comes to rest, waits and goes on.
    let path = try back.path()
    #expect(path.duration == 13.5)
    #expect(path.camera(at: 5).distance > 5_000)
    #expect(path.motion(at: 8).velocity.ground == 0)
    #expect(path.camera(at: 9) == away)
    #expect(abs(path.camera(at: 13.5).centerCoordinate.longitude - 8) < 1e-12)
  }

  @Test("At the top of a bounce the camera looks down, whatever the ends' pitch")
  func bouncesLookDown() {
    forEachSeed(300) { random in
      func camera() -> MapCamera {
        MapCamera(
          lookingAtCenter: Coordinate(
            latitude: random.double(-60...60), longitude: random.double(-180...179)),
          fromDistance: random.double(100...80_000), pitch: random.double(0...88),
          heading: random.double(0...359))
      }
      let (a, b) = (camera(), camera())
      let path = try FlightRecord(stops: [.init(a), .init(b, arrival: .bounce(9))]).path()
      try check(abs(path.duration - 9) < 1e-12, "\(path.duration) s")
      let (first, last) = (path.camera(at: 0), path.camera(at: .infinity))
      try check(first == a && last == b, "\(first) \(last) for \(a) \(b)")
      for i in 0...90 {
        let camera = path.camera(at: Double(i) / 10)
        let farthest = max(a.distance, b.distance)
        let most = PitchLimit.standard.maximumPitch(atDistance: camera.distance / 1.5)
        try check(
          camera.distance <= 1.5 * farthest || camera.pitch <= most + 1e-6,
          "\(camera.pitch)° at \(camera.distance) m after \(i)")
      }
    }
  }

  @Test("Ten thousand cameras are flown, and one beyond the flat map is named")
  func manyCameras() throws {
    var stops: [FlightRecord.Stop] = []
    for i in 0..<10_000 {
      let place = Coordinate(latitude: 46, longitude: -179.99 + 0.04 * Double(i))
      let camera = MapCamera(
        lookingAtCenter: place, fromDistance: 900, pitch: 40, heading: Double(i))
      let arrival: FlightRecord.Arrival = i % 100 == 0 ? .bounce(2) : .smooth(1)
      stops.append(FlightRecord.Stop(camera, arrival: i == 0 ? .untimed : arrival))
    }
    let back = try Self.again(FlightRecord(stops: stops), .kml, FlightFile.Options())
    #expect(back.stops.count == 10_000)
    let path = try back.path()
    #expect(abs(path.duration - 10_098) < 1e-6)
    var beyond = FlightRecord(stops: Array(stops[..<3]))
    beyond.stops[2].camera.centerCoordinate.latitude = 89
    #expect {
      _ = try beyond.path()
    } throws: { "\($0)".contains("stops[2].latitude") }
  }

  @Test("A cut is an error that names the stop")
  func cut() {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 47, longitude: 8), fromDistance: 900, pitch: 50,
      heading: 10)
    var other = camera
    other.distance = 500
    let record = FlightRecord(stops: [.init(camera), .init(other, arrival: .cut)])
    #expect {
      _ = try record.path()
    } throws: { "\($0)".contains("stops[1].arrival") }
  }

  @Test("A view above the horizon is refused where it stands")
  func aboveHorizon() {
    let text = """
      <kml><Camera>
      <longitude>8</longitude><latitude>47</latitude><altitude>100</altitude>
      <tilt>120</tilt><altitudeMode>absolute</altitudeMode></Camera></kml>
      """
    #expect {
      _ = try FlightFile.read(Array(text.utf8), as: .kml)
    } throws: {
      guard let error = $0 as? FlightFileError else { return false }
      return error.kind == .unsupported && error.place == "line 1, Camera"
    }
  }

  @Test("An old program's altitude stands for the distance where MapKit's JSON has none")
  func altitude() throws {
    func stops(_ members: String) throws -> [FlightRecord.Stop] {
      let text = """
        {"keyframes": [{"time": 0, "centerCoordinate": {"latitude": 46, "longitude": 7}, \(members)}]}
        """
      return try FlightFile.read(Array(text.utf8), as: .mapkit).record.stops
    }
    // Half as high as far away at 60°; straight down the same.
    let tilted = try #require(stops(#""altitude": 500, "pitch": 60"#).first)
    #expect(abs(tilted.camera.distance - 1000) < 1e-9 && tilted.camera.pitch == 60)
    #expect(try stops(#""altitude": 700"#).first?.camera.distance == 700)
    // Where there is a distance it counts.
    let both = #""altitude": 500, "pitch": 60, "centerCoordinateDistance": 1234"#
    #expect(try stops(both).first?.camera.distance == 1234)
    for members in [
      #""altitude": 500, "pitch": 90"#, #""altitude": 500, "pitch": -1"#, #""pitch": 3"#,
    ] {
      #expect(throws: FlightFileError.self) { try stops(members) }
    }
  }

  @Test("Formats are told by their names and by their bytes")
  func formats() throws {
    for (name, format) in [
      ("a.json", FlightFormat.json), ("b/c.KML", .kml), ("x.czml", .czml), ("images.txt", .colmap),
      ("transforms.json", .nerf), ("a.maplibre.json", .maplibre), ("a.mapkit.json", .mapkit),
      ("q.glb", .glb), ("f.csv", .csv), ("f.gltf", .gltf),
    ] { #expect(FlightFormat(fileName: name) == format) }
    #expect(FlightFormat(fileName: "points.txt") == nil)
    #expect(FlightFormat(fileName: "json") == nil)
    var random = SplitMix64(seed: 3)
    let record = RecordCases.record(&random)
    for format in FlightFormat.allCases where format != .glb {
      let bytes = try FlightFile.write(record, as: format).bytes
      #expect(FlightFile.sniff(bytes) == format)
    }
  }
}
