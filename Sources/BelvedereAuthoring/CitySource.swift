import BelvedereGeodesy
import BelvedereJSON
import Foundation

/// A mistake in an authored source, with the place where it stands.
public struct CityAuthoringError: Error, Sendable, CustomStringConvertible {
  /// The file and line.
  public let place: String
  /// What is wrong.
  public let reason: String

  public var description: String { "\(place): \(reason)" }
}

/// A value of an authored source that knows its file, so that mistakes can be reported.
struct CitySource {
  let file: String
  let value: JSONValue

  init(file: String, value: JSONValue) {
    self.file = file
    self.value = value
  }

  init(contentsOf url: URL) throws {
    file = url.lastPathComponent
    do {
      value = try JSONParser.parse([UInt8](try Data(contentsOf: url)))
    } catch let error as JSONSyntaxError {
      throw CityAuthoringError(place: file, reason: error.description)
    }
  }

  func error(_ reason: String) -> CityAuthoringError {
    CityAuthoringError(place: "\(file) line \(value.line)", reason: reason)
  }

  private func wrapped(_ value: JSONValue) -> CitySource { CitySource(file: file, value: value) }

  /// The member of an object, `nil` where it is absent.
  func optional(_ name: String) throws -> CitySource? {
    guard case .object(let members) = value.content else { throw error("expected an object") }
    return members.first { $0.name == name }.map { wrapped($0.value) }
  }

  /// The member of an object.
  func required(_ name: String) throws -> CitySource {
    guard let member = try optional(name) else { throw error("\"\(name)\" is missing") }
    return member
  }

  func members() throws -> [(name: String, value: CitySource)] {
    guard case .object(let members) = value.content else { throw error("expected an object") }
    return members.map { ($0.name, wrapped($0.value)) }
  }

  func array() throws -> [CitySource] {
    guard case .array(let values) = value.content else { throw error("expected an array") }
    return values.map(wrapped)
  }

  func number() throws -> Double {
    guard case .number(let number) = value.content else { throw error("expected a number") }
    return number
  }

  func string() throws -> String {
    guard case .string(let string) = value.content else { throw error("expected a string") }
    return string
  }

  func numbers() throws -> [Double] { try array().map { try $0.number() } }

  func number(_ name: String, or fallback: Double) throws -> Double {
    try optional(name)?.number() ?? fallback
  }

  func string(_ name: String, or fallback: String) throws -> String {
    try optional(name)?.string() ?? fallback
  }

  /// `[longitude, latitude]`.
  func coordinate() throws -> Coordinate {
    let pair = try numbers()
    guard pair.count == 2, abs(pair[0]) <= 180, abs(pair[1]) <= 90 else {
      throw error("expected [longitude, latitude]")
    }
    return Coordinate(latitude: pair[1], longitude: pair[0])
  }

  func coordinates() throws -> [Coordinate] { try array().map { try $0.coordinate() } }
}
