import ArgumentParser
import Belvedere

/// What is drawn over the map.
struct OrnamentOptions: ParsableArguments {
  @Flag(
    name: .long, inversion: .prefixedNo, exclusivity: .exclusive,
    help: "Draw the scene's annotations.")
  var annotations = true

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A compass in the upper right corner; adaptive: where north is not up. (default: the "
        + "scene's, hidden)", valueName: "hidden|adaptive|visible"))
  var compass: MapOrnaments.Compass?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A scale bar in the lower left corner, true at its own place. (default: the scene's, hidden)",
      valueName: "hidden|metric|imperial"))
  var scaleBar: MapOrnaments.ScaleBar?

  @Flag(
    name: .long, inversion: .prefixedNo, exclusivity: .exclusive,
    help: "Name who must be credited in the lower right corner. (default: the scene's, no)")
  var attribution: Bool?

  @OptionGroup var typeface: FontOption

  /// The scene's ornaments with what the options say instead.
  func merged(with scene: MapOrnaments) -> MapOrnaments {
    MapOrnaments(
      compass: compass ?? scene.compass, scaleBar: scaleBar ?? scene.scaleBar,
      showsAttribution: attribution ?? scene.showsAttribution)
  }
}

/// The font of texts.
struct FontOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A TrueType or OpenType file for texts. (default: the scene's, or one of the system's; without "
        + "any, letters of Belvedere's own)", valueName: "file"))
  var font: String?

  /// The fonts that are asked after the scene's; `nil` for the system's.
  func fonts() throws -> FontStack? {
    try font.map { FontStack.system.preferring(try Font(path: $0)) }
  }
}

extension MapOrnaments.Compass: ExpressibleByArgument {}
extension MapOrnaments.ScaleBar: ExpressibleByArgument {}
