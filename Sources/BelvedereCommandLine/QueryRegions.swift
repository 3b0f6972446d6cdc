import Belvedere
import BelvedereJSON

extension QueryEngine {
  /// The ground that a viewport shows, cut at `farDepth` metres along the line of sight.
  func visibleRegion(_ arguments: QueryArguments) throws -> Answer {
    let view = try view(arguments, viewport: arguments.viewport())
    let farDepth = try arguments.optionalNumber("farDepth") ?? view.farDepth
    guard farDepth > 0 else {
      throw DomainError(field: "farDepth", value: farDepth, allowed: "a number of metres above 0")
    }
    let visible = view.visibleGround(farDepth: farDepth)
    return [
      ("polygon", JSONValue(.array(visible?.polygon.map { CameraJSON.value($0) } ?? []))),
      ("mapRect", visible.map { CameraJSON.value($0.mapRect) } ?? nil),
      ("region", visible.map { CameraJSON.value($0.region) } ?? nil),
      ("farDepth", .number(farDepth)),
    ]
  }
}
