import BelvedereJSON
import Foundation

/// JSON read from a scene's folder.
enum AuthoredFile {
  static func parse(_ name: String, in folder: URL) throws -> JSONValue {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    do {
      return try JSONParser.parse([UInt8](data))
    } catch {
      throw AuthoringError(file: name, reason: error.description)
    }
  }
}

extension JSONValue {
  var items: [JSONValue]? {
    if case .array(let items) = content { items } else { nil }
  }

  var number: Double? {
    if case .number(let value) = content { value } else { nil }
  }

  var text: String? {
    if case .string(let value) = content { value } else { nil }
  }

  func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }
}
