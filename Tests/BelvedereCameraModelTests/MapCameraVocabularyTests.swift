import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct MapCameraVocabularyTests {
  private let center = Coordinate(latitude: 37.8, longitude: -122.4)

  @Test func bothMakersMakeTheSameCamera() {
    forEachSeed(500) { random in
      let a = anyCamera(&random)
      let b = MapCamera(
        centerCoordinate: a.centerCoordinate, distance: a.distance, heading: a.heading,
        pitch: a.pitch)
      try check(a == b, "\(a), \(b)")
    }
    let plain = MapCamera(centerCoordinate: center, distance: 500)
    #expect(plain.heading == 0 && plain.pitch == 0 && plain.altitude == 500)
    var other = plain
    other.centerCoordinateDistance = 700
    #expect(other.distance == 700 && other.centerCoordinateDistance == 700)
  }

  @Test func aHeadingThatIsSetIsWrapped() {
    var camera = MapCamera(centerCoordinate: center, distance: 500)
    for (given, kept) in [(360.0, 0.0), (-90, 270), (725, 5), (-1e-20, 0), (359.5, 359.5)] {
      camera.heading = given
      #expect(camera.heading == kept, "\(given)")
    }
  }

  @Test func anAltitudeReplacesTheDistance() {
    forEachSeed(2000) { random in
      var camera = anyCamera(&random)
      camera.pitch = random.double(0...89.9)
      let altitude = pow(10, random.double(0...5))
      let moved = try camera.withAltitude(altitude)
      try check(isClose(moved.altitude, altitude, relative: 1e-15), "\(moved), not \(altitude)")
      try check(moved.pitch == camera.pitch, "\(moved)")
      try check(
        moved.centerCoordinate == camera.centerCoordinate && moved.heading == camera.heading,
        "\(moved)")
    }
    let camera = MapCamera(centerCoordinate: center, distance: 500, pitch: 90)
    #expect { try camera.withAltitude(5) } throws: { ($0 as? DomainError)?.field == "pitch" }
    for bad in [Double.nan, .infinity, 0, -5] {
      let flat = MapCamera(centerCoordinate: center, distance: 500)
      #expect { try flat.withAltitude(bad) } throws: { ($0 as? DomainError)?.field == "altitude" }
    }
  }

  @Test func aZoomLevelHalvesOrDoublesTheAltitude() throws {
    let camera = MapCamera(centerCoordinate: center, distance: 500, heading: 10, pitch: 50)
    #expect(try camera.zoomed(byLevels: 1).distance == 250)
    #expect(try camera.zoomed(byLevels: -1).distance == 1000)
    #expect(try camera.zoomed(byLevels: 1).altitude == camera.altitude / 2)
    #expect(try camera.zoomed(byLevels: 0) == camera)
    forEachSeed(2000) { random in
      let camera = anyCamera(&random)
      let whole = Double(random.int(-5...5))
      try check(
        try camera.zoomed(byLevels: whole).zoomed(byLevels: -whole) == camera, "\(camera)")
      let levels = random.double(-5...5)
      let zoomed = try camera.zoomed(byLevels: levels)
      try check(isClose(camera.zoomLevels(to: zoomed), levels, absolute: 1e-14), "\(zoomed)")
      let twice = try camera.zoomed(byLevels: levels / 2).zoomed(byLevels: levels / 2)
      try check(isClose(twice.distance, zoomed.distance, relative: 1e-14), "\(twice)")
    }
  }

  @Test func badLevelsAreNamed() {
    let camera = MapCamera(centerCoordinate: center, distance: 500)
    for bad in [Double.nan, .infinity, -.infinity, 1e300, -101] {
      #expect { try camera.zoomed(byLevels: bad) } throws: {
        ($0 as? DomainError)?.field == "levels"
      }
    }
    #expect { try camera.zoomed(byLevels: -30) } throws: {
      ($0 as? DomainError)?.field == "distance"
    }
  }

  @Test func thePitchButtonTiltsAndFlattens() throws {
    let flat = MapCamera(centerCoordinate: center, distance: 500, heading: 33)
    let tilted = flat.togglingPitch()
    #expect(tilted.pitch == 55 && MapCamera.pleasingPitch == 55)
    #expect(tilted.togglingPitch() == flat)
    // The limit bites at 20 km, and allows nothing over a continent.
    let far = MapCamera(centerCoordinate: center, distance: 20_000)
    #expect(far.togglingPitch().pitch == PitchLimit.standard.maximumPitch(atDistance: 20_000))
    #expect(far.togglingPitch(limits: .none).pitch == 55)
    let farthest = MapCamera(centerCoordinate: center, distance: 1e7)
    #expect(farthest.togglingPitch() == farthest)
    #expect(flat.togglingPitch(limits: CameraLimits(isPitchEnabled: false)) == flat)
    forEachSeed(2000) { random in
      let camera = anyCamera(&random)
      let other = camera.togglingPitch()
      try check(
        CameraLimits().clamp(other).adjustment(of: .pitch) == nil, "\(other) breaks the limit")
      try check(camera.pitch == 0 || other.pitch == 0, "\(other)")
      var back = other
      back.pitch = camera.pitch
      try check(back == camera, "more than the pitch changed: \(other)")
    }
  }

  @Test func theDescriptionHasAllProperties() {
    let camera = MapCamera(
      centerCoordinate: Coordinate(latitude: 37.8, longitude: -122.4), distance: 500, heading: 30,
      pitch: 60)
    #expect(
      camera.description.hasPrefix(
        "MapCamera(centerCoordinate: 37.8, -122.4, distance: 500.0 m, pitch: 60.0°, "
          + "heading: 30.0°, altitude: 250.0"), "\(camera)")
  }
}

