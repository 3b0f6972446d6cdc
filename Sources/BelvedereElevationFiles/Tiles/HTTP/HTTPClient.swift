import BelvedereGeoMath
internal import CBelvedereCurl
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Careful GET requests: allowed hosts and addresses only, few redirects, few retries, bounded in
/// time and size.
final class HTTPClient: Sendable {
  /// What a server has answered.
  struct Answer: Sendable {
    var code: Int
    var body: [UInt8]
    var etag: String
  }

  private let network: TileNetwork
  private let scheme: String
  private let hosts: Set<String>
  private let idle = Mutex<Handles>(Handles())
  /// When the first request was sent.
  private let start = Mutex<ContinuousClock.Instant?>(nil)

  /// What went wrong last: where time runs out, that is why.
  private let cause = Mutex<TileNetworkError?>(nil)

  /// libcurl's own; each is used by one thread at a time.
  private struct Handles: @unchecked Sendable {
    var free: [OpaquePointer] = []
  }

  init(template: TileTemplate, network: TileNetwork) {
    self.network = network
    scheme = template.scheme
    hosts = Set([template.host] + network.allowedHosts.map { $0.lowercased() })
  }

  deinit { idle.withLock { $0.free.forEach { bv_http_destroy($0) } } }

  /// Fetches a URL, trying again where that may help.
  func get(_ url: String, etag: String?) throws(TileNetworkError) -> Answer {
    var attempt = 0
    while true {
      guard secondsLeft > 0 else { throw timeIsOver(url) }
      let outcome = try follow(url, etag: etag)
      guard case .retry(let failure, let after) = outcome else {
        if case .answer(let answer) = outcome {
          cause.withLock { $0 = nil }
          return answer
        }
        continue
      }
      cause.withLock { $0 = failure }
      // A server that is silent for that long is likely to stay so.
      let retries = min(network.maximumRetries, failure.kind == .timeout ? 1 : .max)
      guard attempt < retries else { throw failure }
      // No randomness: the same answers give the same course.
      var wait = network.backOff * Double(1 << min(attempt, 16))
      if let after {
        guard after <= min(network.maximumRetryAfter, secondsLeft) else { throw failure }
        wait = max(wait, after)
      }
      attempt += 1
      Self.sleep(min(max(wait, 0), max(secondsLeft, 0), 3600))
    }
  }

  private func timeIsOver(_ url: String) -> TileNetworkError {
    if let cause = cause.withLock({ $0 }) { return cause }
    return TileNetworkError(
      .timeout, url: TileTemplate.withoutQuery(url),
      reason: "the \(network.timeLimit) s that tiles of a server may take are over; allow more "
        + "with --tile-time-limit")
  }

  /// Seconds of the time limit that are left.
  private var secondsLeft: Double {
    let now = ContinuousClock.now
    let start = start.withLock { start in
      start = start ?? now
      return start ?? now
    }
    let passed = (now - start).components
    return network.timeLimit - Double(passed.seconds) - Double(passed.attoseconds) * 1e-18
  }

  private enum Outcome {
    case answer(Answer)
    case retry(TileNetworkError, after: Double?)
  }

  /// One attempt, redirects followed.
  private func follow(_ url: String, etag: String?) throws(TileNetworkError) -> Outcome {
    var url = url
    for _ in 0...max(network.maximumRedirects, 0) {
      let shown = TileTemplate.withoutQuery(url)
      try check(url)
      let allowed = min(network.totalTimeout, max(secondsLeft, 0))
      let (status, response, body) = try once(url, etag: etag)
      let code = Int(response.code)  // checked: Int32 to Int
      switch status {
      case BV_HTTP_OK: break
      case BV_HTTP_TIMEOUT:
        return .retry(
          TileNetworkError(
            .timeout, url: shown,
            reason: Self.isTooSlow(response)
              ? "sends less than \(network.minimumSpeed) bytes a second for \(network.slowTime) s; "
                + "try again later, or ask another server"
              : response.count > 0
                ? "no whole answer within \(Self.tenths(allowed)) s; check the server or allow more"
                : "no answer within \(Self.tenths(allowed)) s; check the server or allow more"),
          after: nil)
      case BV_HTTP_FORBIDDEN:
        throw TileNetworkError(
          .forbidden, url: shown,
          reason: "leads to an address of this machine or of a private network; "
            + "--allow-private-net allows that")
      case BV_HTTP_TOO_LARGE:
        throw TileNetworkError(
          .answer, url: shown,
          reason:
            "answers with more than \(network.maximumBytes) bytes, which is no tile; check the URL")
      case BV_HTTP_ABSENT:
        throw TileNetworkError(.absent, url: shown, reason: "built without libcurl")
      case BV_HTTP_UNREACHABLE:
        return .retry(
          TileNetworkError(
            .unreachable, url: shown,
            reason: "cannot be reached: \(Self.message(response)); check the name and the network"),
          after: nil)
      case BV_HTTP_UNTRUSTED:
        throw .certificate(url: shown, message: Self.message(response))
      default:
        return .retry(
          TileNetworkError(
            .connection, url: shown,
            reason:
              "the connection failed, also when tried again: \(Self.message(response)); try again "
              + "later"),
          after: nil)
      }
      switch code {
      case 301, 302, 303, 307, 308:
        url = Self.location(response)
        guard !url.isEmpty else {
          throw TileNetworkError(
            .answer, url: shown, reason: "answers with status \(code) but redirects to nowhere")
        }
      case 429, 500, 502, 503, 504:
        let after = response.retry_after >= 0 ? Double(response.retry_after) : nil
        return .retry(
          .answer(
            status: code, url: shown, wait: after,
            longest: min(network.maximumRetryAfter, max(secondsLeft, 0))), after: after)
      default:
        return .answer(Answer(code: code, body: body, etag: Self.etag(response)))
      }
    }
    throw TileNetworkError(
      .forbidden, url: TileTemplate.withoutQuery(url),
      reason: "more than \(network.maximumRedirects) redirects; name the URL to which they lead")
  }

