import Belvedere
import BelvedereFiles

/// What the name of an output says and must not be.
enum OutputName {
  /// What follows the last dot of a file's name, in lower case; `nil` where there is none.
  static func ending(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? Substring(path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending.isEmpty ? nil : ending
  }

  /// The folder in which a file or a folder lies.
  static func folder(of path: String) -> String {
    var name = Substring(path)
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    guard let slash = name.lastIndex(of: "/") else { return "." }
    return slash == name.startIndex ? "/" : String(name[..<slash])
  }

  /// Where the files lie that a scene names, relative to it or not.
  ///
  /// - Parameter scene: the scene's folder or file; `nil` for none.
  static func files(_ names: [String], ofScene scene: String?) -> [String] {
    guard let scene, scene != "-" else { return names }
    let folder =
      InputFile.kind(of: scene) == .folder
      ? scene + "/" : scene.lastIndex(of: "/").map { String(scene[...$0]) } ?? ""
    return names + names.map { folder + $0 }
  }

  /// Refuses to write over what is read: a failure would leave neither.
  ///
  /// - Parameters:
  ///   - outputs: the files that will be written; those that are not there yet are fine.
  ///   - inputs: files and folders that are read; what lies beside a grid belongs to it.
  /// - Throws: `CommandFailure` for the same file under whatever name, and for a tile or a raster in a folder that is
  ///   read.
  static func check(_ outputs: [String], differFrom inputs: [String]) throws {
    let beside = inputs.filter { DEMFormat(fileName: $0) == .asc }
      .flatMap { [DEMFormat.withoutEnding($0) + ".prj", DEMFormat.withoutEnding($0) + ".PRJ"] }
    let read = Set((inputs + beside).compactMap { FileIdentity($0) })
    for output in outputs where output != "-" && InputFile.kind(of: output) == .regular {
      guard let identity = FileIdentity(output),
        read.contains(identity) || isRead(output, in: read)
      else { continue }
      throw CommandFailure(
        .usage, "\(output) is read, too, and would be written over; choose another name with -o")
    }
  }

  /// Whether a file is a tile `z/x/y.png` of a folder that is read, or a raster that lies in it.
  private static func isRead(_ output: String, in read: Set<FileIdentity>) -> Bool {
    func folder(_ levels: Int) -> Bool {
      guard let slash = output.lastIndex(of: "/") else {
        return FileIdentity(levels == 0 ? "." : String(repeating: "../", count: levels))
          .map(read.contains) ?? false
      }
      let name = output[..<slash] + "/" + String(repeating: "../", count: levels)
      return FileIdentity(String(name)).map(read.contains) ?? false
    }
    if ending(of: output) == "png" {
      let name = output.split(separator: "/").last ?? ""
      return name.dropLast(4).allSatisfy(\.isNumber) && folder(2)
    }
    return folder(0)
  }
}
