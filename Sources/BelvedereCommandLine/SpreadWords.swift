import Belvedere

/// What is said of a picture without a camera whose content lies far apart.
enum SpreadWords {
  static func text(_ spread: ContentSpread) -> String {
    switch spread {
    case .strays(let count, let distance):
      return
        "note: the picture is of what lies together; \(grouped(count)) "
        + "\(count == 1 ? "thing lies" : "things lie") apart, up to \(length(distance)) away; "
        + "--center and --distance show another place"
    case .crowd(let center, let radius):
      let place = [center.latitude, center.longitude].map {
        JSONNumber.short(($0 * 1e5).rounded() / 1e5)
      }.joined(separator: ",")
      // What is framed from that far fills half of the picture.
      let distance = JSONNumber.short((radius * 8).rounded())
      return
        "note: half of all things lie within \(length(radius)) and are small in a picture of all; "
        + "--center \(place) --distance \(distance) shows them"
    }
  }

  private static func length(_ metres: Double) -> String {
    guard metres >= 1000 else { return "\(JSONNumber.short(metres.rounded())) m" }
    let kilometres = metres < 10_000 ? (metres / 100).rounded() / 10 : (metres / 1000).rounded()
    return "\(JSONNumber.short(kilometres)) km"
  }
}
