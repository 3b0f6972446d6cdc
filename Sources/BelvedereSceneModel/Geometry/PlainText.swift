/// Descriptions that may be HTML, as a line of a label.
enum PlainText {
  /// The most characters of a line.
  private static let longest = 80
  /// Bytes of a description that are looked at.
  private static let readBytes = 16384

  /// The first line of a description that has words, without tags, cut where it is too long.
  static func line(of description: String) -> String {
    var text = ""
    var tag: String?
    for character in String(decoding: description.utf8.prefix(readBytes), as: UTF8.self) {
      if tag != nil, character != ">" {
        tag?.append(character)
      } else if let open = tag {
        let name = open.lowercased().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
        text += breaks.contains(String(name)) ? "\n" : ""
        tag = nil
      } else if character == "<" {
        tag = ""
      } else {
        text.append(character)
      }
    }
    // What was begun and never ended is a sign of its own, as in "a < b".
    if let tag { text += "<" + tag }
    for line in text.split(whereSeparator: \.isNewline) {
      let words = decoded(String(line)).split(whereSeparator: \.isWhitespace)
      if !words.isEmpty { return cut(words.joined(separator: " ")) }
    }
    return ""
  }

  /// Elements that begin a line of their own.
  private static let breaks: Set<String> = [
    "br", "p", "div", "li", "tr", "table", "ul", "ol", "hr", "h1", "h2", "h3", "h4", "h5", "h6",
  ]

  private static func decoded(_ line: String) -> String {
    guard line.contains("&") else { return line }
    var line = line
    for (name, sign) in [
      ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
      ("&apos;", "'"), ("&amp;", "&"),
    ] {
      line = line.split(separator: name, omittingEmptySubsequences: false).joined(separator: sign)
    }
    return line
  }

  private static func cut(_ line: String) -> String {
    guard line.count > longest else { return line }
    let head = line.prefix(longest - 1)
    // At the end of a word, unless that is far back.
    let end = head.lastIndex(of: " ")
    let kept = end.map { head[..<$0] }.flatMap { $0.count > longest / 2 ? $0 : nil } ?? head
    return kept + "…"
  }
}
