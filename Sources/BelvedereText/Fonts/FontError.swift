/// Why a font is not used.
public enum FontError: Error, Sendable, Hashable, CustomStringConvertible {
  /// FreeType is not on this machine.
  case noFreeType(font: String)
  /// Not a font file, or a broken one.
  case damaged(font: String)
  /// It holds pictures of its letters in fixed sizes alone.
  case notScalable(font: String)
  /// Memory ran out.
  case outOfMemory(font: String)

  public var description: String {
    switch self {
    case .noFreeType(let font):
      "\(font): fonts are read through FreeType, which is not installed (Debian and Ubuntu: "
        + "libfreetype6); without it text is drawn with the built-in letters"
    case .damaged(let font):
      "\(font): not a readable font; give a TrueType or OpenType file (.ttf, .otf, .ttc)"
    case .notScalable(let font):
      "\(font): holds letters of fixed sizes only; give a TrueType or OpenType file"
    case .outOfMemory(let font): "\(font): memory ran out while reading the font"
    }
  }
}
