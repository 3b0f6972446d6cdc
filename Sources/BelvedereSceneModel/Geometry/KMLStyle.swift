import BelvedereImaging

/// A `Style` of KML; `nil` where it says nothing.
struct KMLStyle: Hashable {
  var lineColor: Color?
  var lineWidth: Double?
  var polyColor: Color?
  var fills: Bool?
  var outlines: Bool?
  var iconColor: Color?

  /// This style over another one: what it says counts.
  func over(_ other: KMLStyle) -> KMLStyle {
    KMLStyle(
      lineColor: lineColor ?? other.lineColor, lineWidth: lineWidth ?? other.lineWidth,
      polyColor: polyColor ?? other.polyColor, fills: fills ?? other.fills,
      outlines: outlines ?? other.outlines, iconColor: iconColor ?? other.iconColor)
  }

  /// The look of a feature.
  ///
  /// A style that speaks of lines or of areas has for the rest what KML has where nothing is said: white,
  /// one point wide. One that speaks of neither has none.
  ///
  /// - Parameter isArea: whether it is that of areas, whose outline may be left out.
  func look(isArea: Bool) -> GeometryStyle {
    let white = Color(red: 1, green: 1, blue: 1)
    var look = GeometryStyle()
    // White is the icon as it is.
    look.tint = iconColor.flatMap { $0 == white ? nil : $0 }
    guard lineColor ?? polyColor != nil || lineWidth != nil || fills ?? outlines != nil else {
      return look
    }
    let line = lineColor ?? white
    let width = min(lineWidth ?? 1, GeometryStyle.widestLine)
    let hasLine = width > 0 && line.alpha > 0 && (!isArea || outlines ?? true)
    look.stroke = hasLine ? .color(line) : .nothing
    look.lineWidth = hasLine ? width : nil
    let fill = polyColor ?? white
    look.fill = (fills ?? true) && fill.alpha > 0 ? .color(fill) : .nothing
    return look
  }

  /// `aabbggrr`, also after a `#`; six digits are opaque.
  static func color(_ text: String) -> Color? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 8 || digits.utf8.count == 6,
      digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    func part(_ fromEnd: Int) -> Double {
      let pair = digits.dropLast(2 * fromEnd).suffix(2)
      return Double(UInt8(pair, radix: 16) ?? 0) / 255  // checked: nil where it is none
    }
    return Color(
      red: part(0), green: part(1), blue: part(2), alpha: digits.utf8.count == 8 ? part(3) : 1)
  }
}
