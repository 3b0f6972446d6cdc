import BelvedereGeodesy
import BelvedereSceneModel

/// A number that an object has by what it is, wherever it stands in a list: from it come the looks that a
/// scene does not give.
struct ObjectSeed {
  private var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15

  private mutating func add(_ word: UInt64) {
    // A step of SplitMix64 (Steele, Lea, Flood 2014).
    mixed ^= word
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
  }

  private mutating func add(_ place: Coordinate) {
    add(place.latitude.bitPattern)
    add(place.longitude.bitPattern)
  }

  private var value: UInt16 { UInt16(truncatingIfNeeded: mixed) }

  /// That of its identifier, which is its parts' as well; of one without any of its outline.
  static func of(_ building: Building) -> UInt16 {
    var seed = ObjectSeed()
    if building.id.isEmpty {
      for place in building.footprint.rings.first ?? [] { seed.add(place) }
    } else {
      for byte in building.id.utf8 { seed.add(UInt64(truncatingIfNeeded: byte)) }
    }
    return seed.value
  }

  static func of(_ beam: Beam) -> UInt16 {
    var seed = ObjectSeed()
    for joint in beam.path {
      seed.add(joint.coordinate)
      seed.add(joint.elevation.bitPattern)
    }
    return seed.value
  }

  static func of(_ tree: Tree) -> UInt16 {
    var seed = ObjectSeed()
    seed.add(tree.coordinate)
    return seed.value
  }
}
