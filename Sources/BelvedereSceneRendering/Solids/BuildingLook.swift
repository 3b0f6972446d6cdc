import BelvedereImaging
import BelvedereSceneModel

/// The colours and the window pattern of a building.
struct BuildingLook {
  let wall, roof: SIMD3<Float>
  let pattern: UInt8

  /// Colours that are not given are chosen by what the building is.
  init(_ building: Building) {
    let seed = ObjectSeed.of(building)
    let variation = Float(seed & 255) / 255 - 0.5
    if let color = building.color {
      wall = linear(color)
    } else if let material = building.material {
      // No two houses of brick are alike, but all are of brick.
      wall = linear(material.color) * (1 + 0.16 * variation)
    } else {
      let choices = Self.walls(building.use)
      wall = linear(choices[Int(seed >> 4) % choices.count]) * (1 + 0.12 * variation)
    }
    if let color = building.roofColor {
      roof = linear(color)
    } else if let material = building.roofMaterial {
      roof = linear(material.color) * (1 + 0.16 * variation)
    } else {
      roof = linear(Self.roofs[Int(seed >> 6) % Self.roofs.count]) * (1 + 0.2 * variation)
    }
    pattern = building.hasWindows ? WallPattern.number(for: building) : 0
  }

  /// Metres from window to window.
  var bay: Double { WallPattern.all[Int(pattern)].bay }  // checked: widens

  private static func walls(_ use: Building.Use) -> [Color] {
    switch use {
    case .residential: residential
    case .office: office
    case .commercial: commercial
    case .industrial: industrial
    case .civic, .landmark: civic
    }
  }

  private static let residential = colors(
    "#E9E2D4", "#E4DACA", "#DDD6CC", "#E8DCC6", "#D9CFC0", "#E3D3C2", "#D8DAD6", "#EDE8DE")
  private static let office = colors(
    "#B9C2C9", "#A9B4BD", "#C9C6BE", "#D3CDC2", "#98A6B2", "#BFB5A7", "#8E9CA8", "#CFCFCB")
  private static let commercial = colors("#D6CCBD", "#C7BBAA", "#DAD4C8", "#B7A08C", "#CFC8BC")
  private static let industrial = colors("#CBC7BF", "#B8B4AC", "#D4CFC5", "#A79B8D")
  private static let civic = colors("#E2DBCD", "#D8D0C1")
  private static let roofs = colors(
    "#B9B4AB", "#A8A49D", "#C9C5BD", "#9B978F", "#BDB5A6", "#D2CEC7", "#8F8B85", "#AFA79B")

  private static func colors(_ texts: String...) -> [Color] { texts.compactMap { Color(hex: $0) } }
}
