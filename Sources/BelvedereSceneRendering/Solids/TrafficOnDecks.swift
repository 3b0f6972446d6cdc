import BelvedereRasterization
import BelvedereSceneModel

/// The colours of traffic on decks and ramps, where a map shows it; elsewhere the strips have the roadway's colour.
struct TrafficOnDecks {
  /// Linear, of all flows in their order, before the map's tone, which leaves the colours of ground as they are.
  private let colors: [SIMD3<Float>]

  /// `nil` of a map that does not show traffic.
  init?(_ configuration: MapConfiguration) {
    guard configuration.showsTraffic else { return nil }
    let theme = MapTheme(configuration)
    colors = Road.Traffic.allCases.map { traffic in
      let color = TrafficStyle(traffic, isDark: theme.isDark).color
      return theme.tone.inverse(
        of: SIMD3(Transfer.linear(color.x), Transfer.linear(color.y), Transfer.linear(color.z)))
    }
  }

  /// A mesh with its strips in these colours.
  func painted(_ mesh: SolidMesh) -> SolidMesh {
    guard mesh.hasTraffic else { return mesh }
    var mesh = mesh
    mesh.faces = FrozenArray(
      (0..<mesh.faces.count).map { i in
        var face = mesh.faces.base[i]
        if face.kind == .traffic, colors.indices.contains(Int(face.pattern)) {  // checked: widens
          face.color = colors[Int(face.pattern)]  // checked: widens
        }
        return face
      })
    return mesh
  }
}
