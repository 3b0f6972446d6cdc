import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A page as a reader of XML finds it.
final class SVGPage: NSObject, XMLParserDelegate {
  private(set) var elements: [(name: String, attributes: [String: String])] = []
  private(set) var words = ""
  /// Where texts stand, their anchor, and what they say.
  private(set) var texts: [(place: SIMD2<Double>, anchor: String, words: String)] = []

  /// `nil` for what is not well-formed.
  init?(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func count(_ name: String) -> Int { elements.count { $0.name == name } }

  /// The points of open lines of a colour.
  func lines(_ stroke: String) -> [[SIMD2<Double>]] {
    elements.filter { $0.name == "path" && $0.attributes["stroke"] == stroke }.map { element in
      let numbers = (element.attributes["d"] ?? "").split { "MLZ ".contains($0) }
        .compactMap { Double($0) }
      return stride(from: 0, to: numbers.count - 1, by: 2).map {
        SIMD2(numbers[$0], numbers[$0 + 1])
      }
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append((name, attributes))
    guard name == "text" else { return }
    func number(_ name: String) -> Double { attributes[name].flatMap { Double($0) } ?? .nan }
    texts.append((SIMD2(number("x"), number("y")), attributes["text-anchor"] ?? "", ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    words += text
    if elements.last?.name == "text" {
      texts[texts.count - 1].words += text.trimmingCharacters(in: .newlines)
    }
  }
}