@Suite struct MapCameraCodableTests {
  @Test func aSavedCameraIsRestoredBitForBit() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    forEachSeed(4000) { random in
      var camera = anyCamera(&random)
      if random.oneIn(9) { camera.centerCoordinate.longitude = -0.0 }
      if random.oneIn(9) {
        camera.distance = random.pick([.leastNonzeroMagnitude, 1e9, 1e9.nextDown, 0.1])
      }
      let back = try decoder.decode(MapCamera.self, from: encoder.encode(camera))
      for path in [
        \MapCamera.centerCoordinate.latitude, \.centerCoordinate.longitude, \.distance, \.pitch,
        \.heading,
      ] {
        try check(
          back[keyPath: path].bitPattern == camera[keyPath: path].bitPattern,
          "\(back) is not \(camera)")
      }
    }
  }

  @Test func theKeysAreThoseOfTheQueryProtocol() throws {
    let camera = MapCamera(
      centerCoordinate: Coordinate(latitude: 1.5, longitude: -2.5), distance: 500, heading: 30,
      pitch: 60)
    let text =
      #"{"centerCoordinate":{"latitude":1.5,"longitude":-2.5},"distance":500,"#
      + #""heading":30,"pitch":60}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(camera), as: UTF8.self) == text)
    let short = #"{"centerCoordinate":{"latitude":1.5,"longitude":-2.5},"distance":500}"#
    let flat = try JSONDecoder().decode(MapCamera.self, from: Data(short.utf8))
    #expect(flat == MapCamera(centerCoordinate: camera.centerCoordinate, distance: 500))
  }

  @Test(arguments: [
    ("latitude", -91, -2, 500, 60, 0), ("latitude", 91, -2, 500, 60, 0),
    ("distance", 1, -2, 0, 60, 0), ("distance", 1, -2, -5, 60, 0),
    ("distance", 1, -2, 2e9, 60, 0), ("pitch", 1, -2, 500, 91, 0), ("pitch", 1, -2, 500, -1, 0),
  ])
  func whatIsInvalidIsNamed(
    field: String, latitude: Double, longitude: Double, distance: Double, pitch: Double,
    heading: Double
  ) {
    let text = """
      {"centerCoordinate": {"latitude": \(latitude), "longitude": \(longitude)},
      "distance": \(distance), "pitch": \(pitch), "heading": \(heading)}
      """
    #expect {
      try JSONDecoder().decode(MapCamera.self, from: Data(text.utf8))
    } throws: { error in
      guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
      return context.debugDescription.hasPrefix(field)
        && (context.underlyingError as? DomainError)?.field == field
    }
  }

  @Test func numbersThatAreNoneAreNamed() {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    for bad in ["inf", "-inf", "nan"] {
      for field in ["latitude", "longitude", "distance", "pitch", "heading"] {
        func value(_ name: String) -> String { name == field ? "\"\(bad)\"" : "1" }
        let text = """
          {"centerCoordinate": {"latitude": \(value("latitude")),
          "longitude": \(value("longitude"))}, "distance": \(value("distance")),
          "pitch": \(value("pitch")), "heading": \(value("heading"))}
          """
        #expect {
          try decoder.decode(MapCamera.self, from: Data(text.utf8))
        } throws: { error in
          guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
          return (context.underlyingError as? DomainError)?.field == field
        }
      }
    }
  }
}
