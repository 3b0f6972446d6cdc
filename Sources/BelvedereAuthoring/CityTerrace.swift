import BelvedereGeoMath

/// Touching buildings of one heading and depth, in the order of the block table's terraces.
package struct CityTerrace {
  package private(set) var lots: [CityBuilding]

  /// Joins neighbours of a list.
  package static func terraces(of buildings: [CityBuilding]) -> [CityTerrace] {
    var result: [CityTerrace] = []
    for building in buildings {
      if let last = result.indices.last, result[last].isContinued(by: building) {
        result[last].lots.append(building)
      } else {
        result.append(CityTerrace(lots: [building]))
      }
    }
    return result
  }

  private func isContinued(by building: CityBuilding) -> Bool {
    guard let last = lots.last?.rectangle else { return false }
    let next = building.rectangle
    guard last.heading == next.heading, abs(last.depth - next.depth) < 0.3 else { return false }
    let step = next.center - last.center
    let across = step.dot(last.across)
    guard abs(abs(across) - (last.width + next.width) / 2) < 0.1,
      abs(step.dot(last.along)) < 0.3
    else { return false }
    // All follow in the direction in which the second follows the first.
    guard lots.count > 1 else { return true }
    return (last.center - lots[0].rectangle.center).dot(last.across) * across > 0
  }

  /// `x, y, heading, depth` and `width, height, style` of each lot, in units.
  package func text(unit: Double) -> String? {
    guard let first = lots.first?.rectangle, let last = lots.last?.rectangle else { return nil }
    var heading = first.heading.truncatingRemainder(dividingBy: 180)
    if heading < 0 { heading += 180 }
    let right = CityRectangle.direction(heading + 90)
    let isForward = (last.center - first.center).dot(right) > 0
    let ordered = isForward ? lots : lots.reversed()
    let head = isForward ? first : last
    let start = head.center - right * (head.width / 2)
    func units(_ metres: Double) -> String { CityText.number(metres / unit, decimals: 0) }
    var numbers = [
      units(start.x), units(start.y), CityText.number(heading * 10, decimals: 0),
      units(first.depth),
    ]
    var end = 0.0
    var left = 0.0
    for lot in ordered {
      // Each side is rounded by itself, so that errors do not add up along the terrace.
      end += lot.rectangle.width
      let width = ((end - left) / unit).rounded()
      left += width * unit
      numbers += [CityText.number(width, decimals: 0), units(lot.height), String(lot.style)]
    }
    return "[" + numbers.joined(separator: ",") + "]"
  }
}
