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
package struct CitySource {
  package let file: String
  package let value: JSONValue

  package init(file: String, value: JSONValue) {
    self.file = file
    self.value = value
  }

  package init(contentsOf url: URL) throws {
    file = url.lastPathComponent
    do {
      value = try JSONParser.parse([UInt8](try Data(contentsOf: url)))
    } catch let error as JSONSyntaxError {
      throw CityAuthoringError(place: file, reason: error.description)
    }
  }

  package func error(_ reason: String) -> CityAuthoringError {
    CityAuthoringError(place: "\(file) line \(value.line)", reason: reason)
  }

  private func wrapped(_ value: JSONValue) -> CitySource { CitySource(file: file, value: value) }

  /// The member of an object, `nil` where it is absent.
  package func optional(_ name: String) throws -> CitySource? {
    guard case .object(let members) = value.content else { throw error("expected an object") }
    return members.first { $0.name == name }.map { wrapped($0.value) }
  }

  /// The member of an object.
  package func required(_ name: String) throws -> CitySource {
    guard let member = try optional(name) else { throw error("\"\(name)\" is missing") }
    return member
  }

  package func members() throws -> [(name: String, value: CitySource)] {
    guard case .object(let members) = value.content else { throw error("expected an object") }
    return members.map { ($0.name, wrapped($0.value)) }
  }

  package func array() throws -> [CitySource] {
    guard case .array(let values) = value.content else { throw error("expected an array") }
    return values.map(wrapped)
  }

  package func number() throws -> Double {
    guard case .number(let number) = value.content else { throw error("expected a number") }
    return number
  }

  package func string() throws -> String {
    guard case .string(let string) = value.content else { throw error("expected a string") }
    return string
  }

  package func numbers() throws -> [Double] { try array().map { try $0.number() } }

  package func number(_ name: String, or fallback: Double) throws -> Double {
    try optional(name)?.number() ?? fallback
  }

  package func string(_ name: String, or fallback: String) throws -> String {
    try optional(name)?.string() ?? fallback
  }

  /// `[longitude, latitude]`.
  package func coordinate() throws -> Coordinate {
    let pair = try numbers()
    guard pair.count == 2, abs(pair[0]) <= 180, abs(pair[1]) <= 90 else {
      throw error("expected [longitude, latitude]")
    }
    return Coordinate(latitude: pair[1], longitude: pair[0])
  }

  package func coordinates() throws -> [Coordinate] { try array().map { try $0.coordinate() } }
}
