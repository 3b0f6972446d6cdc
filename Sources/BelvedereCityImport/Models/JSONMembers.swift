import BelvedereJSON

/// Short ways to what a value holds; `nil` where it is of another kind.
extension JSONValue {
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  var items: [JSONValue]? {
    if case .array(let items) = content { return items }
    return nil
  }

  var members: [JSONMember]? {
    if case .object(let members) = content { return members }
    return nil
  }

  var text: String? {
    if case .string(let text) = content { return text }
    return nil
  }

  var number: Double? {
    if case .number(let number) = content { return number }
    return nil
  }

  /// A whole number from 0 on.
  var index: Int? { number.flatMap { $0 >= 0 ? Int(exactly: $0) : nil } }
}
