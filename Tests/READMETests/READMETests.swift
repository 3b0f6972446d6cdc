import Belvedere
import BelvedereCommandLine
import Foundation
import Testing

@Suite struct READMETests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The fenced blocks of a language.
  static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  @Test func exampleIsTheCompiledFile() throws {
    let blocks = Self.blocks("swift", in: try Self.text("README.md"))
    let source = try Self.text("Tests/READMETests/ReadmeExample.swift")
    #expect(blocks.contains(source), "the README's Swift block differs from ReadmeExample.swift")
  }

  @Test func cameraExampleIsTheCompiledFileAndRuns() throws {
    let blocks = Self.blocks("swift", in: try Self.text("Documentation/Library.md"))
    let source = try Self.text("Tests/READMETests/CameraExample.swift")
    #expect(blocks.contains(source), "Library.md's Swift block differs from CameraExample.swift")
    let points = try showBoth(
      Coordinate(latitude: 37.8199, longitude: -122.4783),
      Coordinate(latitude: 37.8324, longitude: -122.4795))
    #expect(points.count == 3)
    // Ahead is up: the nearer place stands at the lower edge of what padding leaves, the other above.
    #expect(abs(points[0].y - 680) < 0.01 && abs(points[1].y - 80) < 0.01, "\(points)")
    #expect((points[1] - points[2]).length < 6, "\(points)")
  }

  @Test func flightExampleIsTheCompiledFileAndRuns() throws {
    let blocks = Self.blocks("swift", in: try Self.text("Documentation/Library.md"))
    let source = try Self.text("Tests/READMETests/FlightExample.swift")
    #expect(blocks.contains(source), "Library.md's Swift block differs from FlightExample.swift")
    let start = MapCamera(
      lookingAtCenter: Coordinate(latitude: 37.8199, longitude: -122.4783), fromDistance: 2000,
      pitch: 60, heading: 200)
    var goal = start
    goal.centerCoordinate.latitude = 37.77
    goal.heading = 10
    let cameras = try fly(from: start, to: goal)
    #expect(cameras.count > 300 && cameras[0] == start)
    // Never more than a few hundredths of a view between two of them.
    for (a, b) in zip(cameras, cameras.dropFirst()) {
      #expect(abs(a.distance / b.distance - 1) < 0.1)
    }
  }

  @Test func snapshotExampleIsTheCompiledFileAndRuns() async throws {
    let blocks = Self.blocks("swift", in: try Self.text("Documentation/Library.md"))
    let source = try Self.text("Tests/READMETests/SnapshotExample.swift")
    #expect(blocks.contains(source), "Library.md's Swift block differs from SnapshotExample.swift")
    let scene = try SceneLoader().load(
      path: Self.root.appendingPathComponent("Scenes/first-steps").path
    ).scene
    let studio = SnapshotStudio(scene: scene)
    let (image, point) = try await snapshot(
      of: Coordinate(latitude: 46, longitude: -7), in: studio)
    #expect(image.width == 512 && image.height == 512)
    #expect(abs((point?.x ?? 0) - 128) < 20 && abs((point?.y ?? 0) - 128) < 60, "\(point as Any)")
  }

  @Test func queryExampleGivesTheAnswerShown() throws {
    let readme = try Self.text("README.md")
    #expect(readme.contains(#"{"point":{"x":727.6218420725199,"y":203.6723051860701}"#))
    let view = try CameraView(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 37.8199, longitude: -122.4783), fromDistance: 4000,
        pitch: 60, heading: 20), viewport: Viewport(width: 1920, height: 1080))
    let top = view.project(Coordinate(latitude: 37.8324, longitude: -122.4795), elevation: 227)
    // The last digits are the C library's.
    #expect(abs((top.point?.x ?? 0) - 727.6218420725199) < 1e-9)
    #expect(abs((top.point?.y ?? 0) - 203.6723051860701) < 1e-9)
  }

  @Test func exampleDraws() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("belvedere-readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("island.png")
    let scene = Self.root.appendingPathComponent("Scenes/first-steps")
    let place = Coordinate(latitude: 46, longitude: -7)
    try drawPicture(ofScene: scene.path, showing: place, to: file.path)
    let image = try PNG.decodeImage(Array(try Data(contentsOf: file)))
    #expect(image.width == 640)
    #expect(image.height == 360)
    #expect(Set(image.bytes).count > 64, "the picture is nearly empty")
  }

  /// The documents, by their paths.
  static func documents() throws -> [String] {
    let folder = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("Documentation").path)
    return ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
      + folder.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
  }

  /// The names by which links find the headings of a document.
  static func anchors(of text: String) -> Set<String> {
    var anchors = Set<String>()
    for line in text.split(separator: "\n") where line.hasPrefix("#") {
      let heading = line.drop { $0 == "#" }
      guard heading.hasPrefix(" ") else { continue }
      let kept = heading.dropFirst().lowercased().filter {
        $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
      }
      anchors.insert(kept.replacingOccurrences(of: " ", with: "-"))
    }
    return anchors
  }

  @Test func linksLeadSomewhere() throws {
    for document in try Self.documents() {
      let folder = Self.root.appendingPathComponent(document).deletingLastPathComponent()
      for match in try Self.text(document).matches(of: /\]\(([^)]+)\)/) {
        let target = String(match.1)
        if target.hasPrefix("https://") { continue }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file =
          parts[0].isEmpty
          ? Self.root.appendingPathComponent(document)
          : folder.appendingPathComponent(String(parts[0]))
        #expect(
          FileManager.default.fileExists(atPath: file.path),
          "\(document) links to \(target): not there")
        guard parts.count == 2, let text = try? String(contentsOf: file, encoding: .utf8) else {
          continue
        }
        #expect(
          Self.anchors(of: text).contains(String(parts[1])),
          "\(document) links to \(target): no such heading")
      }
    }
  }

  @Test func everyDocumentIsLinkedFromTheREADME() throws {
    let readme = try Self.text("README.md")
    for document in try Self.documents() where document.hasPrefix("Documentation/") {
      #expect(readme.contains("](\(document))"), "the README does not link to \(document)")
    }
  }

  @Test func layoutNamesEveryTarget() throws {
    let layout = try Self.text("Documentation/Inside.md")
    let sources = Self.root.appendingPathComponent("Sources").path
    for target in try FileManager.default.contentsOfDirectory(atPath: sources)
    where !target.hasPrefix(".") {
      #expect(layout.contains("`\(target)`"), "the layout of Inside.md lacks \(target)")
    }
  }

  @Test func exitCodesAreThoseOfTheProgram() throws {
    let readme = try Self.text("README.md")
    let statuses: [BelvedereCommandLine.ExitStatus] = [
      .success, .failure, .usage, .inputRefused, .outputNotWritten, .network, .limit, .interrupted,
    ]
    for status in statuses {
      #expect(readme.contains("| \(status.rawValue) |"), "no line for exit code \(status.rawValue)")
    }
  }
}
