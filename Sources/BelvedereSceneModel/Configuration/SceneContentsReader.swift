import BelvedereElevationFiles
import BelvedereFiles
import BelvedereImaging
import BelvedereJSON
import BelvedereLimits

/// Overlays, annotations and configurations that come from elsewhere than the scene's own file, in the same
/// format. Files that they name lie beside the scene and are opened once for all texts.
package final class SceneContentsReader {
  private let limits: Limits
  private let allowsOutsideFiles: Bool
  private let root: String
  private var tiles: [String: RasterTiles] = [:]

  /// - Parameter scene: the scene's folder or file, to which names of files are relative; `nil` for none.
  package init(scene: String?, limits: Limits, allowsOutsideFiles: Bool) {
    var folder = "."
    if let scene, scene != "-" {
      folder =
        InputFile.kind(of: scene) == .folder
        ? scene : scene.lastIndex(of: "/").map { String(scene[...$0]) } ?? "."
    }
    root = resolvedPath(folder) ?? folder
    self.limits = limits
    self.allowsOutsideFiles = allowsOutsideFiles
  }

  /// What was read, and what was noticed on the way.
  package struct Contents {
    package var overlays: [Overlay] = []
    package var annotations: [Annotation] = []
    package var configuration: MapConfiguration?
    package var warnings: [String] = []
  }

  /// Reads what an object may have of `overlays`, `annotations` (where these are arrays) and
  /// `configuration`.
  ///
  /// - Parameter members: by name, the object's.
  /// - Throws: as loading a scene does.
  package func contents(
    of members: [String: JSONValue], for scene: Scene
  ) throws -> Contents {
    let shared = SceneFile.Collection(
      root: root, limits: limits, allowsOutsideFiles: allowsOutsideFiles)
    shared.rasterTiles = tiles
    defer { tiles = shared.rasterTiles }
    let file = SceneFile(name: "", shared: shared)
    func node(_ name: String) -> SceneNode? {
      members[name].map { SceneNode(value: $0, path: .key(.root, name), file: file) }
    }
    var contents = Contents()
    if let node = node("overlays"), case .array = node.value.content {
      (contents.overlays, contents.annotations) = try OverlayDecoder.overlays(node)
    }
    if let node = node("annotations"), case .array = node.value.content {
      contents.annotations += try AnnotationDecoder.annotations(node)
    }
    if let node = node("configuration") {
      contents.configuration = try ConfigurationDecoder.configuration(
        node, base: scene.configuration, imagery: scene.imagery)
    }
    contents.warnings = SceneFile.allWarnings(of: shared).map(\.description)
    return contents
  }
}
