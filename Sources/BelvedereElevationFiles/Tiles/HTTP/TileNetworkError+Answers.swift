/// What a server's answers mean for who asked, and what helps.
extension TileNetworkError {
  /// An answer that is no tile.
  ///
  /// - Parameters:
  ///   - url: What was asked for, without a query.
  ///   - wait: Seconds that the server asks to wait.
  ///   - longest: The most that are waited.
  static func answer(
    status code: Int, url: String, wait: Double? = nil, longest: Double = 0
  ) -> TileNetworkError {
    var reason = "answers with status \(code)"
    switch code {
    case 401: reason += " (a key is wanted); check the key in the URL"
    case 403:
      reason +=
        " (forbidden): the server wants a key, or none of this program; check the key in the URL"
    case 400, 405, 414: reason += "; check the URL: its scheme of names may be another one"
    case 429: reason += " (too many requests)"
    case 503: reason += " (overloaded, or under repair)"
    case 500...: reason += ", a failure of its own; try again later"
    default: reason += "; check the URL"
    }
    if code == 429 || code == 503 {
      if let wait, wait > longest {
        reason +=
          " and asks to wait \(Self.whole(wait)) s, more than the \(Self.whole(longest)) s that "
          + "are waited; try again after that"
      } else {
        reason += ", also when asked again; try again later"
      }
      reason += ", with --tile-cache so that the tiles that came are kept"
    }
    return TileNetworkError(.answer, url: url, reason: reason)
  }

  private static func whole(_ seconds: Double) -> String {
    "\(Int(clamping: seconds.rounded(.up), in: 0...1_000_000_000))"
  }

  /// A certificate that does not hold: whoever answers may be somebody else.
  static func certificate(url: String, message: String) -> TileNetworkError {
    TileNetworkError(
      .certificate, url: url,
      reason: "cannot be trusted: \(message); check the host's name, this machine's clock and its "
        + "certificates (ca-certificates)")
  }
}
