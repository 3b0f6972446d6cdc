import BelvedereFilms
import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Frames in a folder") struct FrameStoreTests {
  private func manifest(_ scene: String = "1", frames: Int = 5) throws -> FilmManifest {
    FilmManifest(
      frameCount: frames, rate: try #require(FrameRate(30)), width: 16, height: 9,
      origins: ["files": ["scene.json": scene]])
  }

  private func picture(_ seed: UInt8) -> Image {
    var image = Image(width: 16, height: 9)
    for i in image.bytes.indices where i % 4 != 3 {
      image.bytes[i] = UInt8(truncatingIfNeeded: i * 7) &+ seed
    }
    return image
  }

  @Test("whole frames are kept; torn, changed, foreign and misnamed ones are not")
  func verification() throws {
    let folder = try TemporaryFolder()
    let store = try FrameStore(folder: folder.path, manifest: manifest())
    for frame in 0..<5 { try store.keep(picture(UInt8(frame)), as: frame) }
    #expect(store.missing(in: 0..<5).isEmpty)
    #expect(store.image(of: 3) == picture(3))
    let path = store.path(of: 2)
    #expect(path.hasSuffix("/000002.png"))
    let whole = try bytes(ofFile: path)
    func holds(_ bytes: [UInt8]) throws -> Bool {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return store.holds(2)
    }
    // Cut anywhere, changed anywhere, longer than it was.
    for count in 0..<whole.count { #expect(try !holds(Array(whole[..<count])), "\(count)") }
    for i in whole.indices {
      var changed = whole
      changed[i] ^= 0x10
      #expect(try !holds(changed), "\(i)")
    }
    #expect(try !holds(whole + [0]))
    #expect(try holds(whole))
    // A picture of the right size from somewhere else, and another frame of the same film.
    #expect(try !holds(try PNG.encode(picture(2))))
    #expect(try !holds(bytes(ofFile: store.path(of: 3))))
    #expect(store.missing(in: 0..<5).description == "2")
    #expect(store.image(of: 2) == nil)
  }

  @Test("the frames of another film are refused with the reason")
  func otherFilm() throws {
    let folder = try TemporaryFolder()
    let first = try FrameStore(folder: folder.path, manifest: manifest())
    try first.keep(picture(0), as: 0)
    _ = try FrameStore(folder: folder.path, manifest: manifest())
    let error = #expect(throws: FrameStoreError.self) {
      _ = try FrameStore(folder: folder.path, manifest: try manifest("2"))
    }
    #expect("\(try #require(error))".contains("scene.json has changed"))
    #expect(first.holds(0))
    #expect(try FrameStore(reading: folder.path).manifest == manifest())
  }

  @Test("frames of which nothing is said are left alone")
  func unknown() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("000007.png", "mine")
    #expect(throws: FrameStoreError.self) {
      _ = try FrameStore(folder: folder.path, manifest: manifest())
    }
    #expect(folder.contents == ["000007.png"])
    #expect(try bytes(ofFile: file) == Array("mine".utf8))
    #expect(throws: FrameStoreError.self) { _ = try FrameStore(reading: folder.path) }
    try folder.write("film.json", "{}")
    #expect(throws: FrameStoreError.self) {
      _ = try FrameStore(folder: folder.path, manifest: manifest())
    }
  }

  @Test("what killed processes left behind goes once nobody else is at work")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    var store: FrameStore? = try FrameStore(folder: folder.path, manifest: manifest())
    try folder.write(".belvedere-1-abc.tmp", "half")
    _ = try FrameStore(folder: folder.path, manifest: manifest())
    #expect(folder.contents.contains(".belvedere-1-abc.tmp"))
    store = nil
    _ = store
    _ = try FrameStore(folder: folder.path, manifest: manifest())
    #expect(!folder.contents.contains(".belvedere-1-abc.tmp"))
  }

  @Test("a frame, and the film, belong to one at a time")
  func holding() throws {
    let folder = try TemporaryFolder()
    let one = try FrameStore(folder: folder.path, manifest: manifest())
    let other = try FrameStore(folder: folder.path, manifest: manifest())
    #expect(one.take(3) && !other.take(3) && other.take(2))
    one.free(3)
    #expect(other.take(3))
    #expect(one.takeFilm() && !other.takeFilm())
  }

  @Test("removing takes what was written and nothing else")
  func removing() throws {
    let outer = try TemporaryFolder()
    let path = outer.path + "/a/frames"
    var store = try FrameStore(folder: path, manifest: manifest())
    for frame in 0..<3 { try store.keep(picture(0), as: frame) }
    store.remove(FrameSet(0..<2))
    #expect(store.holds(2) && !store.holds(1))
    store.remove(FrameSet(0..<5))
    #expect(!FileManager.default.fileExists(atPath: path))
    store = try FrameStore(folder: path, manifest: manifest())
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/notes.txt"))
    store.remove(FrameSet(0..<5))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["notes.txt"])
  }

  @Test("a link under a frame's name is replaced, not followed")
  func links() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    let file = try outside.write("precious", "mine")
    let store = try FrameStore(folder: folder.path, manifest: manifest())
    try FileManager.default.createSymbolicLink(
      atPath: store.path(of: 0), withDestinationPath: file)
    try store.keep(picture(0), as: 0)
    #expect(try bytes(ofFile: file) == Array("mine".utf8))
    #expect(store.holds(0))
  }
}
