import BelvedereSceneModel

/// The rhythm of a wall's windows.
struct WallPattern {
  /// Metres from window to window, and from floor to floor.
  let width, height: Float
  /// The part of the width and of the height that is glass.
  let glassWidth, glassHeight: Float
  /// How much the glass mirrors the sky.
  let mirror: Float

  /// Metres from window to window, of continuous bands from pane to pane.
  var bay: Double { Double(min(width, 5)) }

  static let all: [WallPattern] = [
    WallPattern(width: 1, height: 1, glassWidth: 0, glassHeight: 0, mirror: 0),
    // Houses.
    WallPattern(width: 2.5, height: 3.0, glassWidth: 0.46, glassHeight: 0.5, mirror: 0.35),
    // Masonry offices and apartments.
    WallPattern(width: 3.0, height: 3.7, glassWidth: 0.55, glassHeight: 0.56, mirror: 0.45),
    // Curtain walls.
    WallPattern(width: 1.6, height: 3.9, glassWidth: 0.86, glassHeight: 0.72, mirror: 0.65),
    // Sheds.
    WallPattern(width: 6.0, height: 5.5, glassWidth: 0.5, glassHeight: 0.28, mirror: 0.3),
    // Continuous bands.
    WallPattern(width: 40, height: 3.8, glassWidth: 1.0, glassHeight: 0.5, mirror: 0.55),
  ]

  static func number(for building: Building) -> UInt8 {
    if building.material == .glass { return 3 }
    return switch building.use {
    case .residential: building.height > 30 ? 2 : 1
    case .office: building.height > 90 ? 3 : building.height > 45 ? 5 : 2
    case .commercial: 2
    case .industrial: 4
    case .civic, .landmark: 2
    }
  }
}
