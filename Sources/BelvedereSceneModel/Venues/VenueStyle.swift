import BelvedereImaging

/// The looks of indoor maps.
enum VenueStyle {
  static let floor = color(0xF7_F4EE)
  static let grounds = color(0xE6_EADC)
  static let wall = color(0x9A_9286)
  static let section = color(0xC9_B27A, alpha: 0.18)
  static let fixture = color(0xD3_CCC0)
  static let kiosk = color(0xE8_D9B8)
  static let detail = color(0xB9_B1A4)

  /// The colour of a room's floor by its category; of subcategories the part before the point counts.
  static func unit(_ category: String) -> Color {
    let base = category.split(separator: ".").first.map(String.init) ?? category
    switch base {
    case "walkway", "lobby", "movingwalkway", "ramp", "footbridge", "platform", "waitingroom",
      "road":
      return color(0xFC_FBF7)
    case "stairs", "steps", "elevator", "escalator": return color(0xD6_DCE6)
    case "restroom", "shower", "mothersroom", "firstaid": return color(0xDC_DCEE)
    case "foodservice", "kitchen": return color(0xF6_E2C8)
    case "auditorium", "movietheater", "theater", "classroom", "conferenceroom", "huddleroom",
      "library", "laboratory":
      return color(0xEE_DFE2)
    case "fieldofplay", "fitnessroom", "recreation", "vegetation", "terrace", "unenclosedarea":
      return color(0xD7_E6C8)
    case "parking": return color(0xE2_E4E6)
    case "opentobelow": return color(0xC2_BDB5)
    case "nonpublic", "structure", "storage", "serverroom", "mailroom", "column", "brick",
      "concrete", "drywall", "wood":
      return color(0xD8_D2C8)
    case "glass": return color(0xD2_E4E8)
    default: return color(0xEC_E6DA)
    }
  }

  /// What a place in a venue is marked with.
  struct Mark {
    /// Empty for the icon of its category.
    var glyph: String
    var tint: Color
    var category: PointOfInterestCategory?
  }

  /// The mark of an amenity or an occupant by its category.
  static func mark(_ category: String) -> Mark {
    let base = category.split(separator: ".").first.map(String.init) ?? category
    func mark(_ glyph: String, _ tint: UInt32, _ kind: PointOfInterestCategory? = nil) -> Mark {
      Mark(glyph: glyph, tint: color(tint), category: kind)
    }
    switch base {
    case "information", "informationdesk", "customerservice", "guestservices":
      return mark("i", 0x3B_74C4)
    case "restroom", "mothersroom", "babychanging", "shower":
      return mark("", 0x7A_6FC0, .restroom)
    case "atm", "cashrecycler": return mark("", 0x5B_8C5A, .atm)
    case "bank", "currencyexchange": return mark("", 0x5B_8C5A, .bank)
    case "elevator": return mark("↕", 0x6B_7A90)
    case "escalator", "stairs", "ramp", "movingwalkway": return mark("↗", 0x6B_7A90)
    case "drinkingfountain", "waterfountain": return mark("~", 0x49_A0C0)
    case "firstaid", "defibrillator", "healthcenter": return mark("+", 0xC9_4A4A)
    case "foodservice", "restaurant", "fastfood", "casualdining", "foodcourt":
      return mark("", 0xD9_8032, .restaurant)
    case "coffee", "coffeehouse", "cafe", "tea": return mark("", 0xB5_763F, .cafe)
    case "parking", "parkingbicycle", "parkingwaitarea": return mark("", 0x3B_74C4, .parking)
    case "baggagecarousel", "baggageclaim", "baggagecheck", "luggagecheck":
      return mark("B", 0x6B_7A90)
    case "checkin", "boardinggate", "gate": return mark("G", 0x3B_74C4)
    case "pharmacy": return mark("", 0x5B_8C5A, .pharmacy)
    case "store", "shopping", "retail": return mark("", 0xC2_9A2E, .store)
    case "mailbox": return mark("", 0x6B_7A90, .mailbox)
    case "library": return mark("", 0x9A_6B4A, .library)
    default: return mark("", 0x8A_8176)
    }
  }

  private static func color(_ rgb: UInt32, alpha: Double = 1) -> Color {
    Color(
      red: Double(rgb >> 16 & 255) / 255, green: Double(rgb >> 8 & 255) / 255,
      blue: Double(rgb & 255) / 255, alpha: alpha)
  }
}
