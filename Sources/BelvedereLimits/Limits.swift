#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much input and output is accepted before it is refused.
///
/// Everything is checked before memory is allocated for it. Every refusal is a ``LimitError``.
public struct Limits: Sendable, Hashable {
  /// Pixels of a picture that is drawn.
  public var maximumOutputPixels = 1 << 28
  /// Pixels of a picture that is read.
  public var maximumInputPixels = 89_478_485
  /// Bytes of memory that a scene and its picture may take.
  public var maximumMemory = Self.defaultMemory
  /// Bytes of a JSON file.
  public var maximumJSONBytes = 2 << 30
  /// How deep arrays and objects nest in JSON.
  public var maximumJSONDepth = 64
  /// Vertices of one polygon or line.
  public var maximumPolygonVertices = 10_000_000
  /// Objects of a scene: buildings, roads, areas, trees, members and overlays together.
  public var maximumObjects = 10_000_000
  /// Samples of all elevation files together.
  public var maximumElevationSamples = 1 << 32
  /// Bytes of one line of a query.
  public var maximumQueryLineBytes = 16 << 20
  /// Bytes of one piece of text, such as a name.
  public var maximumTextBytes = 1 << 20

  /// Bytes of a JSON file that may be read: its text and its values must fit into memory together.
  public var readableJSONBytes: Int { min(maximumJSONBytes, maximumMemory / 2) }

  /// The published limits.
  public init() {}

  /// The published limits.
  public static let standard = Limits()

  /// Half of what the machine, the container or the shell gives, at most 4 GiB.
  private static var defaultMemory: Int {
    var available = [8 << 30, machineMemory, containerMemory].compactMap(\.self)
    if let ownSpace { available.append(ownSpace) }
    return max((available.min() ?? 1 << 30) / 2, 1 << 20)
  }

  /// What the shell allows beside what the program itself takes.
  private static var ownSpace: Int? { addressSpace.map { max($0 - (64 << 20), 0) } }

  /// Bytes of memory that the machine, the container or the shell gives: more cannot be had.
  package static var availableMemory: Int {
    [machineMemory, containerMemory, ownSpace].compactMap(\.self).min() ?? .max
  }

  /// Bytes of address space that the shell allows (`ulimit -v`); `nil` for no limit.
  package static var addressSpace: Int? {
    #if canImport(Glibc)
      let resource = Int32(RLIMIT_AS.rawValue)  // checked: small
    #else
      let resource = Int32(RLIMIT_AS)  // checked: small
    #endif
    var limit = rlimit()
    // An unlimited space is larger than every Int.
    return getrlimit(resource, &limit) == 0 ? Int(exactly: limit.rlim_cur) : nil
  }

  /// Bytes of address space that the shell allows beside what is mapped by now; `nil` for no limit.
  package static var unmappedAddressSpace: Int? {
    guard let addressSpace else { return nil }
    guard let file = fopen("/proc/self/statm", "r") else { return addressSpace }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 127, file) != nil else { return addressSpace }
    let digits = line.prefix { $0 >= 48 && $0 <= 57 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: digits, as: UTF8.self)
    guard let pages = Int(text) else { return addressSpace }  // checked: nil for other texts
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
    return overflow ? 0 : max(addressSpace - bytes, 0)
  }

  private static var machineMemory: Int? {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    guard pages > 0, pageSize > 0 else { return nil }
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: pageSize)
    return overflow ? nil : bytes
  }

  /// The limit of the control group, where there is one.
  private static var containerMemory: Int? {
    guard let file = fopen("/sys/fs/cgroup/memory.max", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 32)
    guard fgets(&line, 31, file) != nil else { return nil }
    let digits = line.prefix { $0 >= 48 && $0 <= 57 }.map { UInt8(bitPattern: $0) }
    let bytes = Int(String(decoding: digits, as: UTF8.self))  // checked: nil for other texts
    return bytes.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// Something exceeds a limit.
public struct LimitError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is too large, such as `the picture`.
  public let subject: String
  /// How large it is, with its unit.
  public let value: String
  /// How large it may be, with its unit.
  public let limit: String
  /// How to lift the limit.
  public let remedy: String

  /// Makes an error.
  public init(subject: String, value: String, limit: String, remedy: String) {
    self.subject = subject
    self.value = value
    self.limit = limit
    self.remedy = remedy
  }

  public var description: String {
    "\(subject) has \(value), more than the limit of \(limit); \(remedy)"
  }
}
