import BelvedereFilms
import BelvedereTestSupport
import Testing

@Suite("What frames are frames of") struct FilmManifestTests {
  private func manifest(
    _ files: [String: String] = ["a.json": "1"], width: Int = 64, credits: [String] = ["A", "B"]
  ) throws -> FilmManifest {
    FilmManifest(
      frameCount: 10, rate: try #require(FrameRate(24000, 1001)), width: width, height: 36,
      origins: ["files": files, "option": ["--quality": "draft", "--no-pitch-limit": "given"]],
      credits: credits)
  }

  @Test("digests are those of FIPS 180-4's examples")
  func digests() {
    // NIST's examples of one and two blocks, and of a million letters.
    #expect(
      FileDigest.digest(of: Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      FileDigest.digest(of: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      FileDigest.digest(of: [])
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      FileDigest.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("a manifest is read as it was written, and anything else is none")
  func roundTrip() throws {
    let manifest = try manifest()
    #expect(FilmManifest(manifest.encoded()) == manifest)
    let bytes = manifest.encoded()
    for count in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect(FilmManifest(Array(bytes[..<count])) == nil)
    }
    for text in ["", "{}", "[]", "null", #"{"format":"belvedere-film-1"}"#] {
      #expect(FilmManifest(Array(text.utf8)) == nil)
    }
  }

  @Test("differences are named, and change the fingerprint")
  func differences() throws {
    let one = try manifest()
    #expect(one.differences(from: one).isEmpty)
    for (other, words) in [
      (try manifest(width: 32), "size 64x36, now 32x36"),
      (try manifest(["a.json": "2"]), "a.json has changed"),
      (try manifest(["a.json": "1", "b.json": "2"]), "b.json is new"),
      (try manifest([:]), "a.json is no longer read"),
      (try manifest(credits: ["A"]), "credits A; B, now A"),
    ] {
      #expect(one.differences(from: other) == [words])
      #expect(one.fingerprint != other.fingerprint)
    }
  }

  @Test("files, and all files of a folder, have digests")
  func files() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a", "abc")
    #expect(try FileDigest.digest(ofFile: file)?.hasPrefix("ba7816bf") == true)
    #expect(try FileDigest.digest(ofFile: folder.path + "/none") == nil)
    #expect(try FileDigest.digests(of: folder.path).count == 1)
  }
}
