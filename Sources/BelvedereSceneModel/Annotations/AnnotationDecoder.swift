import BelvedereAnnotations
import BelvedereGeoMath
import BelvedereImaging
import BelvedereLimits
import BelvedereText

/// Annotations, ornaments and the font of a scene file.
enum AnnotationDecoder {
  static func annotations(_ node: SceneNode) throws -> [Annotation] {
    let items = try node.elements(of: "annotations")
    try node.file.count(objects: items.count)
    return try items.map { try annotation($0) }
  }

  private static func annotation(_ item: SceneNode) throws -> Annotation {
    let object = try SceneObject(item, .annotation)
    let appearance = try appearance(object)
    var annotation = Annotation(
      coordinate: try object.required("at", "[longitude, latitude]").position(),
      title: try object["title"]?.string() ?? "", subtitle: try object["subtitle"]?.string() ?? "",
      appearance: appearance, id: try object["id"]?.string() ?? "")
    annotation.elevation = try elevation(object)
    if let value = object["titleVisibility"] {
      annotation.titleVisibility = try value.choice("titleVisibility", as: LabelVisibility.self)
    }
    if let value = object["subtitleVisibility"] {
      annotation.subtitleVisibility = try value.choice(
        "subtitleVisibility", as: LabelVisibility.self)
    }
    annotation.titleSize = try object["titleSize"]?.number("points", in: 4...100)
    if let value = object["titleWeight"] {
      annotation.titleWeight = try value.choice("titleWeight", as: FontWeight.self)
    }
    if let value = object["displayPriority"] { annotation.displayPriority = try priority(value) }
    if let value = object["zPriority"] {
      annotation.zPriority = try value.number("a z priority", in: 0...1000)
    }
    if let value = object["selectedZPriority"] {
      annotation.selectedZPriority = try value.number("a z priority", in: 0...1000)
    }
    if let value = object["collisionMode"] {
      annotation.collisionMode = try value.choice("collisionMode", as: CollisionMode.self)
    }
    annotation.clusteringIdentifier = try object["clusteringIdentifier"]?.string()
    annotation.category = try object["category"].map(ConfigurationDecoder.category)
    annotation.isSelected = try object["selected"]?.bool() ?? false
    if let value = object["occlusion"] {
      annotation.occlusion = try value.choice("occlusion", as: Annotation.Occlusion.self)
    }
    if case .label = appearance, annotation.title.isEmpty {
      item.warn("is a label without a title; it is not seen")
    }
    return annotation
  }

  private enum Style: String, CaseIterable { case marker, label }

  private static func appearance(_ object: SceneObject) throws -> AnnotationAppearance {
    let style = try object["style"]?.choice("style", as: Style.self)
    if let picture = object["image"] {
      for name in ["style", "tint", "glyph", "glyphColor"] {
        object[name]?.warn("has no effect beside \"image\"")
      }
      return .image(try image(picture))
    }
    guard style != .label else { return .label }
    var marker = MarkerStyle()
    if let value = object["tint"] { marker.tint = try value.color() }
    if let value = object["glyphColor"] { marker.glyphColor = try value.color() }
    if let value = object["glyph"] {
      marker.glyph = try value.string()
      if marker.glyph.count > 3 {
        value.warn("has more than three characters; the first are drawn")
      }
    }
    return .marker(marker)
  }

  private static func elevation(_ object: SceneObject) throws(SceneError) -> Annotation.Elevation {
    let height = try object["height"]?.number("a number of metres", in: -10_000...1_000_000)
    if let value = object["elevation"] {
      if let other = object["height"] ?? object["on"] {
        throw other.error("cannot stand beside \"elevation\", which counts from the sea; give one")
      }
      return .aboveSea(try value.number("a number of metres", in: -12_000...1_000_000))
    }
    guard let on = object["on"], try on.choice("place", as: Stand.self) == .roof else {
      return .aboveGround(height ?? 0)
    }
    return .aboveRoof(height ?? 0)
  }

