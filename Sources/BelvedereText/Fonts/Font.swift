import BelvedereFiles
import BelvedereGeoMath
internal import CBelvedereText
import Synchronization

/// A font file: shapes of letters, and how far they stand apart.
///
/// Read through FreeType, shaped through HarfBuzz where that is installed. Shapes are unhinted, so that
/// they are the same at every size and with every version of FreeType.
public final class Font: Sendable {
  /// The most bytes of a font file.
  public static let maximumBytes = 64 << 20

  /// The file's name, for messages.
  public let name: String
  /// The family, as the font calls itself.
  public let family: String
  /// Whether it is a bold style.
  public let isBold: Bool
  /// How far letters reach above and below the baseline, in ems, both positive.
  public let ascent, descent: Double
  /// How many glyphs there are.
  public let glyphCount: Int
  private let unitsPerEm: Double

  private struct State: ~Copyable {
    let font: OpaquePointer
    var outlines: [UInt32: GlyphOutline] = [:]
    var glyphs: [UInt32: UInt32] = [:]

    init(_ font: OpaquePointer) { self.font = font }
    deinit { bv_font_close(font) }
  }

  private let state: Mutex<State>
  /// Outlines that are kept.
  private static let mostKept = 4096

  /// Opens a font of a file's bytes; of a collection the first one.
  ///
  /// - Throws: ``FontError``.
  public init(data: [UInt8], name: String) throws(FontError) {
    var opened: OpaquePointer?
    var metrics = bv_font_metrics()
    let status = data.withUnsafeBufferPointer {
      bv_font_open($0.baseAddress, $0.count, &opened, &metrics)
    }
    guard status == BV_FONT_OK, let opened else { throw Self.error(status, name) }
    self.name = name
    family = withUnsafeBytes(of: &metrics.family) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    isBold = metrics.is_bold != 0
    unitsPerEm = Double(metrics.units_per_em)
    // A font that says nothing sensible of its height gets that of a usual one.
    let (up, down) = (
      Double(metrics.ascender) / unitsPerEm, -Double(metrics.descender) / unitsPerEm
    )
    ascent = (0.2...2).contains(up) ? up : 0.95
    descent = (0...1).contains(down) ? down : 0.25
    glyphCount = Int(clamping: metrics.glyph_count)
    state = Mutex(State(opened))
  }

  /// Opens a font file.
  ///
  /// - Throws: ``FontError``, `FileError`, `LimitError` above ``maximumBytes``.
  public convenience init(path: String) throws {
    try self.init(
      data: InputFile.read(
        path, maximumBytes: Self.maximumBytes, remedy: "choose another font file"),
      name: path)
  }

  private static func error(_ status: bv_font_status, _ name: String) -> FontError {
    switch status {
    case BV_FONT_ABSENT: .noFreeType(font: name)
    case BV_FONT_UNSCALABLE: .notScalable(font: name)
    case BV_FONT_MEMORY: .outOfMemory(font: name)
    default: .damaged(font: name)
    }
  }

  /// The number of a character's glyph; 0 for none.
  public func glyph(_ scalar: Unicode.Scalar) -> UInt32 {
    state.withLock { state in
      if let known = state.glyphs[scalar.value] { return known }
      let found = bv_font_glyph(state.font, scalar.value)
      if state.glyphs.count < Self.mostKept { state.glyphs[scalar.value] = found }
      return found
    }
  }

  /// The shape of a glyph; without steps where it is blank, damaged or too long.
  public func outline(_ glyph: UInt32) -> GlyphOutline {
    state.withLock { state in
      if let known = state.outlines[glyph] { return known }
      let outline = Self.read(state.font, glyph, unitsPerEm)
      if state.outlines.count >= Self.mostKept { state.outlines = [:] }
      state.outlines[glyph] = outline
      return outline
    }
  }

  private static func read(
    _ font: OpaquePointer, _ glyph: UInt32, _ unitsPerEm: Double
  ) -> GlyphOutline {
    var steps: UnsafeMutablePointer<bv_outline_step>?
    var count = 0
    var advance: Float = 0
    defer { bv_outline_free(steps) }
    guard bv_font_outline(font, glyph, &steps, &count, &advance) == BV_FONT_OK, let steps else {
      return GlyphOutline()
    }
    func point(_ x: Float, _ y: Float) -> Vector2 {
      Vector2(Double(x) / unitsPerEm, Double(y) / unitsPerEm)
    }
    return GlyphOutline(
      steps: UnsafeBufferPointer(start: steps, count: count).map { step in
        let end = point(step.x, step.y)
        return switch step.kind {
        case 0: .move(end)
        case 1: .line(end)
        case 2: .quadratic(point(step.x1, step.y1), end)
        default: .cubic(point(step.x1, step.y1), point(step.x2, step.y2), end)
        }
      })
  }

  /// A glyph of a shaped run; lengths in ems.
  struct ShapedGlyph {
    var glyph: UInt32
    /// The character that it stands for, by its number in the run.
    var cluster: Int
    var advance: Double
    var shift: Vector2
  }

  /// The glyphs of a run of one direction, from left to right as they are seen.
  func shape(_ scalars: [Unicode.Scalar], isRightToLeft: Bool) -> [ShapedGlyph] {
    let values = scalars.map(\.value)
    let capacity = Int(clamping: BV_TEXT_MAXIMUM_GLYPHS)
    var out = [bv_shaped_glyph](
      repeating: bv_shaped_glyph(), count: min(4 * values.count, capacity))
    let count = state.withLock { state in
      bv_font_shape(state.font, values, values.count, isRightToLeft ? 1 : 0, &out, out.count)
    }
    return out.prefix(count).map {
      ShapedGlyph(
        glyph: $0.glyph, cluster: Int(clamping: $0.cluster),
        advance: Double($0.advance) / unitsPerEm,
        shift: Vector2(Double($0.x) / unitsPerEm, Double($0.y) / unitsPerEm))
    }
  }
}

/// The libraries that read and shape fonts, as they were found on this machine.
public enum TextLibraries {
  /// FreeType's version, such as `2.12.1`; `nil` where it is not installed.
  public static var freeTypeVersion: String? {
    bv_text_freetype_version().map { String(cString: $0) }
  }

  /// HarfBuzz's version; `nil` where it is not installed.
  public static var harfBuzzVersion: String? {
    bv_text_harfbuzz_version().map { String(cString: $0) }
  }
}
