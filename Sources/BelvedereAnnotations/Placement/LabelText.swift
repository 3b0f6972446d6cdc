import BelvedereGeoMath
import BelvedereText

/// The texts of a mark as blocks of lines: the title, and the subtitle below it. Sizes are points.
package struct LabelText: Sendable {
  package let title: TextBlock
  package let subtitle: TextBlock?
  package let titleSize, subtitleSize: Double
  /// Free space between balloon and title, and between title and subtitle.
  static let gap = 2.0
  private static let lineGap = 1.0
  /// Of selected marks and of names alone.
  private static let largeTitle = 13.0
  /// How wide a title may be, in points.
  private static let maximumWidth = 118.0
  /// How wide it may be where one of its words is: towns have long names, and only half of one is none.
  private static let widestWord = 200.0
  /// Two unless these are too few.
  private static let mostLines = 3

  /// `nil` for a mark without a title.
  ///
  /// - Parameters:
  ///   - isAlone: whether the text is all there is of the mark.
  ///   - hasSubtitle: whether the subtitle is drawn, too.
  init?(_ mark: ScreenMark, fonts: FontStack, isAlone: Bool = false, hasSubtitle: Bool = false) {
    guard !mark.title.isEmpty else { return nil }
    let usual = mark.isSelected || isAlone ? Self.largeTitle : 11.5
    titleSize = mark.titleSize ?? usual
    subtitleSize = mark.isSelected || isAlone ? 11 : 10
    // Larger letters have as much more room.
    let room = max(titleSize / Self.largeTitle, 1) / titleSize
    let block = TextBlock.block(
      mark.title, fonts: fonts, weight: mark.titleWeight, maximumWidth: Self.maximumWidth * room,
      widestWord: Self.widestWord * room, maximumLines: Self.mostLines)
    guard block.width > 0 else { return nil }
    title = block
    subtitle =
      hasSubtitle && !mark.subtitle.isEmpty
      ? TextBlock.block(
        mark.subtitle, fonts: fonts, maximumWidth: Self.maximumWidth / subtitleSize,
        maximumLines: 2) : nil
  }

  /// Width and height in points.
  package var size: Vector2 {
    var size = Vector2(title.width * titleSize, title.height * titleSize)
    if let subtitle {
      size.x = max(size.x, subtitle.width * subtitleSize)
      size.y += Self.lineGap + subtitle.height * subtitleSize
    }
    return size
  }

  /// From the text's top to that of the subtitle.
  package var subtitleTop: Double { title.height * titleSize + Self.lineGap }

  /// The box of the text whose top edge has its middle at a point.
  package func shape(topCenter: Vector2) -> ScreenShape {
    let size = self.size
    let low = Vector2(topCenter.x - size.x / 2, topCenter.y)
    return .rectangle(low: low, high: low + size)
  }
}
