import BelvedereImaging
import BelvedereJSON

/// The look of a GeoJSON feature by its properties: simplestyle-spec 1.1.0.
///
/// A feature that has none of the properties has no look. One that has some takes the others' values from
/// the specification. Symbols and sizes of markers are passed over.
struct SimpleStyle {
  private(set) var style = GeometryStyle()
  /// Properties that are no colour or no number of their range.
  private(set) var flaws: [String] = []

  init(_ properties: FeatureProperties) {
    let names = ["stroke", "stroke-width", "stroke-opacity", "fill", "fill-opacity"]
    style.tint = color("marker-color", properties)
    guard names.contains(where: { properties[$0] != nil }) else { return }
    let gray = Color(red: 1.0 / 3, green: 1.0 / 3, blue: 1.0 / 3)
    var stroke = color("stroke", properties) ?? gray
    stroke.alpha *= number("stroke-opacity", properties, 0...1) ?? 1
    var fill = color("fill", properties) ?? gray
    fill.alpha *= number("fill-opacity", properties, 0...1) ?? 0.6
    let width = number("stroke-width", properties, 0...GeometryStyle.widestLine) ?? 2
    style.stroke = width > 0 && stroke.alpha > 0 ? .color(stroke) : .nothing
    style.lineWidth = width > 0 ? width : nil
    style.fill = fill.alpha > 0 ? .color(fill) : .nothing
  }

  /// `#ace` or `#aaccee`, with or without the `#`.
  private mutating func color(_ name: String, _ properties: FeatureProperties) -> Color? {
    guard let value = properties[name] else { return nil }
    switch value.content {
    case .null, .string(""): return nil
    case .string(let text):
      if let color = Color(hex: text.hasPrefix("#") ? text : "#" + text) { return color }
    default: break
    }
    flaws.append(name)
    return nil
  }

  private mutating func number(
    _ name: String, _ properties: FeatureProperties, _ range: ClosedRange<Double>
  ) -> Double? {
    guard let value = properties[name] else { return nil }
    switch value.content {
    case .null: return nil
    case .number(let number) where range.contains(number): return number
    case .string(let text):
      // Some programs write every property as a text.
      if let number = Double(text), range.contains(number) { return number }
    default: break
    }
    flaws.append(name)
    return nil
  }
}
