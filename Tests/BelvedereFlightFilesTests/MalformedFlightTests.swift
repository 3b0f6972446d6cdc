import BelvedereCameraModel
import BelvedereFlightFiles
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

/// Files that are cut off, flipped or mean: an answer or a typed error, never a stop.
@Suite struct MalformedFlightTests {
  private static let record: FlightRecord = {
    var random = SplitMix64(seed: 11)
    var record = RecordCases.record(&random)
    record.stops = Array(record.stops.prefix(2))
    return record
  }()

  private static func tryToRead(
    _ bytes: [UInt8], _ format: FlightFormat, beside: [String: [UInt8]] = [:]
  ) -> Bool {
    do {
      let read = try FlightFile.read(bytes, as: format, companions: beside)
      // What is read is sound.
      _ = try? read.record.path()
      return true
    } catch {
      return error.description.isEmpty
    }
  }

  @Test("All beginnings of a file end well", arguments: FlightFormat.allCases)
  func prefixes(_ format: FlightFormat) throws {
    let bytes = try Self.bytes(format)
    for count in bytes.indices {
      let isRead = Self.tryToRead(Array(bytes[..<count]), format)
      // Without their last bytes, formats with brackets are none.
      if format != .csv, format != .colmap, format != .glb, count < bytes.count - 2 {
        #expect(!isRead, "\(count) of \(bytes.count) bytes")
      }
    }
  }

  @Test("Flipped bytes end well", arguments: FlightFormat.allCases)
  func flips(_ format: FlightFormat) throws {
    let bytes = try Self.bytes(format)
    forEachSeed(1500) { random in
      var broken = bytes
      for _ in 0..<random.int(1...3) {
        let at = random.int(0...(broken.count - 1))
        if random.oneIn(3) {
          broken.remove(at: at)
        } else if random.oneIn(3) {
          broken[at] = random.pick(Array("0123456789-+.eE<>[]{},\"".utf8))
        } else {
          broken[at] ^= 1 << UInt8(random.int(0...7))
        }
      }
      _ = Self.tryToRead(broken, format)
      _ = FlightFile.sniff(broken)
    }
  }

  /// A small file of a format.
  private static func bytes(_ format: FlightFormat) throws -> [UInt8] {
    guard format == .glb else { return try FlightFile.write(record, as: format).bytes }
    var json = try FlightFile.write(record, as: .gltf).bytes
    while json.count % 4 != 0 { json.append(32) }
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    return Array("glTF".utf8) + word(2) + word(20 + json.count) + word(json.count)
      + word(0x4E4F_534A) + json
  }

