/// The styles of a KML file, as its elements come: shared ones with an id, maps of them, and those inside
/// of features.
///
/// Of a map the pair `normal` counts.
struct KMLStyleScanner {
  /// A style by its address, under one that is given on the spot.
  struct Reference: Hashable {
    var url = ""
    var style = KMLStyle()
  }

  /// Colours and numbers that are none.
  private(set) var flaws = 0
  /// Addresses of other files, which are not followed.
  private(set) var outside = 0
  /// Addresses of styles that are not there.
  private(set) var missing = 0

  private var styles: [String: Reference] = [:]
  private var style = KMLStyle()
  private var id = "", mapID = ""
  private var key = ""
  private var pair = Reference(), map = Reference()

  /// Elements whose text is wanted.
  static func wants(_ name: String, in parent: String?) -> Bool {
    switch (parent, name) {
    case ("LineStyle", "color"), ("LineStyle", "width"), ("PolyStyle", "color"),
      ("PolyStyle", "fill"), ("PolyStyle", "outline"), ("IconStyle", "color"), ("Pair", "key"),
      ("Pair", "styleUrl"), ("Placemark", "styleUrl"):
      true
    default: false
    }
  }

  mutating func start(_ name: String, id: String?) {
    switch name {
    case "Style": (style, self.id) = (KMLStyle(), id ?? "")
    case "StyleMap": (map, mapID) = (Reference(), id ?? "")
    case "Pair": (pair, key) = (Reference(), "")
    default: break
    }
  }

  /// - Parameter feature: what the feature that is read says of its look.
  mutating func end(
    _ name: String, in parent: String?, _ text: String, feature: inout Reference
  ) {
    switch (parent, name) {
    case ("LineStyle", "color"): set(\.lineColor, KMLStyle.color(text))
    case ("PolyStyle", "color"): set(\.polyColor, KMLStyle.color(text))
    case ("IconStyle", "color"): set(\.iconColor, KMLStyle.color(text))
    case ("LineStyle", "width"):
      set(\.lineWidth, Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil })
    case ("PolyStyle", "fill"): set(\.fills, Self.flag(text))
    case ("PolyStyle", "outline"): set(\.outlines, Self.flag(text))
    case ("Pair", "key"): key = text
    case ("Pair", "styleUrl"): pair.url = text
    case ("Placemark", "styleUrl"): feature.url = text
    case ("Pair", "Style"): pair.style = style
    case ("Placemark", "Style"): feature.style = style.over(feature.style)
    case (_, "Style"): if !id.isEmpty { styles[id] = Reference(style: style) }
    case ("StyleMap", "Pair"): if key == "normal" { map = pair }
    case ("Placemark", "StyleMap"):
      feature.style = feature.style.over(map.style)
      if feature.url.isEmpty { feature.url = map.url }
    case (_, "StyleMap"): if !mapID.isEmpty { styles[mapID] = map }
    default: break
    }
  }

  /// The style that a reference leads to, once the file is read as a whole.
  mutating func style(of reference: Reference) -> KMLStyle {
    var (result, url) = (reference.style, reference.url)
    // Maps may lead to maps, and in a circle.
    for _ in 0..<8 where !url.isEmpty {
      let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count < 2 || parts[0].isEmpty else {
        outside += 1
        return result
      }
      guard let next = styles[String(parts.last ?? "")] else {
        missing += 1
        return result
      }
      result = result.over(next.style)
      url = next.url
    }
    return result
  }

  private mutating func set<Value>(_ path: WritableKeyPath<KMLStyle, Value?>, _ value: Value?) {
    if let value { style[keyPath: path] = value } else { flaws += 1 }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text {
    case "1", "true": true
    case "0", "false": false
    default: nil
    }
  }
}
