import BelvedereImaging

/// What walls and roofs are made of, as far as it says what colour they have.
public enum BuildingMaterial: UInt8, Sendable, Hashable, CaseIterable {
  case brick, concrete, copper, glass, grass, gravel, metal, mud, plaster, roofTiles, sandstone
  case slate, solarPanels, steel, stone, tarPaper, thatch, timberFraming, tin, wood

  /// That of a tag as OpenStreetMap has it: the first of several that is known; `nil` for others.
  public init?(tag text: String) {
    for word in text.split(separator: ";") {
      let name = word.lowercased().filter { !" _-".contains($0) }
      if let known = Self.names[name] {
        self = known
        return
      }
    }
    return nil
  }

  /// Values of `building:material` and `roof:material` that occur, without what parts their words.
  private static let names: [String: BuildingMaterial] = [
    "brick": .brick, "bricks": .brick, "brickwork": .brick, "clinker": .brick, "clay": .brick,
    "redbrick": .brick, "exposedbrick": .brick,
    "concrete": .concrete, "cement": .concrete, "cementblock": .concrete,
    "concreteblock": .concrete, "reinforcedconcrete": .concrete, "block": .concrete,
    "blocks": .concrete, "beton": .concrete, "eternit": .concrete, "asbestos": .concrete,
    "fibrecement": .concrete, "fibercement": .concrete,
    "copper": .copper, "bronze": .copper,
    "glass": .glass, "glas": .glass, "glassfront": .glass, "mirror": .glass,
    "acrylicglass": .glass,
    "grass": .grass, "plants": .grass, "green": .grass, "greenroof": .grass, "turf": .grass,
    "sod": .grass, "vegetation": .grass,
    "gravel": .gravel, "pebbles": .gravel, "pebbledash": .gravel,
    "metal": .metal, "metalsheet": .metal, "sheetmetal": .metal, "aluminium": .metal,
    "aluminum": .metal, "zinc": .metal, "lead": .metal, "iron": .metal, "corrugatediron": .metal,
    "mud": .mud, "adobe": .mud, "loam": .mud, "rammedearth": .mud, "cob": .mud,
    "plaster": .plaster, "plastered": .plaster, "stucco": .plaster, "render": .plaster,
    "panel": .plaster, "panels": .plaster, "vinyl": .plaster, "siding": .plaster,
    "rooftiles": .roofTiles, "tile": .roofTiles, "tiles": .roofTiles, "claytiles": .roofTiles,
    "sandstone": .sandstone, "limestone": .sandstone,
    "slate": .slate, "slates": .slate, "shale": .slate,
    "solarpanels": .solarPanels, "solarpanel": .solarPanels,
    "steel": .steel, "stainlesssteel": .steel,
    "stone": .stone, "masonry": .stone, "granite": .stone, "marble": .stone, "flint": .stone,
    "rubble": .stone,
    "tarpaper": .tarPaper, "asphalt": .tarPaper, "bitumen": .tarPaper, "tar": .tarPaper,
    "roofingfelt": .tarPaper, "asphaltshingle": .tarPaper, "shingle": .tarPaper,
    "shingles": .tarPaper,
    "thatch": .thatch, "reed": .thatch, "straw": .thatch, "palmleaves": .thatch,
    "timberframing": .timberFraming, "halftimbered": .timberFraming,
    "tin": .tin,
    "wood": .wood, "timber": .wood, "logs": .wood, "bamboo": .wood, "woodshingle": .wood,
  ]

  /// The colour of walls and roofs without one.
  public var color: Color {
    func rgb(_ bytes: Int) -> Color {
      Color(
        red: Double(bytes >> 16) / 255, green: Double(bytes >> 8 & 255) / 255,
        blue: Double(bytes & 255) / 255)
    }
    return switch self {
    case .brick: rgb(0xA8624A)
    case .concrete: rgb(0xB4B1AB)
    case .copper: rgb(0x7FB09C)
    case .glass: rgb(0x9CB4C0)
    case .grass: rgb(0x7E935C)
    case .gravel: rgb(0xA8A298)
    case .metal: rgb(0xA6AAAD)
    case .mud: rgb(0xB08D66)
    case .plaster: rgb(0xE6DFD2)
    case .roofTiles: rgb(0xB4664A)
    case .sandstone: rgb(0xD3B98C)
    case .slate: rgb(0x5F666E)
    case .solarPanels: rgb(0x2E3C56)
    case .steel: rgb(0x939BA3)
    case .stone: rgb(0xADA395)
    case .tarPaper: rgb(0x555352)
    case .thatch: rgb(0x9C855E)
    case .timberFraming: rgb(0xD8C9B0)
    case .tin: rgb(0xB9BEC0)
    case .wood: rgb(0x9E7750)
    }
  }
}
