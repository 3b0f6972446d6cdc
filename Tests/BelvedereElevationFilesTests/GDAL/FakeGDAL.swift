import BelvedereElevationFiles
import BelvedereTestSupport
import Foundation

/// Programs by GDAL's names that do what a test wants, and a file of a kind that only they know.
struct FakeGDAL {
  let folder: TemporaryFolder
  let file: String
  private let seconds: (describing: Double, converting: Double)

  /// A description of 3 × 2 samples.
  static let description = """
    {"driverShortName": "Odd", "size": [3, 2], "bands": [{"band": 1, "type": "Int16"}]}
    """

  /// - Parameters:
  ///   - info, translate: Lines of `/bin/sh` for both programs; `nil` for no such program.
  ///   - seconds: How long they may take: what the busiest machine needs, unless a test is
  ///     about that.
  init(
    info: String?, translate: String? = nil,
    seconds: (describing: Double, converting: Double) = (20, 20)
  ) throws {
    self.seconds = seconds
    folder = try TemporaryFolder()
    file = try folder.write("ground.odd", "what nobody knows")
    for (name, body) in [("gdalinfo", info), ("gdal_translate", translate)] {
      guard let body else { continue }
      let path = try folder.write(name, "#!/bin/sh\n\(body)\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  /// Prints a text.
  static func printing(_ text: String) -> String { "/bin/cat <<'END'\n\(text)\nEND" }

  var gdal: GDAL {
    var gdal = GDAL(path: "relative:\(folder.path)")
    gdal.describingSeconds = seconds.describing
    gdal.convertingSeconds = seconds.converting
    return gdal
  }

  /// What is said when the file is opened; `nil` where it opens.
  func refusal(_ gdal: GDAL? = nil) -> String? {
    do {
      _ = try (gdal ?? self.gdal).open(file, shownAs: "ground.odd")
      return nil
    } catch {
      return "\(error)"
    }
  }
}
