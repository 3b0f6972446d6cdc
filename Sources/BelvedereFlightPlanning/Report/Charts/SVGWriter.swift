/// Text of a picture in SVG, element by element; numbers with two digits at most.
struct SVGWriter {
  private(set) var text = ""

  init(width: Double, height: Double) {
    text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.number(width))\" "
      + "height=\"\(Self.number(height))\" viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" "
      + "font-family=\"sans-serif\" font-size=\"11\" fill=\"#333\">\n"
    element("rect", "width=\"100%\" height=\"100%\" fill=\"#fff\"")
  }

  /// The whole picture.
  var finished: String { text + "</svg>\n" }

  mutating func element(_ name: String, _ attributes: String) {
    text += "<\(name) \(attributes)/>\n"
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, stroke: String, width: Double = 1,
    dashes: String = ""
  ) {
    element(
      "line",
      "x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" x2=\"\(Self.number(x2))\" "
        + "y2=\"\(Self.number(y2))\" stroke=\"\(stroke)\" stroke-width=\"\(Self.number(width))\""
        + (dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\""))
  }

  /// A line through points; a surface where it is closed.
  mutating func path(
    _ points: [(x: Double, y: Double)], stroke: String = "none", width: Double = 1.5,
    fill: String = "none", isClosed: Bool = false
  ) {
    guard let first = points.first else { return }
    var way = "M\(Self.number(first.x)) \(Self.number(first.y))"
    for point in points.dropFirst() { way += "L\(Self.number(point.x)) \(Self.number(point.y))" }
    if isClosed { way += "Z" }
    element(
      "path",
      "d=\"\(way)\" stroke=\"\(stroke)\" stroke-width=\"\(Self.number(width))\" fill=\"\(fill)\" "
        + "stroke-linejoin=\"round\"")
  }

  mutating func circle(_ x: Double, _ y: Double, _ radius: Double, fill: String) {
    element(
      "circle",
      "cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" fill=\"\(fill)\""
    )
  }

  mutating func label(
    _ words: String, _ x: Double, _ y: Double, anchor: String = "start", fill: String = "#333",
    isBold: Bool = false
  ) {
    text +=
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" text-anchor=\"\(anchor)\" "
      + "fill=\"\(fill)\"\(isBold ? " font-weight=\"bold\"" : "")>\(Self.escaped(words))</text>\n"
  }

  static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A number with at most two digits after the point.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let rounded = (min(max(value, -1e9), 1e9) * 100).rounded() / 100
    if let whole = Int(exactly: rounded) { return "\(whole)" }
    return "\(rounded)"
  }
}
