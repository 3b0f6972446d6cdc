import BelvedereGeodesy
import Foundation

/// The compact table of buildings.
package enum CityBlocks {
  /// Metres for a unit of the table: half a metre keeps the rows short.
  package static let unit = 0.5

  package static func text(
    _ buildings: [CityBuilding], styles: [(name: String, value: CitySource)], frame: LocalFrame
  ) throws -> String {
    var parts: [String] = []
    var keepsHeading: [Bool] = []
    for (_, style) in styles {
      let members = try style.members().map { name, value in
        if case .number(let number) = value.value.content {
          return "\"\(name)\":\(CityText.number(number, decimals: 2))"
        }
        return "\"\(name)\":\(CityText.quoted(try value.string()))"
      }
      parts.append("{" + members.joined(separator: ",") + "}")
      keepsHeading.append(try style.string("roof", or: "flat") == "gable")
    }
    let terraces = CityTerrace.terraces(of: buildings)
    let rows = terraces.filter { $0.lots.count == 1 }.flatMap(\.lots).map { building -> String in
      var r = building.rectangle
      var heading = r.heading.truncatingRemainder(dividingBy: 180)
      if heading < 0 { heading += 180 }
      // A flat-roofed rectangle looks the same after a quarter turn; small headings are shorter.
      if heading >= 90, !keepsHeading[building.style] {
        heading -= 90
        (r.width, r.depth) = (r.depth, r.width)
      }
      let lengths = [r.center.x, r.center.y, r.width, r.depth]
        .map { CityText.number($0 / unit, decimals: 0) }
      let height = CityText.number(building.height / unit, decimals: 0)
      return "[\(lengths.joined(separator: ",")),\(CityText.number(heading * 10, decimals: 0)),"
        + "\(height),\(building.style)]"
    }
    return "{\"belvedereBlocks\":1,\"origin\":"
      + CityText.position(frame.origin.coordinate, decimals: 6) + ",\"unit\":\(unit),\n"
      + "\"styles\":[\n" + parts.joined(separator: ",\n") + "\n],\n\"rows\":[\n"
      + CityText.lines(rows) + "\n],\n\"terraces\":[\n"
      + terraces.filter { $0.lots.count > 1 }.compactMap { $0.text(unit: unit) }
      .joined(separator: ",\n") + "\n]}\n"
  }
}
