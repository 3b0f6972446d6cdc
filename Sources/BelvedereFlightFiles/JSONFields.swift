import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// A longitude as it is, or where it is so many turns away that nothing could be calculated, on this one.
func nearTurn(_ longitude: Double) -> Double {
  abs(longitude) <= 1e6 ? longitude : wrappedLongitude(longitude)
}

/// A JSON value with the place at which it stands, for messages.
struct JSONFields {
  let value: JSONValue
  let place: String

  /// Parses a text within the limits of options.
  static func parse(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> JSONFields {
    do throws(JSONSyntaxError) {
      return JSONFields(
        value: try JSONParser.parse(
          bytes, maximumDepth: options.maximumDepth, maximumMemory: options.maximumMemory),
        place: "")
    } catch {
      throw FlightFileError(
        error.exceedsMemory ? .tooLarge : .malformed,
        at: "line \(error.line), column \(error.column)", error.reason)
    }
  }

  private func join(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

  func has(_ name: String) -> Bool { member(name) != nil }

  private func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = value.content else { return nil }
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    if case .null = value.content { return nil }
    return value
  }

  /// A member that must be there.
  func field(_ name: String) throws(FlightFileError) -> JSONFields {
    guard case .object = value.content else {
      throw FlightFileError(
        .value, at: place.isEmpty ? "line \(value.line)" : place,
        "expected an object with \(name), got \(value.excerpt)")
    }
    guard let found = member(name) else {
      throw FlightFileError(.value, at: join(name), "is missing (line \(value.line))")
    }
    return JSONFields(value: found, place: join(name))
  }

  func optional(_ name: String) -> JSONFields? {
    member(name).map { JSONFields(value: $0, place: join(name)) }
  }

  private func wrong(_ wanted: String) -> FlightFileError {
    FlightFileError(
      .value, at: place.isEmpty ? "line \(value.line)" : place,
      "expected \(wanted), got \(value.excerpt)" + (place.isEmpty ? "" : " (line \(value.line))"))
  }

  func number() throws(FlightFileError) -> Double {
    guard case .number(let number) = value.content else { throw wrong("a number") }
    return number
  }

  func number(_ name: String) throws(FlightFileError) -> Double { try field(name).number() }

  /// A member that may have one of several names, the first of which is called missing.
  func number(anyOf names: [String]) throws(FlightFileError) -> Double {
    try number(names.first { has($0) } ?? names[0])
  }

  func optionalNumber(_ name: String) throws(FlightFileError) -> Double? {
    try optional(name)?.number()
  }

  func bool() throws(FlightFileError) -> Bool {
    guard case .bool(let flag) = value.content else { throw wrong("true or false") }
    return flag
  }

  func string() throws(FlightFileError) -> String {
    guard case .string(let text) = value.content else { throw wrong("a string") }
    return text
  }

  func string(_ name: String) throws(FlightFileError) -> String { try field(name).string() }

  /// An index into something of a size.
  func index(below count: Int) throws(FlightFileError) -> Int {
    let number = try number()
    guard number >= 0, let index = Int(exactly: number), index < count else {
      throw wrong("a whole number from 0 to \(count - 1)")
    }
    return index
  }

  /// A whole number.
  func whole(_ range: ClosedRange<Int>) throws(FlightFileError) -> Int {
    guard let whole = Int(exactly: try number()), range.contains(whole) else {
      throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  func items() throws(FlightFileError) -> [JSONFields] {
    guard case .array(let values) = value.content else { throw wrong("an array") }
    return values.enumerated().map {
      JSONFields(value: $1, place: "\(place)[\($0)]")
    }
  }

  func items(_ name: String) throws(FlightFileError) -> [JSONFields] { try field(name).items() }

  /// The numbers of an array, as many as are wanted.
  func numbers(_ count: Int? = nil) throws(FlightFileError) -> [Double] {
    guard case .array(let values) = value.content else { throw wrong("an array of numbers") }
    if let count, values.count != count { throw wrong("\(count) numbers") }
    var result: [Double] = []
    result.reserveCapacity(values.count)
    for (i, value) in values.enumerated() {
      guard case .number(let number) = value.content else {
        throw JSONFields(value: value, place: "\(place)[\(i)]").wrong("a number")
      }
      result.append(number)
    }
    return result
  }

  /// Latitude and longitude under their usual names, or longitude and latitude as a pair.
  func coordinate() throws(FlightFileError) -> Coordinate {
    if case .array = value.content {
      let pair = try numbers()
      guard pair.count >= 2 else { throw wrong("a longitude and a latitude") }
      return Coordinate(latitude: pair[1], longitude: nearTurn(pair[0]))
    }
    return Coordinate(
      latitude: try number(anyOf: ["latitude", "lat"]),
      longitude: nearTurn(try number(anyOf: ["longitude", "lon", "lng"])))
  }

  /// An origin of a local frame as this library writes it.
  func origin() throws(FlightFileError) -> GeodeticPosition {
    GeodeticPosition(try coordinate(), height: try optionalNumber("height") ?? 0)
  }
}

/// Members in their order.
func jsonObject(_ members: [(String, JSONValue)]) -> JSONValue {
  JSONValue(.object(members.map { JSONMember(name: $0.0, value: $0.1) }))
}

func jsonNumbers(_ numbers: [Double]) -> JSONValue {
  JSONValue(.array(numbers.map { .number($0) }))
}

func jsonText(_ value: JSONValue) -> [UInt8] { Array((JSONWriter.pretty(value) + "\n").utf8) }
