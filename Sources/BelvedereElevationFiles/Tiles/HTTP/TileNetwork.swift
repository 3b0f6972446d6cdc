/// How tiles are fetched over the network.
public struct TileNetwork: Sendable, Hashable {
  /// Whether anything is fetched at all. Otherwise answers come from the cache alone.
  public var isAllowed = false
  /// Hosts that redirects may lead to, beside the template's own.
  public var allowedHosts: [String] = []
  /// Whether addresses of this machine, of private networks and of links may be connected to. What
  /// counts is the address that a name leads to.
  public var allowsPrivateAddresses = false
  /// Seconds for making a connection, and for a whole answer.
  public var connectTimeout = 10.0
  public var totalTimeout = 30.0
  /// Bytes a second below which an answer is given up, where it stays below for ``slowTime``: a tile of
  /// 30 kB takes half a minute at that speed.
  public var minimumSpeed = 1000.0
  /// Whole seconds for which an answer may be slower than ``minimumSpeed``, the wait for its first byte
  /// among them.
  public var slowTime = 10.0
  /// Seconds for all tiles of a server together, from its first request on.
  public var timeLimit = Self.standardTimeLimit
  /// ``timeLimit`` unless it is changed.
  public static let standardTimeLimit = 300.0
  /// The most bytes of an answer.
  public var maximumBytes = TileSourceInfo.maximumTileBytes
  /// How many redirects are followed.
  public var maximumRedirects = 3
  /// How often a tile is asked for again after a time-out, a broken connection or the answers 429
  /// and 5xx; after a time-out once at most.
  public var maximumRetries = 3
  /// Seconds before the first retry; doubled before each further one.
  public var backOff = 0.5
  /// The longest wait in seconds that a server may ask for; beyond it the tile is given up.
  public var maximumRetryAfter = 30.0
  /// After how many tiles in a row that could not be fetched nothing more is asked for.
  public var maximumFailures = 4
  /// What the program calls itself.
  public var userAgent = "Belvedere/0.1"
  /// The folder of the cache; `nil` for none.
  public var cacheFolder: String?
  /// The most bytes of the cache.
  public var cacheBytes = 1 << 30
  /// Seconds after which a cached tile is asked for again.
  public var maximumAge = 30.0 * 86400

  /// Makes the settings of a network that may not be used.
  public init(isAllowed: Bool = false, cacheFolder: String? = nil) {
    self.isAllowed = isAllowed
    self.cacheFolder = cacheFolder
  }
}

/// A tile could not be fetched.
public struct TileNetworkError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Sendable, Hashable {
    /// The network is not allowed, and the cache has no such tile.
    case offline
    /// The URL, a redirect or the address that it leads to is not allowed.
    case forbidden
    /// Too slow, also when tried again.
    case timeout
    /// The server's answer is no tile: its status, its size, its contents.
    case answer
    /// A connection that broke, or an answer that is no HTTP.
    case connection
    /// The server's certificate does not hold.
    case certificate
    /// No such host, or nothing that answers there.
    case unreachable
    /// Not asked for, since the server could not be reached before, or failed too often.
    case givenUp
    /// Built without libcurl.
    case absent
  }

  /// The kind of failure.
  public let kind: Kind
  /// What was asked for, without a query that may hold a key.
  public let url: String
  /// What is wrong, and what helps.
  public let reason: String

  /// Makes an error.
  public init(_ kind: Kind, url: String, reason: String) {
    self.kind = kind
    self.url = url
    self.reason = reason
  }

  public var description: String { "\(url): \(reason)" }

  /// Whether the next tile would fare no better.
  var isOfServer: Bool {
    switch kind {
    case .unreachable, .timeout, .absent, .certificate: true
    case .offline, .forbidden, .answer, .connection, .givenUp: false
    }
  }
}
