import Belvedere
import BelvedereJSON

/// Questions about flights from camera to camera.
extension QueryEngine {
  /// The greatest number of samples of a plan.
  private static let maximumSamples = 1_000_000.0

  func plan(_ arguments: QueryArguments) throws -> Answer {
    let plan = try plan(arguments, style: arguments.has("style") ? arguments.string("style") : nil)
    var answer: Answer = [
      ("style", .string(plan.style)), ("duration", .number(plan.path.duration)),
      ("keyframes", JSONValue(.array(plan.path.keyframes.map { CameraJSON.value($0) }))),
      ("clamped", .strings(plan.clamped)),
    ]
    if let count = try arguments.optionalNumber("samples") {
      guard count >= 1, count <= Self.maximumSamples, count == count.rounded() else {
        throw DomainError(
          field: "samples", value: count, allowed: "a whole number from 1 to 1000000")
      }
      try checkListed("samples", count, count: count)
      let cameras = plan.path.samples(Int(clamping: count, in: 1...1_000_000))
      answer.append(("samples", JSONValue(.array(cameras.map { CameraJSON.value($0) }))))
    }
    return answer
  }

  /// The flight in a style, and the style that was used.
  private func plan(
    _ arguments: QueryArguments, style name: String?
  ) throws -> (style: String, path: CameraPath, clamped: [String]) {
    let (from, to) = try (arguments.camera("from"), arguments.camera("to"))
    let limits = try arguments.limits()
    if name == Self.optimalStyle {
      let fieldOfView =
        arguments.has("viewport")
        ? try arguments.viewport().fieldOfView : Viewport(width: 1, height: 1).fieldOfView
      let (path, clamped) = try CameraPath.optimal(
        from: from, to: to, fieldOfView: fieldOfView, limits: limits)
      return (Self.optimalStyle, path, clamped)
    }
    let style = name.flatMap { TransitionStyle(rawValue: $0) }
    if let name, style == nil, name != Self.recipeStyle {
      let known =
        [Self.recipeStyle] + TransitionStyle.allCases.map(\.rawValue) + [Self.optimalStyle]
      throw QueryFailure(
        message: "style must be one of \(known.joined(separator: ", ")), got "
          + "\"\(name.prefix(40))\"")
    }
    let plan = try CameraPath.recipe(from: from, to: to, style: style, limits: limits)
    return (plan.style.rawValue, plan.path, plan.clamped)
  }

  private static let recipeStyle = "recipe"
  private static let optimalStyle = "optimal"
}
