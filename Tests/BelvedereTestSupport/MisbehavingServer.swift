import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A server on 127.0.0.1 that does whatever a test wants.
public final class MisbehavingServer: Sendable {
  /// What is done with a connection after its request came.
  public enum Step: Sendable {
    case send([UInt8])
    case wait(Double)
    /// The bytes again and again until the other side has enough, with a pause after each.
    case repeatForever([UInt8], pause: Double)
  }

  public struct Request: Sendable {
    public var path: String
    public var headers: String
    /// How often this path was asked for before.
    public var earlier: Int
  }

  public let port: UInt16
  private let listener: Int32
  private let seen = Mutex<[Request]>([])
  private let answer: @Sendable (Request) -> [Step]

  public var requests: [Request] { seen.withLock { $0 } }
  public var template: String { "http://127.0.0.1:\(port)/{z}/{x}/{y}.png" }

  public init(_ answer: @escaping @Sendable (Request) -> [Step]) throws {
    struct NoSocket: Error {}
    self.answer = answer
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(listener, $0, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard bound else { throw NoSocket() }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else {
          if connection >= 0 { close(connection) }
          // Closed by who waits on it: its number may be another server's at once.
          close(listener)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  public func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return }
      bytes += chunk[..<count]
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(separator: " ")
    let path = words.count > 1 ? String(words[1]) : ""
    let request = seen.withLock { seen in
      let request = Request(
        path: path, headers: text, earlier: seen.filter { $0.path == path }.count)
      seen.append(request)
      return request
    }
    for step in answer(request) {
      switch step {
      case .send(let bytes): guard send(bytes, connection) else { return }
      case .wait(let seconds): usleep(UInt32(seconds * 1e6))
      case .repeatForever(let bytes, let pause):
        while send(bytes, connection) { if pause > 0 { usleep(UInt32(pause * 1e6)) } }
        return
      }
    }
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let from = start
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          connection, $0.baseAddress.map { $0 + from }, bytes.count - from,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  /// A whole answer; the connection closes after it.
  public static func response(
    _ status: String, _ body: [UInt8] = [], headers: [String] = [], length: Int? = nil
  ) -> [Step] {
    let head =
      (["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.count)", "Connection: close"]
      + headers).joined(separator: "\r\n") + "\r\n\r\n"
    return [.send(Array(head.utf8) + body)]
  }
}
