import BelvedereFiles
import BelvedereTestSupport
import Testing

@Suite("Digests of contents") struct ContentDigestTests {
  private func digest(_ parts: [[UInt8]]) -> String {
    var digest = ContentDigest()
    for part in parts { digest.add(part) }
    return digest.text
  }

  @Test("how bytes are cut does not matter, every byte and their number do")
  func cuts() throws {
    let folder = try TemporaryFolder()
    forEachSeed(40) { random in
      let bytes = (0..<random.int(0...200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let whole = digest([bytes])
      let cut = random.int(0...bytes.count)
      try check(digest([Array(bytes[..<cut]), [], Array(bytes[cut...])]) == whole, "cut at \(cut)")
      try check(digest([bytes, [0]]) != whole, "a zero behind")
      if !bytes.isEmpty {
        var changed = bytes
        changed[random.int(0...bytes.count - 1)] ^= 1 << UInt8(random.int(0...7))
        try check(digest([changed]) != whole, "a bit")
      }
      try check(whole.utf8.count == 32, whole)
      let path = try folder.write("a", bytes)
      try check(try ContentDigest(file: path).text == whole, "of a file")
    }
    #expect(Set((0..<3000).map { digest([Array(repeating: 0, count: $0)]) }).count == 3000)
  }
}
