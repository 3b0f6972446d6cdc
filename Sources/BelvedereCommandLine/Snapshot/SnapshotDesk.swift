import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// Takes jobs and answers them; never throws, never traps.
struct SnapshotDesk {
  let command: SnapshotCommand
  let studio: SnapshotStudio
  /// Those that are asked after the scene's; `nil` for the system's.
  let fonts: FontStack?
  /// Files that are read and must not be written over.
  let reads: [String]
  /// Reads what jobs bring of their own.
  let contents: SceneContentsReader

  /// Draws the picture of a line.
  ///
  /// - Parameter number: the line's, from 1; answers that report a mistake have it as `line`.
  /// - Returns: the answer, and how it failed.
  func answer(_ line: [UInt8], number: Int) -> (line: [UInt8], failure: ExitStatus?) {
    let request: JSONValue
    do {
      request = try JSONParser.parse(line, maximumDepth: Limits.standard.maximumJSONDepth)
    } catch {
      return Self.refused("not valid JSON, column \(error.column): \(error.reason)", number)
    }
    guard case .object(let members) = request.content else {
      return Self.refused("expected an object, got \(request.kind)", number)
    }
    let hasID = members.contains { $0.name == "id" }
    let id = hasID ? IdentifierText.find(in: line) ?? "null" : nil
    do {
      let job = try SnapshotJob(
        QueryArguments(members), defaults: command, scene: studio.scene, contents: contents)
      let done = try draw(job)
      let place = done.failure == nil ? [] : [("line", JSONValue.integer(number))]
      return (QueryEngine.object(place + done.answer, id: id), done.failure)
    } catch {
      let failure = Self.failure(error)
      return (Self.error(failure.message, number, id: id), failure.status)
    }
  }

  /// The answer to a line that is no job.
  static func refused(_ message: String, _ number: Int) -> (line: [UInt8], failure: ExitStatus?) {
    (error(message, number, id: nil), .inputRefused)
  }

  private static func error(_ message: String, _ number: Int, id: String?) -> [UInt8] {
    QueryEngine.object([("line", .integer(number)), ("error", .string(message))], id: id)
  }

  private func draw(_ job: SnapshotJob) throws -> (
    answer: [(String, JSONValue)], failure: ExitStatus?
  ) {
    let start = monotonicSeconds()
    let path = command.output + "/" + job.output
    try OutputName.check([path], differFrom: reads)
    let file = try AtomicFile(path: path) { Interruption.note(temporary: $0) }
    var options = job.options
    options.fonts = fonts
    let snapshot = try MapSnapshotter(studio: studio, options: options).snapshot()
    let drawn = monotonicSeconds()
    let rendered = snapshot.rendered
    let bytes =
      if let rendered {
        try job.format.encode(
          rendered, text: PictureText.members(studio.scene, rendered), threads: command.threads)
      } else {
        try job.format.encode(snapshot.image, threads: command.threads)
      }
    try file.write(bytes, isSynced: !command.noFsync) { Interruption.note(temporary: $0) }
    var answer: [(String, JSONValue)] = [
      ("output", .string(job.output)), ("width", .integer(snapshot.image.width)),
      ("height", .integer(snapshot.image.height)), ("bytes", .integer(bytes.count)),
    ]
    if let failure = snapshot.failure {
      let failed = Self.failure(failure)
      answer += [("error", .string(failed.message)), ("placeholder", JSONValue(.bool(true)))]
      return (answer, failed.status)
    }
    if let rendered {
      answer += [
        ("camera", CameraJSON.value(rendered.camera)),
        ("fieldOfView", .number(rendered.view.viewport.fieldOfView)),
      ]
    }
    if let places = job.places {
      answer.append(("points", JSONValue(.array(places.map { point($0, snapshot) }))))
    }
    if let points = job.points {
      answer.append(
        (
          "coordinates",
          JSONValue(
            .array(points.map { snapshot.coordinate(for: $0).map { CameraJSON.value($0) } ?? nil }))
        ))
    }
    let stages = (rendered?.stages ?? []).map {
      JSONMember(name: $0.name, value: .number($0.seconds))
    }
    answer += [
      ("warnings", .strings(job.warnings + snapshot.warnings)),
      ("drawSeconds", .number(drawn - start)),
      ("stages", JSONValue(.object(stages))), ("seconds", .number(monotonicSeconds() - start)),
    ]
    return (answer, nil)
  }

  private func point(
    _ place: (coordinate: Coordinate, elevation: Double?), _ snapshot: MapSnapshot
  ) -> JSONValue {
    snapshot.point(for: place.coordinate, elevation: place.elevation)
      .map { ["x": .number($0.x), "y": .number($0.y)] } ?? nil
  }

  private static func failure(_ error: any Error) -> (message: String, status: ExitStatus) {
    switch error {
    case let error as QueryFailure: (error.message, .inputRefused)
    case let error as DomainError: (error.description, .inputRefused)
    case let error as SnapshotError: (error.description, status(of: error))
    default:
      CommandFailure(error).map { ($0.message, $0.status) } ?? ("\(error)", .failure)
    }
  }

  private static func status(of error: SnapshotError) -> ExitStatus {
    switch error {
    case .cancelled: .interrupted
    case .tooLarge: .limit
    case .missing(let data): data.contains { $0.cause == .network } ? .network : .inputRefused
    case .isLoading: .failure
    case .invalid, .refused, .unknownCamera, .notOnGlobe: .inputRefused
    }
  }
}
