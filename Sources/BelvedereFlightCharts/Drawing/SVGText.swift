import BelvedereGeoMath
import BelvedereImaging

/// The text of a drawing in SVG 1.1, an element a line; numbers with two digits after the point at most.
struct SVGText {
  private var text: String

  /// Writes a drawing.
  static func text(of drawing: ChartDrawing) -> String {
    var svg = SVGText(drawing)
    drawing.elements.forEach { svg.add($0) }
    return svg.text + "</svg>\n"
  }

  private init(_ drawing: ChartDrawing) {
    let (width, height) = (Self.number(drawing.width), Self.number(drawing.height))
    text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      + "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\" "
      + "font-family=\"sans-serif\" font-size=\"11\">\n"
    add(
      .rectangle(
        ChartBox(x: 0, y: 0, width: drawing.width, height: drawing.height),
        fill: ChartPalette.grey(1), stroke: nil))
  }

  private mutating func add(_ element: ChartDrawing.Element) {
    switch element {
    case .rectangle(let box, let fill, let stroke):
      text += "<rect \(Self.box(box)) \(Self.paint(fill, stroke, 1))/>\n"
    case .path(let points, let stroke, let width, let fill):
      guard let first = points.first else { return }
      var way = "M\(Self.number(first.x)) \(Self.number(first.y))"
      for p in points.dropFirst() { way += "L\(Self.number(p.x)) \(Self.number(p.y))" }
      if fill != nil { way += "Z" }
      text += "<path d=\"\(way)\" \(Self.paint(fill, stroke, width)) stroke-linejoin=\"round\"/>\n"
    case .dashes(let a, let b, let stroke):
      text +=
        "<path d=\"M\(Self.number(a.x)) \(Self.number(a.y))L\(Self.number(b.x)) \(Self.number(b.y))\" "
        + "\(Self.paint(nil, stroke, 1)) stroke-dasharray=\"5 4\"/>\n"
    case .circle(let center, let radius, let fill, let stroke):
      text +=
        "<circle cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\" "
        + "r=\"\(Self.number(radius))\" \(Self.paint(fill, stroke, 1))/>\n"
    case .label(let words, let at, let style): label(words, at, style)
    case .picture(let image, let box):
      // Only what cannot be stored at all throws: a picture of no size.
      guard let png = try? PNG.encode(image, compression: 9, threads: 1) else { return }
      text +=
        "<image \(Self.box(box)) preserveAspectRatio=\"none\" "
        + "xlink:href=\"data:image/png;base64,\(Base64.text(of: png))\"/>\n"
    }
  }

  private mutating func label(_ words: String, _ at: Vector2, _ style: ChartLabelStyle) {
    let place =
      "x=\"\(Self.number(at.x))\" y=\"\(Self.number(at.y))\" text-anchor=\"\(style.anchor.rawValue)\""
      + (style.size == 11 ? "" : " font-size=\"\(Self.number(style.size))\"")
      + (style.isBold ? " font-weight=\"bold\"" : "")
    let escaped = Self.escaped(words)
    if style.hasHalo {
      text +=
        "<text \(place) fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"3\" "
        + "stroke-linejoin=\"round\" opacity=\"0.85\">\(escaped)</text>\n"
    }
    text += "<text \(place) fill=\"\(Self.hex(style.color))\">\(escaped)</text>\n"
  }

  private static func box(_ box: ChartBox) -> String {
    "x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
      + "height=\"\(number(box.height))\""
  }

  private static func paint(_ fill: Color?, _ stroke: Color?, _ width: Double) -> String {
    func paint(_ name: String, _ color: Color?) -> String {
      guard let color else { return "\(name)=\"none\"" }
      let opacity = color.alpha < 1 ? " \(name)-opacity=\"\(number(color.alpha))\"" : ""
      return "\(name)=\"\(hex(color))\"\(opacity)"
    }
    return paint("fill", fill) + " " + paint("stroke", stroke)
      + (stroke == nil ? "" : " stroke-width=\"\(number(width))\"")
  }

  private static func hex(_ color: Color) -> String {
    var opaque = color
    opaque.alpha = 1
    return opaque.hex
  }

  /// Words as XML has them; what XML cannot have at all is a replacement character.
  static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        result += "\u{FFFD}"
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

/// Bytes as letters (RFC 4648, section 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for i in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[i..<min(i + 3, bytes.count)]
      var word: UInt32 = 0
      for byte in part { word = word << 8 | UInt32(byte) }  // checked: a byte
      word <<= 8 * (3 - part.count)
      for n in 0..<4 {
        let digit = Int(word >> (18 - 6 * n) & 63)  // checked: at most 63
        result.append(n <= part.count ? letters[digit] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