  private enum Stand: String, CaseIterable { case ground, roof }

  private static func priority(_ node: SceneNode) throws(SceneError) -> Double {
    if case .string(let word) = node.value.content {
      switch word {
      case "required": return DisplayPriority.required
      case "defaultHigh": return DisplayPriority.defaultHigh
      case "defaultLow": return DisplayPriority.defaultLow
      default: break
      }
    }
    return try node.number(
      "a display priority (required, defaultHigh, defaultLow or a number)", in: 0...1000)
  }

  private static func image(_ node: SceneNode) throws -> AnnotationImage {
    let object = try SceneObject(node, .annotationImage)
    let file = try object.required("file", "a PNG file")
    var picture = AnnotationImage(try pixels(file))
    if let value = object["scale"] {
      picture.scale = try value.positive("pixels a point", upTo: 16)
    }
    if let value = object["anchor"] {
      picture.anchor = try pair(value, "parts of the picture", in: -10...10)
    }
    if let value = object["centerOffset"] {
      picture.centerOffset = try pair(value, "points", in: -10_000...10_000)
    }
    return picture
  }

  private static func pair(
    _ node: SceneNode, _ what: String, in range: ClosedRange<Double>
  ) throws(SceneError) -> Vector2 {
    let items = try node.elements(of: what)
    guard items.count == 2 else {
      throw node.error("expected [x, y] in \(what), got \(node.value.excerpt)")
    }
    return Vector2(
      try items[0].number("a number of \(what)", in: range),
      try items[1].number("a number of \(what)", in: range))
  }

  /// The picture of a file; the same file again is read once.
  private static func pixels(_ node: SceneNode) throws -> Image {
    let shared = node.file.shared
    let name = try node.string("a file's name")
    if let known = shared.annotationImages[name] { return known }
    let (file, data) = try node.file.read(
      node, maximumBytes: 64 << 20, remedy: "draw the annotation from a smaller picture")
    let image: Image
    do {
      image = try PNG.decodeImage(
        data, maximumPixels: AnnotationImage.mostPixels * AnnotationImage.mostPixels)
    } catch {
      throw node.error("\(file.name): \(error)")
    }
    guard image.width <= AnnotationImage.mostPixels, image.height <= AnnotationImage.mostPixels
    else {
      throw node.error(
        "\(file.name): is \(image.width) × \(image.height) pixels; "
          + "\(AnnotationImage.mostPixels) a side is most: make it smaller")
    }
    shared.annotationPixels += image.width * image.height
    guard shared.annotationPixels <= shared.limits.maximumInputPixels else {
      throw LimitError(
        subject: file.name,
        value: "\(shared.annotationPixels) pixels with the annotations' pictures before it",
        limit: "\(shared.limits.maximumInputPixels) pixels", remedy: "use smaller pictures")
    }
    shared.annotationImages[name] = image
    return image
  }

  static func ornaments(_ node: SceneNode) throws -> MapOrnaments {
    let object = try SceneObject(node, .ornaments)
    var ornaments = MapOrnaments()
    if let value = object["compass"] {
      ornaments.compass = try value.choice("compass", as: MapOrnaments.Compass.self)
    }
    if let value = object["scaleBar"] {
      ornaments.scaleBar = try value.choice("scaleBar", as: MapOrnaments.ScaleBar.self)
    }
    ornaments.showsAttribution = try object["attribution"]?.bool() ?? false
    return ornaments
  }

  /// The font of a file; `nil` with a warning where there is no FreeType.
  static func font(_ node: SceneNode) throws -> Font? {
    let (file, data) = try node.file.read(
      node, maximumBytes: Font.maximumBytes, remedy: "choose another font file")
    do {
      return try Font(data: data, name: file.name)
    } catch FontError.noFreeType(let name) {
      node.warn("\(FontError.noFreeType(font: name))")
      return nil
    } catch {
      throw node.error("\(error)")
    }
  }
}
