import BelvedereGeodesy
import Foundation
import Testing

private func coded<Value: Codable & Hashable & Sendable>(_ value: Value) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  let data = try encoder.encode(value)
  #expect(try JSONDecoder().decode(Value.self, from: data) == value)
  return String(decoding: data, as: UTF8.self)
}

/// The keys that files may rely on, and what values print.
@Suite struct GeodesyValueCodingTests {
  @Test func theKeysOfTheValues() throws {
    #expect(
      try coded(Coordinate(latitude: 1.5, longitude: -0.1)) == #"{"latitude":1.5,"longitude":-0.1}"#
    )
    #expect(try coded(MapPoint(x: 1, y: 2)) == #"{"x":1,"y":2}"#)
    #expect(try coded(MapSize(width: 1, height: 2)) == #"{"height":2,"width":1}"#)
    #expect(
      try coded(MapRect(x: 1, y: 2, width: 3, height: 4))
        == #"{"height":4,"width":3,"x":1,"y":2}"#)
    #expect(try coded(MapRect.null) == #"{"height":0,"width":0,"x":null,"y":null}"#)
    #expect(
      try coded(CoordinateSpan(latitudeDelta: 1, longitudeDelta: 2))
        == #"{"latitudeDelta":1,"longitudeDelta":2}"#)
    #expect(
      try coded(GeodeticPosition(latitude: 1, longitude: 2, height: 3))
        == #"{"height":3,"latitude":1,"longitude":2}"#)
    #expect(
      try coded(Ellipsoid(semiMajorAxis: 6, flattening: 0.5))
        == #"{"flattening":0.5,"semiMajorAxis":6}"#)
    #expect(
      try coded(DistanceFormatter(units: .imperialWithYards, unitStyle: .full))
        == #"{"unitStyle":"full","units":"imperialWithYards"}"#)
    _ = try coded(Ellipsoid.wgs84)
  }

  @Test func whatIsInvalidIsNamed() {
    for (text, name) in [
      (#"{"latitude":90.5,"longitude":0}"#, "latitude"),
      (#"{"latitude":-91,"longitude":0}"#, "latitude"),
    ] {
      #expect {
        try JSONDecoder().decode(Coordinate.self, from: Data(text.utf8))
      } throws: { error in
        guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
        return (context.underlyingError as? DomainError)?.field == name
      }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MapRect.self, from: Data(#"{"x":1,"y":1,"width":1}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MapRect.self, from: Data(#"{"y":1,"width":1,"height":2}"#.utf8))
    }
  }

  @Test func valuesPrintShortly() throws {
    #expect("\(MapPoint(x: 1, y: 2))" == "(1.0, 2.0)")
    #expect("\(MapSize(width: 1, height: 2))" == "1.0 × 2.0")
    #expect("\(MapRect(x: 1, y: 2, width: 3, height: 4))" == "3.0 × 4.0 at (1.0, 2.0)")
    #expect("\(MapRect.null)" == "null")
    let region = CoordinateRegion(
      center: Coordinate(latitude: 1, longitude: 2),
      span: CoordinateSpan(latitudeDelta: 3, longitudeDelta: 4))
    #expect("\(region)" == "3.0° × 4.0° around 1.0, 2.0")
    #expect("\(GeodeticPosition(latitude: 1, longitude: 2, height: 3))" == "1.0, 2.0, 3.0 m")
    #expect("\(Ellipsoid.wgs84)" == "WGS 84")
    #expect(
      "\(Ellipsoid(semiMajorAxis: 6, flattening: 0))" == "semi-major axis 6.0 m, flattening 0.0")
  }
}
