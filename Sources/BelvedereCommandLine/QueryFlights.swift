import Belvedere
import BelvedereJSON

/// Questions about flights from camera to camera.
extension QueryEngine {
  /// The greatest number of samples of a plan.
  private static let maximumSamples = 1_000_000.0

  func plan(_ arguments: QueryArguments) throws -> Answer {
    var style: TransitionStyle?
    if arguments.has("style") {
      let name = try arguments.string("style")
      if name == "optimal" {
        throw QueryFailure(message: "the style \"optimal\" is not available in this version")
      }
      style = TransitionStyle(rawValue: name)
      guard style != nil || name == "recipe" else {
        let known = (["recipe"] + TransitionStyle.allCases.map(\.rawValue)).joined(separator: ", ")
        throw QueryFailure(message: "style must be one of \(known), got \"\(name.prefix(40))\"")
      }
    }
    let plan = try CameraFlight.recipe(
      from: arguments.camera("from"), to: arguments.camera("to"), style: style,
      limits: arguments.limits())
    var answer: Answer = [
      ("style", .string(plan.style.rawValue)), ("duration", .number(plan.flight.duration)),
      ("keyframes", JSONValue(.array(plan.flight.keyframes.map { CameraJSON.value($0) }))),
      ("clamped", .strings(plan.clamped)),
    ]
    if let count = try arguments.optionalNumber("samples") {
      guard count >= 1, count <= Self.maximumSamples, count == count.rounded() else {
        throw DomainError(
          field: "samples", value: count, allowed: "a whole number from 1 to 1000000")
      }
      let cameras = plan.flight.samples(Int(clamping: count, in: 1...1_000_000))
      answer.append(("samples", JSONValue(.array(cameras.map { CameraJSON.value($0) }))))
    }
    return answer
  }
}
