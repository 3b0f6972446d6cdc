import BelvedereGeodesy
import BelvedereImaging
import BelvedereJSON

/// A value of a scene file, with where it stands.
struct SceneNode {
  let value: JSONValue
  let path: NodePath
  let file: SceneFile

  func error(_ message: String) -> SceneError {
    SceneError(
      file: file.name, line: value.line > 0 ? value.line : nil, path: path.description,
      message: message)
  }

  func warn(_ message: String, isSummed: Bool = false) {
    file.warn(
      line: value.line > 0 ? value.line : nil, path: path.description, message,
      isSummed: isSummed)
  }

  func note(_ message: String) {
    file.note(line: value.line > 0 ? value.line : nil, path: path.description, message)
  }

  private func expected(_ what: String) -> SceneError {
    error("expected \(what), got \(value.excerpt)")
  }

  /// The elements of an array.
  func elements(of what: String) throws(SceneError) -> [SceneNode] {
    try array(of: what).enumerated().map {
      SceneNode(value: $0.element, path: .index(path, $0.offset), file: file)
    }
  }

  /// The bare elements, for long arrays that need no paths.
  func array(of what: String) throws(SceneError) -> [JSONValue] {
    guard case .array(let values) = value.content else { throw expected("an array of \(what)") }
    return values
  }

  /// An element of an array by its number.
  func element(_ i: Int, _ value: JSONValue) -> SceneNode {
    SceneNode(value: value, path: .index(path, i), file: file)
  }

  func string(_ what: String = "a text") throws(SceneError) -> String {
    guard case .string(let text) = value.content else { throw expected(what) }
    guard text.utf8.count <= file.limits.maximumTextBytes else {
      throw error("is a text of \(text.utf8.count) bytes; \(file.limits.maximumTextBytes) is most")
    }
    return text
  }

  func bool() throws(SceneError) -> Bool {
    guard case .bool(let flag) = value.content else { throw expected("true or false") }
    return flag
  }

  /// A number within a range; `what` names it with its unit, such as `a number of metres`.
  func number(_ what: String, in range: ClosedRange<Double>) throws(SceneError) -> Double {
    guard case .number(let number) = value.content else { throw expected(what) }
    guard range.contains(number) else {
      throw expected("\(what) between \(short(range.lowerBound)) and \(short(range.upperBound))")
    }
    return number
  }

  /// A number above 0 up to a maximum.
  ///
  /// - Parameter remedy: what helps where 0 is given.
  func positive(
    _ what: String, upTo maximum: Double, toOmit remedy: String? = nil
  ) throws(SceneError) -> Double {
    guard case .number(let number) = value.content else { throw expected(what) }
    guard number > 0, number <= maximum else {
      let hint = number == 0 ? remedy.map { "; \($0)" } ?? "" : ""
      throw error(
        "expected \(what) above 0 and up to \(short(maximum)), got \(value.excerpt)\(hint)")
    }
    return number
  }

  /// One of an enumeration's words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ what: String, as type: Choice.Type
  ) throws(SceneError) -> Choice where Choice.RawValue == String {
    let text = try string(what)
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let hint = closestMatch(to: text, among: words).map { "; did you mean \"\($0)\"?" } ?? ""
    throw error(
      "unknown \(what) \(value.excerpt)\(hint)"
        + (hint.isEmpty ? "; known: \(words.joined(separator: ", "))" : ""))
  }

  func color() throws(SceneError) -> Color {
    let text = try string("a colour")
    guard let color = Color(hex: text) else {
      throw expected("a colour as #rgb, #rrggbb or #rrggbbaa")
    }
    return color
  }

  /// A date and a time with its offset from UTC.
  func time() throws(SceneError) -> UniversalTime {
    let text = try string("a date and a time, such as \"2026-06-21T18:00:00-07:00\"")
    do {
      return try UniversalTime(iso8601: text)
    } catch {
      throw self.error("\(error), got \(value.excerpt)")
    }
  }

  /// `[longitude, latitude]`, further numbers ignored.
  func position() throws(SceneError) -> Coordinate {
    switch GeoJSONPosition.read(value) {
    case .success(let coordinate): return coordinate
    case .failure(let problem): throw error(problem.message)
    }
  }

  /// At least so many positions.
  func positions(atLeast minimum: Int) throws(SceneError) -> [Coordinate] {
    let values = try array(of: "[longitude, latitude] pairs")
    guard values.count >= minimum else {
      throw error("has \(values.count) position(s); at least \(minimum) are needed")
    }
    guard values.count <= file.limits.maximumPolygonVertices else {
      throw error(
        "has \(values.count) positions, more than the limit of "
          + "\(file.limits.maximumPolygonVertices); split it into parts")
    }
    var result: [Coordinate] = []
    result.reserveCapacity(values.count)
    for (i, value) in values.enumerated() {
      switch GeoJSONPosition.read(value) {
      case .success(let coordinate): result.append(coordinate)
      case .failure(let problem): throw element(i, value).error(problem.message)
      }
    }
    return unwrapped(result)
  }
}

/// A number without a needless ".0".
func short(_ number: Double) -> String {
  Int(exactly: number).map(String.init) ?? "\(number)"
}
