internal import CBelvedereCurl

/// A URL with `{z}`, `{x}` and `{y}`; `{-y}` counts rows from the south.
public struct TileTemplate: Sendable, Hashable {
  /// The template as it was given.
  public let text: String
  /// Its scheme and host, as libcurl reads them.
  let scheme, host: String

  /// Whether a text is meant as a template: a scheme of letters before `://`, be it one that is read
  /// or not.
  public static func recognizes(_ text: String) -> Bool {
    let scheme = text.utf8.prefix {
      ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
    }
    return !scheme.isEmpty && text.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
  }

  /// Reads a template.
  public init(_ text: String) throws(TileNetworkError) {
    self.text = text
    func refuse(_ reason: String) -> TileNetworkError {
      TileNetworkError(.forbidden, url: Self.withoutQuery(text), reason: reason)
    }
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
      throw refuse("is no URL; at most 2,048 printable characters of ASCII")
    }
    let isWeb = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
    guard isWeb else {
      throw refuse(
        "is no URL of http or https; a file or folder on this machine is named by its path")
    }
    // A host that depends on the tile could lead anywhere.
    let authority = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard authority.count == 4, !authority[2].isEmpty,
      !authority[0...2].contains(where: { $0.contains("{") })
    else {
      throw refuse("has no host or no path, or a placeholder before it")
    }
    guard text.contains("{z}"), text.contains("{x}"),
      text.contains("{y}") != text.contains("{-y}")
    else {
      throw refuse("has not the placeholders {z}, {x} and {y}; or {-y} for rows from the south")
    }
    let example = Self.filled(text, TileID(checkedZoom: 0, x: 0, y: 0))
    guard !example.contains("{"), !example.contains("}") else {
      throw refuse("has another placeholder than {z}, {x}, {y} and {-y}")
    }
    guard bv_http_library_version() != nil else {
      throw TileNetworkError(
        .absent, url: Self.withoutQuery(text),
        reason: "this program was built without libcurl; install libcurl4-openssl-dev and build "
          + "it again")
    }
    guard let parts = Self.parts(of: example) else {
      throw refuse("is no URL of http or https without a user's name")
    }
    (scheme, host) = parts
  }

  /// The template for messages: without a query, which may hold a key.
  public var shown: String { Self.withoutQuery(text) }

  /// The URL of a tile.
  func url(_ id: TileID) -> String { Self.filled(text, id) }

  private static func filled(_ text: String, _ id: TileID) -> String {
    let values = [
      "{z}": id.zoom, "{x}": id.x, "{y}": id.y, "{-y}": id.rowFromSouth,
    ]
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"), let value = values[String(rest[...close])] else {
        break
      }
      result += "\(value)"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// A URL for messages and for names of folders: without a query, and without a user's name and password.
  static func withoutQuery(_ url: String) -> String {
    let whole = url.prefix { $0 != "?" && $0 != "#" }
    // Scheme, nothing, host, path.
    var parts = whole.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    if parts.count > 2, parts[1].isEmpty, let at = parts[2].lastIndex(of: "@") {
      parts[2] = parts[2][parts[2].index(after: at)...]
    }
    return String(parts.joined(separator: "/").prefix(200))
  }

  /// The lower-case scheme and host; `nil` for what is no URL of http or https, or names a user.
  static func parts(of url: String) -> (scheme: String, host: String)? {
    let size = Int(BV_HTTP_FIELD_SIZE)  // checked: a small constant
    var scheme = [CChar](repeating: 0, count: size)
    var host = [CChar](repeating: 0, count: size)
    guard bv_http_parse(url, &scheme, &host, size) != 0 else { return nil }
    return (text(of: scheme), text(of: host))
  }

  static func text(of characters: some Sequence<CChar>) -> String {
    String(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
