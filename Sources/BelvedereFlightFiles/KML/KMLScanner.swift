import BelvedereXML

/// What of a KML file has to do with cameras, as it is written there.
final class KMLScanner: XMLReceiver {
  /// A `Camera` or a `LookAt`.
  struct View {
    var isLookAt: Bool
    var line: Int
    var numbers: [String: Double] = [:]
    var altitudeMode = "clampToGround"
    /// The feature's that it belongs to.
    var name: String?
  }

  enum Step {
    case flyTo(View?, seconds: Double, isSmooth: Bool, line: Int)
    case wait(seconds: Double, line: Int)
  }

  struct Tour {
    var name: String?
    var line: Int
    var steps: [Step] = []
  }

  private(set) var tours: [Tour] = []
  private(set) var views: [View] = []
  private(set) var documentName: String?
  private(set) var losses = LossList()

  private let maximumCameras: Int
  private var stack: [String] = []
  private var text: [UInt8] = []
  private var isCollecting = false
  /// How deep the element lies that is passed over; 0 for none.
  private var skipped = 0
  private var tour: Tour?
  private var view: View?
  private var stepView: View?
  private var stepLine = 0
  private var seconds = 0.0
  private var isSmooth = false
  private var names: [String?] = []
  /// The names of features of views that were met before the feature's name.
  private var viewsOfFeature: [[Int]] = []

  private static let features: Set = ["Document", "Folder", "Placemark", "Tour", "NetworkLink"]
  private static let numbers: Set = [
    "longitude", "latitude", "altitude", "heading", "tilt", "roll", "range", "horizFov",
  ]

  init(maximumCameras: Int) { self.maximumCameras = maximumCameras }

  func start(
    _ name: String, _ attributes: XMLAttributes, line: Int
  ) throws(FlightFileError) {
    let name = Self.local(name)
    if stack.isEmpty, name != "kml", name != "Document", name != "Folder", name != "Placemark",
      name != "Tour", name != "Camera", name != "LookAt"
    {
      throw FlightFileError(
        .unsupported, at: "line \(line)", "expected <kml>, got <\(name.prefix(40))>")
    }
    stack.append(name)
    guard skipped == 0 else { return }
    text.removeAll(keepingCapacity: true)
    isCollecting = false
    switch name {
    case "AnimatedUpdate", "SoundCue", "Update":
      if tour != nil {
        losses.note("gx:\(name)", at: "line \(line)", "changes no camera; passed over")
      }
      skipped = stack.count
    case "TourControl":
      losses.note(
        "gx:TourControl", at: "line \(line)", "flights do not wait for people; passed over")
      skipped = stack.count
    case "Camera", "LookAt":
      view = View(isLookAt: name == "LookAt", line: line)
    case "TimeSpan", "TimeStamp", "ViewerOptions":
      guard view != nil else { break }
      losses.note("gx:\(name)", at: "line \(line)", "cameras have none; passed over")
      skipped = stack.count
    case "FlyTo", "Wait":
      (stepView, stepLine, seconds, isSmooth) = (nil, line, 0, false)
    default:
      if Self.features.contains(name) {
        if name == "Tour" { tour = Tour(line: line) }
        names.append(nil)
        viewsOfFeature.append([])
      } else if view != nil || name == "name" || name == "duration" || name == "flyToMode" {
        isCollecting = true
      }
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws(FlightFileError) {
    guard isCollecting, skipped == 0 else { return }
    guard text.count + bytes.count <= 4096 else {
      throw FlightFileError(
        .tooLarge, at: "line \(line)", "more than 4096 bytes of text in <\(stack.last ?? "")>")
    }
    text.append(contentsOf: bytes)
  }

  func end(_ name: String, line: Int) throws(FlightFileError) {
    let name = Self.local(name)
    defer { stack.removeLast() }
    guard skipped == 0 else {
      if stack.count == skipped { skipped = 0 }
      return
    }
    let value = trimmed(text[...])
    let wasCollecting = isCollecting
    isCollecting = false
    if view != nil, name != "Camera", name != "LookAt" {
      if wasCollecting { try field(name, value, line) }
      return
    }
    let parent = stack.count > 1 ? stack[stack.count - 2] : ""
    switch name {
    case "Camera", "LookAt": try close(line)
    case "name" where !value.isEmpty && Self.features.contains(parent): named(value, parent)
    case "duration" where parent == "FlyTo" || parent == "Wait":
      seconds = try number(value, "gx:duration", line)
      guard seconds >= 0, seconds <= 1e9 else {
        throw FlightFileError(
          .value, at: "line \(line), gx:duration", "must be seconds from 0 to 1e9, got \(seconds)")
      }
    case "flyToMode" where parent == "FlyTo":
      guard value == "smooth" || value == "bounce" else {
        throw FlightFileError(
          .value, at: "line \(line), gx:flyToMode",
          "must be smooth or bounce, got \"\(value.prefix(40))\"")
      }
      isSmooth = value == "smooth"
    case "FlyTo":
      try append(.flyTo(stepView, seconds: seconds, isSmooth: isSmooth, line: stepLine))
    case "Wait": try append(.wait(seconds: seconds, line: stepLine))
    case _ where Self.features.contains(name): closeFeature(name)
    default: break
    }
  }

  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  private func number(
    _ text: String, _ field: String, _ line: Int
  ) throws(FlightFileError) -> Double {
    guard let value = Double(text), value.isFinite else {
      throw FlightFileError(
        .value, at: "line \(line), \(field)", "expected a number, got \"\(text.prefix(40))\"")
    }
    return value
  }

  private func field(_ name: String, _ value: String, _ line: Int) throws(FlightFileError) {
    if Self.numbers.contains(name) {
      view?.numbers[name] = try number(value, name, line)
    } else if name == "altitudeMode" {
      let known = [
        "clampToGround", "relativeToGround", "absolute", "clampToSeaFloor", "relativeToSeaFloor",
      ]
      guard known.contains(value) else {
        throw FlightFileError(
          .value, at: "line \(line), altitudeMode",
          "must be one of \(known.joined(separator: ", ")), got \"\(value.prefix(40))\"")
      }
      view?.altitudeMode = value
    }
  }

  private func close(_ line: Int) throws(FlightFileError) {
    guard let view else { return }
    self.view = nil
    if stack.dropLast().last == "FlyTo" {
      stepView = view
      return
    }
    guard views.count < maximumCameras else {
      throw FlightFileError(.tooLarge, at: "line \(line)", "more than \(maximumCameras) cameras")
    }
    var named = view
    named.name = names.last ?? nil
    if !viewsOfFeature.isEmpty { viewsOfFeature[viewsOfFeature.count - 1].append(views.count) }
    views.append(named)
  }

  private func named(_ value: String, _ feature: String) {
    if !names.isEmpty { names[names.count - 1] = value }
    for index in viewsOfFeature.last ?? [] { views[index].name = value }
    if feature == "Tour" { tour?.name = value }
    if feature == "Document", documentName == nil { documentName = value }
  }

  private func closeFeature(_ name: String) {
    _ = names.popLast()
    _ = viewsOfFeature.popLast()
    if name == "Tour", let tour {
      tours.append(tour)
      self.tour = nil
    }
  }

  private func append(_ step: Step) throws(FlightFileError) {
    guard let count = tour?.steps.count else { return }
    guard count < 2 * maximumCameras else {
      throw FlightFileError(
        .tooLarge, at: "line \(stepLine)", "more than \(maximumCameras) cameras")
    }
    tour?.steps.append(step)
  }
}
