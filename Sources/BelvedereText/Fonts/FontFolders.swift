import BelvedereFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Font files in the usual folders of a system.
struct FontFolders {
  /// Paths by the file's name without its ending; of several the first in the order of folders.
  private(set) var paths: [String: String] = [:]

  /// Folders are entered so deep, and so many entries are looked at.
  private static let mostLevels = 5
  private static let mostEntries = 20_000

  /// Looks at the usual folders, or at those given.
  init(_ folders: [String] = Self.usual) {
    var left = Self.mostEntries
    for folder in folders { search(folder, level: 0, left: &left) }
  }

  static var usual: [String] {
    let home = getenv("HOME").map { String(cString: $0) }
    let own =
      home.map { [$0 + "/.local/share/fonts", $0 + "/.fonts", $0 + "/Library/Fonts"] } ?? []
    return own + [
      "/usr/local/share/fonts", "/usr/share/fonts", "/opt/homebrew/share/fonts",
      "/Library/Fonts", "/System/Library/Fonts",
    ]
  }

  private mutating func search(_ folder: String, level: Int, left: inout Int) {
    guard level < Self.mostLevels else { return }
    // In the order of names: folders list their entries in any.
    for name in InputFile.names(inFolder: folder).sorted() {
      guard left > 0 else { return }
      left -= 1
      let path = folder + "/" + name
      let parts = name.split(separator: ".")
      if parts.count > 1, let ending = parts.last?.lowercased(), Self.endings.contains(ending) {
        let stem = parts.dropLast().joined(separator: ".")
        if paths[stem] == nil { paths[stem] = path }
      } else if !InputFile.isLink(path), InputFile.kind(of: path) == .folder {
        search(path, level: level + 1, left: &left)
      }
    }
  }

  private static let endings: Set<String> = ["ttf", "otf", "ttc"]

  /// The files of families that read well on maps, best first, in one weight.
  func files(isBold: Bool) -> [String] {
    let names = isBold ? Self.boldNames : Self.regularNames
    return names.compactMap { paths[$0] }
  }

  private static let regularNames = [
    "Inter-Regular", "NotoSans-Regular", "OpenSans-Regular", "Roboto-Regular", "Lato-Regular",
    "SFNS", "Helvetica", "DejaVuSans", "LiberationSans-Regular", "FreeSans", "Arial",
  ]
  private static let boldNames = [
    "Inter-SemiBold", "NotoSans-SemiBold", "NotoSans-Bold", "OpenSans-Semibold",
    "OpenSans-SemiBold",
    "OpenSans-Bold", "Roboto-Medium", "Roboto-Bold", "Lato-Semibold", "Lato-Bold",
    "DejaVuSans-Bold",
    "LiberationSans-Bold", "FreeSansBold", "Arial Bold",
  ]

  /// Files that may have characters which the families of ``files(isBold:)`` lack: one a script.
  var scriptFiles: [String] {
    let known = [
      "DejaVuSans", "NotoSansCJK-Regular", "NotoSansCJKjp-Regular", "DroidSansFallbackFull",
      "wqy-microhei", "NotoSansSymbols-Regular", "NotoSansSymbols2-Regular", "unifont",
    ]
    let families = paths.keys.filter {
      $0.hasPrefix("NotoSans") && $0.hasSuffix("-Regular") && !$0.contains("Mono")
        && !$0.contains("Display")
    }
    return (known + families.sorted()).compactMap { paths[$0] }
  }
}