  private func check(_ url: String) throws(TileNetworkError) {
    let shown = TileTemplate.withoutQuery(url)
    guard let (scheme, host) = TileTemplate.parts(of: url) else {
      throw TileNetworkError(
        .forbidden, url: shown,
        reason:
          "a redirect leads to no URL of http or https without a user's name; name another server")
    }
    guard scheme == self.scheme || scheme == "https" else {
      throw TileNetworkError(
        .forbidden, url: shown,
        reason: "a redirect gives up encryption; name the URL to which it leads, if that will do")
    }
    guard hosts.contains(host) else {
      throw TileNetworkError(
        .forbidden, url: shown,
        reason: "a redirect leads to the host \(host), and another host is not asked; name its URL "
          + "itself, if it is to be trusted")
    }
  }

  private func once(
    _ url: String, etag: String?
  ) throws(TileNetworkError) -> (bv_http_status, bv_http_response, [UInt8]) {
    guard let handle = idle.withLock({ $0.free.popLast() }) ?? bv_http_create() else {
      throw TileNetworkError(.connection, url: TileTemplate.withoutQuery(url), reason: "no memory")
    }
    defer { idle.withLock { $0.free.append(handle) } }
    var response = bv_http_response()
    var mayBePrivate = network.allowsPrivateAddresses
    let status = url.withCString { url in
      network.userAgent.withCString { agent in
        (etag ?? "").withCString { tag in
          withUnsafeMutablePointer(to: &mayBePrivate) { context in
            var request = bv_http_request()
            request.url = url
            request.user_agent = agent
            request.etag = etag == nil ? nil : tag
            request.connect_ms = Self.milliseconds(network.connectTimeout)
            request.total_ms = Self.milliseconds(min(network.totalTimeout, secondsLeft))
            request.low_speed = Self.whole(network.minimumSpeed, 0...1 << 30)
            request.low_seconds = Self.whole(network.slowTime, 1...3600)
            request.maximum_body = max(network.maximumBytes, 0)
            request.context = UnsafeMutableRawPointer(context)
            request.judge = { context, address, count in
              guard let context, let address else { return 0 }
              if context.load(as: Bool.self) { return 1 }
              let bytes = Array(
                UnsafeBufferPointer(start: address, count: Int(count)))  // checked: 4 or 16
              return NetworkAddress.isPublic(bytes) ? 1 : 0
            }
            return bv_http_get(handle, &request, &response)
          }
        }
      }
    }
    let body = response.body.map { Array(UnsafeBufferPointer(start: $0, count: response.count)) }
    bv_http_free(response.body)
    response.body = nil
    return (status, response, body ?? [])
  }

  private static func tenths(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }

  private static func milliseconds(_ seconds: Double) -> Int64 {
    whole(seconds * 1000, 1...3_600_000)
  }

  private static func whole(_ number: Double, _ range: ClosedRange<Int>) -> Int64 {
    Int64(clamping: Int(clamping: number, in: range))
  }

  private static func sleep(_ seconds: Double) {
    let microseconds = Int(clamping: seconds * 1e6, in: 0...3_600_000_000)
    var time = timespec()
    time.tv_sec = microseconds / 1_000_000
    time.tv_nsec = microseconds % 1_000_000 * 1000
    var rest = timespec()
    // A signal cuts the wait short; the rest of it is waited for.
    while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }

  private static func message(_ response: bv_http_response) -> String {
    withUnsafeBytes(of: response.message) { text($0) }
  }

  /// Whether a time-out was one of speed, which libcurl tells in words alone.
  private static func isTooSlow(_ response: bv_http_response) -> Bool {
    message(response).hasPrefix("Operation too slow")
  }

  private static func location(_ response: bv_http_response) -> String {
    withUnsafeBytes(of: response.location) { text($0) }
  }

  private static func etag(_ response: bv_http_response) -> String {
    withUnsafeBytes(of: response.etag) { text($0) }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
