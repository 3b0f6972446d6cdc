import Synchronization

/// How heavy letters are.
public enum FontWeight: String, Sendable, Hashable, CaseIterable {
  case regular, bold
}

/// Fonts in the order in which they are asked for a character; behind them the built-in letters.
///
/// The same fonts give the same shapes on every machine; which fonts a system has differs.
public final class FontStack: Sendable {
  private let regular, bold: [Font]
  /// Files that are opened when a character is found nowhere before them.
  private let more: [String]
  private let opened = Mutex<(next: Int, fonts: [Font])>((0, []))
  let blocks = Mutex<[TextBlock.Key: TextBlock]>([:])

  /// Fonts beyond those given that are opened for characters that they lack.
  private static let mostOpened = 64

  /// The built-in letters alone.
  public static let builtIn = FontStack(regular: [])

  /// The fonts of the system's folders; the built-in letters alone where there are none, or no
  /// FreeType.
  public static let system: FontStack = {
    guard TextLibraries.freeTypeVersion != nil else { return builtIn }
    let folders = FontFolders()
    func first(_ files: [String]) -> [Font] {
      for file in files {
        if let font = try? Font(path: file) { return [font] }
      }
      return []
    }
    let regular = first(folders.files(isBold: false))
    return FontStack(
      regular: regular, bold: first(folders.files(isBold: true)), more: folders.scriptFiles)
  }()

  /// Makes a stack.
  ///
  /// - Parameters:
  ///   - regular: what is asked first.
  ///   - bold: what is asked first for bold text; `regular` where it is empty or lacks a character.
  public convenience init(regular: [Font], bold: [Font] = []) {
    self.init(regular: regular, bold: bold, more: [])
  }

  private init(regular: [Font], bold: [Font], more: [String]) {
    self.regular = regular
    self.bold = bold
    self.more = more
  }

  /// A stack that asks one font first, and then those of this one.
  public func preferring(_ font: Font) -> FontStack {
    FontStack(regular: [font] + regular, bold: [font] + bold, more: more)
  }

  /// The families that are asked first, for reports; empty for the built-in letters alone.
  public var families: [String] { (regular + bold).map(\.family) }

  /// The font that has a character; `nil` for the built-in letters.
  func font(_ scalar: Unicode.Scalar, _ weight: FontWeight) -> Font? {
    let asked = weight == .bold ? bold + regular : regular
    if let found = asked.first(where: { $0.glyph(scalar) != 0 }) { return found }
    if StrokeFont.has(scalar) { return nil }
    return opened.withLock { opened in
      if let found = opened.fonts.first(where: { $0.glyph(scalar) != 0 }) { return found }
      while opened.next < more.count, opened.fonts.count < Self.mostOpened {
        let file = more[opened.next]
        opened.next += 1
        guard let font = try? Font(path: file) else { continue }
        opened.fonts.append(font)
        if font.glyph(scalar) != 0 { return font }
      }
      return nil
    }
  }

  /// The font that a stack asks first in a weight.
  func first(_ weight: FontWeight) -> Font? { (weight == .bold ? bold : []).first ?? regular.first }
}
