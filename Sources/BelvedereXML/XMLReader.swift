import CBelvedereExpat

/// Receives the elements of an XML text in their order. A method that throws ends the reading.
public protocol XMLReceiver: AnyObject {
  func start(_ name: String, _ attributes: XMLAttributes, line: Int) throws
  func end(_ name: String, line: Int) throws
  /// A piece of text; what stands between two tags may come in several.
  func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws
}

/// The attributes of an element, while it is received.
public struct XMLAttributes {
  /// Names and values by turns, and `nil` after the last.
  fileprivate let pointer: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The value of an attribute; `nil` where the element has none of that name.
  public subscript(name: String) -> String? {
    guard var next = pointer else { return nil }
    while let key = next[0], let value = next[1] {
      if String(cString: key) == name { return String(cString: value) }
      next += 2
    }
    return nil
  }
}

/// XML by Expat: no document type, no entities but the five of XML itself, nothing fetched, bounded depth and attributes.
///
/// Foundation's parser is not used: its authors advise against it for files from strangers, and its time
/// grows with the square of the number of attributes.
public enum XMLReader {
  /// Whether this build and this machine have Expat.
  public static var isAvailable: Bool { bv_xml_library_version() != nil }

  private final class Context {
    let receiver: any XMLReceiver
    var error: (any Error)?

    init(_ receiver: any XMLReceiver) { self.receiver = receiver }

    func call(_ body: () throws -> Void) -> Int32 {
      do {
        try body()
        return 1
      } catch {
        self.error = error
        return 0
      }
    }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Context? {
      pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Reads a text from its beginning to its end.
  ///
  /// - Parameters:
  ///   - bytes: the text, in any encoding that Expat knows.
  ///   - maximumDepth: how deep elements may nest.
  ///   - receiver: receives the elements.
  /// - Throws: ``XMLError``, or what the receiver throws.
  public static func parse(
    _ bytes: [UInt8], maximumDepth: Int, to receiver: any XMLReceiver
  ) throws {
    let context = Context(receiver)
    var handlers = bv_xml_handlers()
    handlers.start = { pointer, name, attributes, line in
      guard let context = Context.of(pointer), let name else { return 0 }
      return context.call { () throws in
        try context.receiver.start(
          String(cString: name), XMLAttributes(pointer: attributes), line: Int(clamping: line))
      }
    }
    handlers.end = { pointer, name, line in
      guard let context = Context.of(pointer), let name else { return 0 }
      return context.call { () throws in
        try context.receiver.end(String(cString: name), line: Int(clamping: line))
      }
    }
    handlers.text = { pointer, text, count, line in
      guard let context = Context.of(pointer), let text else { return 0 }
      let size = Int(clamping: count)
      return text.withMemoryRebound(to: UInt8.self, capacity: size) { start in
        context.call { () throws in
          try context.receiver.text(
            UnsafeBufferPointer(start: start, count: size), line: Int(clamping: line))
        }
      }
    }
    handlers.context = Unmanaged.passUnretained(context).toOpaque()
    handlers.maximum_depth = Int32(clamping: maximumDepth)
    var failure = bv_xml_error()
    let status = withExtendedLifetime(context) {
      bytes.withUnsafeBufferPointer { bv_xml_parse($0.baseAddress, $0.count, &handlers, &failure) }
    }
    if let error = context.error { throw error }
    let place = "line \(failure.line), column \(failure.column)"
    switch status {
    case BV_XML_OK: return
    case BV_XML_DOCTYPE:
      throw XMLError(
        kind: .malformed, place: place,
        reason: "declares a document type, which is not read, nor are entities; remove <!DOCTYPE …>"
      )
    case BV_XML_ATTRIBUTES:
      throw XMLError(
        kind: .malformed, place: place,
        reason: "an element has more than \(BV_XML_MAXIMUM_ATTRIBUTES) attributes, or one of over "
          + "\(BV_XML_MAXIMUM_VALUE >> 20) MiB")
    case BV_XML_DEPTH:
      throw XMLError(
        kind: .tooDeep, place: place, reason: "more than \(maximumDepth) elements deep")
    case BV_XML_ABSENT:
      throw XMLError(
        kind: .unavailable, place: "",
        reason: "XML is read by Expat, which is not there; install libexpat1 and its headers")
    default:
      let message = withUnsafeBytes(of: failure.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw XMLError(
        kind: .malformed, place: place, reason: message.isEmpty ? "not XML" : message)
    }
  }
}
