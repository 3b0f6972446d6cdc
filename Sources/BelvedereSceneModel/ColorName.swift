import BelvedereImaging

extension Color {
  /// A colour as OpenStreetMap's `building:colour` writes it: `#rrggbb`, or one of the names that
  /// occur there (values of CSS Color Module Level 4).
  init?(tag text: String) {
    if let color = Color(hex: text) {
      self = color
      return
    }
    guard let hex = Self.names[text.lowercased()], let color = Color(hex: hex) else { return nil }
    self = color
  }

  private static let names = [
    "white": "#ffffff", "black": "#000000", "gray": "#808080", "grey": "#808080",
    "silver": "#c0c0c0", "maroon": "#800000", "red": "#ff0000", "brown": "#a52a2a",
    "orange": "#ffa500", "yellow": "#ffff00", "olive": "#808000", "green": "#008000",
    "teal": "#008080", "blue": "#0000ff", "navy": "#000080", "purple": "#800080",
    "beige": "#f5f5dc", "tan": "#d2b48c", "ivory": "#fffff0", "pink": "#ffc0cb",
    "cream": "#fffdd0", "lightgray": "#d3d3d3", "lightgrey": "#d3d3d3", "darkgray": "#a9a9a9",
    "darkgrey": "#a9a9a9", "lightblue": "#add8e6", "lightyellow": "#ffffe0",
    "lightgreen": "#90ee90", "khaki": "#f0e68c", "wheat": "#f5deb3", "sienna": "#a0522d",
    "peachpuff": "#ffdab9", "darkred": "#8b0000", "gold": "#ffd700", "salmon": "#fa8072",
  ]
}
