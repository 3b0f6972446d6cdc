/// Licences of data, by the names that reports have for them.
///
/// Sources: "Licence", openstreetmap.org/copyright; "Attribution and licensing", docs.overturemaps.org; "Terms of use",
/// naturalearthdata.com; the identifiers of spdx.org.
public enum DataLicence {
  private static let openDatabase = "Open Database License 1.0 (ODbL-1.0)"

  /// A licence as a file or a user names it; those that are known under the same name however they are written.
  ///
  /// - Returns: at most 200 characters; `nil` where nothing is left of it.
  public static func name(_ text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return nil }
    let lower = words.lowercased()
    let isOpenDatabase =
      ["odbl", "odbl-1.0", "odbl 1.0"].contains(lower)
      || lower.contains("opendatacommons.org/licenses/odbl")
      || lower.contains("open database licen") || lower.contains("openstreetmap.org/copyright")
    return isOpenDatabase ? openDatabase : String(words.prefix(200))
  }

  /// The licence of data that are owed to somebody whose licence is known; `nil` for others.
  public static func implied(by attribution: String) -> String? {
    let lower = attribution.lowercased()
    if lower.contains("openstreetmap") { return openDatabase }
    if lower.contains("overture maps") {
      return
        "by its theme ODbL-1.0, CDLA-Permissive-2.0 or others: docs.overturemaps.org/attribution"
    }
    if lower.contains("natural earth") { return "public domain (Natural Earth)" }
    return nil
  }

  /// The licences that data say themselves, and those of whom they are owed to, each once.
  public static func all(_ said: [String], of attributions: [String]) -> [String] {
    var known: Set<String> = []
    return (said.compactMap(name) + attributions.compactMap(implied)).filter {
      known.insert($0).inserted
    }
  }
}