  @Test("Document types are refused, and with them entities")
  func entities() {
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE kml [
        <!ENTITY a "aaaaaaaaaa">
        <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      ]>
      <kml><name>&b;</name></kml>
      """
    #expect {
      _ = try FlightFile.read(Array(text.utf8), as: .kml)
    } throws: {
      guard let error = $0 as? FlightFileError else { return false }
      return error.kind == .malformed && error.place.hasPrefix("line 2")
    }
  }

  @Test("Depth, text and counts are bounded")
  func bounds() {
    let deep =
      "<kml>" + String(repeating: "<Folder>", count: 100_000)
      + String(repeating: "</Folder>", count: 100_000) + "</kml>"
    let long =
      "<kml><Placemark><name>" + String(repeating: "x", count: 10_000)
      + "</name></Placemark></kml>"
    let many =
      "<kml>"
      + String(
        repeating: "<LookAt><latitude>1</latitude><range>5</range></LookAt>", count: 200)
      + "</kml>"
    var options = FlightFile.Options()
    options.maximumCameras = 100
    for text in [deep, long, many] {
      #expect {
        _ = try FlightFile.read(Array(text.utf8), as: .kml, options: options)
      } throws: { ($0 as? FlightFileError)?.kind == .tooLarge }
    }
    let rows = String(repeating: "\n1,2,3,4", count: 200)
    #expect {
      _ = try FlightFile.read(
        Array(("time,latitude,longitude,distance" + rows).utf8), as: .csv, options: options)
    } throws: { ($0 as? FlightFileError)?.kind == .tooLarge }
  }

  @Test(
    "Mistakes are named with their place",
    arguments: [
      ("csv", "time,latitude,longitude\n0,1,2", "line 1"),
      ("csv", "time,latitude,longitude,distance\n0,1,2,x", "line 2, distance"),
      ("csv", "time,latitude,longitude,distance\n0,1,2,5\n0,1,2,6", "line 3"),
      ("csv", "time,latitude,longitude,distance\n0,91,2,5", "line 2.latitude"),
      (
        "json", "{\"keyframes\":[{\"time\":0,\"centerCoordinate\":{\"latitude\":1}}]}",
        "keyframes[0].centerCoordinate.longitude"
      ),
      ("maplibre", "[{\"center\":[1,2],\"zoom\":99}]", "[0].zoom"),
      ("maplibre", "[{\"center\":[1,2],\"zoom\":9},{\"center\":[1,3],\"zoom\":9}]", "[1]"),
      ("mapkit", "[{\"centerCoordinate\":{\"latitude\":1,\"longitude\":2}}]", "[0].altitude"),
      (
        "nerf", "{\"frames\":[{\"transform_matrix\":[[1,0,0,0],[0,1,0,0],[0,0,1,9],[0,0,0,1]]}]}",
        "origin"
      ),
      (
        "czml",
        "[{\"id\":\"document\"},{\"position\":{\"epoch\":\"x\",\"cartesian\":[0,1,2,3]},"
          + "\"orientation\":{\"unitQuaternion\":[0,0,0,1]}}]", "[1].position.epoch"
      ),
      ("gltf", "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}]}", "nodes"),
      ("gltf", "{\"asset\":{\"version\":\"1.0\"}}", "asset.version"),
      ("colmap", "1 1 0 0 0 0 0 0\n", "line 1"),
      (
        "kml",
        "<kml><gx:Tour xmlns:gx='g'><gx:Playlist>\n<gx:Wait><gx:duration>-1</gx:duration>"
          + "</gx:Wait></gx:Playlist></gx:Tour></kml>", "line 2, gx:duration"
      ),
      ("kml", "<kml><LookAt><latitude>5x</latitude></LookAt></kml>", "line 1, latitude"),
      ("kml", "<kml><LookAt><latitude>5</latitude></LookAt></kml>", "line 1, LookAt range"),
      ("kml", "<html></html>", "line 1"), ("kml", "<kml>", "line 1, column 6"),
    ])
  func places(_ format: String, _ text: String, _ place: String) throws {
    let format = try #require(FlightFormat(rawValue: format))
    #expect {
      _ = try FlightFile.read(Array(text.utf8), as: format)
    } throws: { ($0 as? FlightFileError)?.place == place }
  }

  @Test("Records that no file holds are refused with the stop's field")
  func unwritable() {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 47, longitude: 8), fromDistance: 900, pitch: 50,
      heading: 10)
    var broken = camera
    broken.distance = .nan
    for (record, place) in [
      (FlightRecord(stops: []), ""),
      (
        FlightRecord(stops: [.init(camera), .init(broken, arrival: .smooth(1))]),
        "stops[1].distance"
      ),
      (
        FlightRecord(stops: [.init(camera), .init(camera, arrival: .smooth(.nan))]),
        "stops[1].arrival"
      ),
      (FlightRecord(stops: [.init(camera, hold: -1)]), "stops[0].hold"),
      (FlightRecord(stops: [.init(camera, fieldOfView: 200)]), "stops[0].fieldOfView"),
    ] {
      for format in FlightFormat.allCases {
        #expect {
          _ = try FlightFile.write(record, as: format)
        } throws: { ($0 as? FlightFileError)?.place == place }
      }
    }
  }
}
