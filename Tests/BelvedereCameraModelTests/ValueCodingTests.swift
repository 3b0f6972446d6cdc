import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// What a value is coded as; the same value comes back.
private func coded<Value: Codable & Hashable & Sendable>(_ value: Value) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  let data = try encoder.encode(value)
  let back = try JSONDecoder().decode(Value.self, from: data)
  #expect(back == value && back.hashValue == value.hashValue)
  return String(decoding: data, as: UTF8.self)
}

private func field<Value: Decodable>(of text: String, as type: Value.Type) -> String? {
  do {
    _ = try JSONDecoder().decode(type, from: Data(text.utf8))
    return nil
  } catch DecodingError.dataCorrupted(let context) {
    return (context.underlyingError as? DomainError)?.field
  } catch {
    return "\(error)"
  }
}

/// The keys that files may rely on.
@Suite struct ValueCodingTests {
  @Test func limitsAndTheirParts() throws {
    let rect = MapRect(x: 1, y: 2, width: 3, height: 4)
    let limits = CameraLimits(
      boundary: try CameraBoundary(rect),
      zoomRange: try CameraZoomRange(minimumDistance: 5, maximumDistance: 6), isRotateEnabled: false
    )
    #expect(
      try coded(limits)
        == #"{"boundary":{"height":4,"width":3,"x":1,"y":2},"isPitchEnabled":true,"#
        + #""isRotateEnabled":false,"pitchLimit":"default","#
        + #""zoomRange":{"maximumDistance":6,"minimumDistance":5}}"#)
    let region = CoordinateRegion(
      center: Coordinate(latitude: 1, longitude: 2),
      span: CoordinateSpan(latitudeDelta: 3, longitudeDelta: 4))
    #expect(
      try coded(CameraBoundary(region))
        == #"{"center":{"latitude":1,"longitude":2},"latitudeDelta":3,"longitudeDelta":4}"#)
    #expect(
      try coded(MapCameraBounds(minimumDistance: 5)) == #"{"zoomRange":{"minimumDistance":5}}"#)
    #expect(try coded(CameraZoomRange()) == "{}")
    let empty = try JSONDecoder().decode(CameraLimits.self, from: Data("{}".utf8))
    #expect(empty == CameraLimits())
  }

  @Test func pitchLimitsAndAppearances() throws {
    #expect(try coded([PitchLimit.none, .standard]) == #"["none","default"]"#)
    let curve = try PitchLimit.curve(through: [
      .init(distance: 500, pitch: 80), .init(distance: 9000, pitch: 10),
    ])
    #expect(
      try coded([curve])
        == #"[{"stops":[{"distance":500,"pitch":80},{"distance":9000,"pitch":10}]}]"#)
    #expect(
      try coded(PitchRamp.opacityOverOverlay) == #"{"fromPitch":0,"maximum":0.65,"toPitch":60}"#)
    #expect(
      try coded(BuildingAppearance.standard)
        == #"{"extrusion":{"fromPitch":0,"maximum":1,"toPitch":10},"#
        + #""opacityOverOverlay":{"fromPitch":0,"maximum":0.65,"toPitch":60}}"#)
  }

  @Test func answersOfClamping() throws {
    let camera = MapCamera(
      centerCoordinate: Coordinate(latitude: 1, longitude: 2), distance: 5e6, pitch: 20)
    #expect(
      try coded(CameraLimits().clamp(camera))
        == #"{"adjustments":[{"field":"pitch","from":20,"reason":"pitchLimit","to":0}],"#
        + #""camera":{"centerCoordinate":{"latitude":1,"longitude":2},"distance":5000000,"#
        + #""heading":0,"pitch":0}}"#)
    let moved = CameraAdjustment.centerCoordinate(
      from: camera.centerCoordinate, to: Coordinate(latitude: 3, longitude: 2), reason: .boundary)
    #expect(try coded(moved).contains(#""to":{"latitude":3,"longitude":2}"#))
  }

  @Test func viewports() throws {
    let viewport = Viewport(width: 640, height: 360, padding: EdgePadding(top: 5))
    #expect(
      try coded(viewport)
        == #"{"fieldOfView":30,"height":360,"#
        + #""padding":{"bottom":0,"left":0,"right":0,"top":5},"width":640}"#)
    let short = try JSONDecoder().decode(
      Viewport.self, from: Data(#"{"width":640,"height":360,"padding":{"top":5}}"#.utf8))
    #expect(short == viewport)
    #expect(viewport.description.hasPrefix("640.0 × 360.0 points, field of view 30.0°, padding"))
  }

  @Test func whatIsInvalidIsNamed() {
    #expect(
      field(of: #"{"width":0,"height":5}"#, as: Viewport.self) == "width")
    #expect(
      field(of: #"{"width":5,"height":5,"padding":{"top":-1}}"#, as: Viewport.self) == "padding.top"
    )
    #expect(
      field(of: #"{"minimumDistance":9,"maximumDistance":5}"#, as: CameraZoomRange.self)
        == "minimumDistance")
    #expect(
      field(of: #"{"x":0,"y":0,"width":-1,"height":5}"#, as: CameraBoundary.self)
        == "boundary.width")
    #expect(
      field(of: #"{"boundary":{"x":null,"y":null,"width":0,"height":0}}"#, as: CameraLimits.self)
        == "boundary.x")
    #expect(
      field(of: #"{"pitchLimit":"steep"}"#, as: CameraLimits.self) == "pitchLimit")
    #expect(
      field(of: #"{"pitchLimit":{"stops":[]}}"#, as: CameraLimits.self) == "stops")
    #expect(
      field(
        of: #"{"stops":[{"distance":5,"pitch":1},{"distance":6,"pitch":2}]}"#, as: PitchCurve.self)
        == "stops[1].pitch")
    #expect(
      field(of: #"{"fromPitch":0,"toPitch":0,"maximum":1}"#, as: PitchRamp.self) == "toPitch")
  }

  @Test func valuesPrintShortly() throws {
    #expect("\(CameraLimits())" == "pitch limit default")
    #expect(
      "\(CameraLimits(pitchLimit: .none, isRotateEnabled: false))" == "pitch limit none, north up")
    #expect("\(try CameraZoomRange(minimumDistance: 5, maximumDistance: 6))" == "5.0 m to 6.0 m")
    #expect("\(MapCameraBounds())" == "no bounds")
    #expect("\(PitchRamp.opacityOverOverlay)" == "0 at 0.0° to 0.65 at 60.0°")
    #expect(
      "\(try PitchLimit.curve(through: [.init(distance: 5, pitch: 6)]))" == "6.0° at 5.0 m")
  }
}
