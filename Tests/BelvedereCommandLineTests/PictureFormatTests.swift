import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Formats of pictures") struct PictureFormatTests {
  private let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path
  private let options = ["--size", "97x61", "-q"]

  private func render(_ more: [String]) throws -> [UInt8] {
    let result = try Tool.run(["render", scene, "-o", "-"] + options + more)
    #expect(result.status == 0, "\(more): \(result.errors)")
    return result.output
  }

  /// Chunks of a PNG file: names and contents; the lengths and checksums are looked at.
  private func chunks(_ file: [UInt8]) throws -> [(name: String, bytes: [UInt8])] {
    #expect(Array(file.prefix(8)) == [137, 80, 78, 71, 13, 10, 26, 10])
    func number(_ at: Int) -> UInt32 { file[at..<(at + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
    var table = [UInt32](repeating: 0, count: 256)
    for i in 0..<256 {
      table[i] = (0..<8).reduce(UInt32(i)) { c, _ in c & 1 == 1 ? 0xEDB8_8320 ^ c >> 1 : c >> 1 }
    }
    var found: [(String, [UInt8])] = []
    var at = 8
    while at + 12 <= file.count {
      let length = Int(number(at))
      let end = at + 8 + length
      try #require(end + 4 <= file.count)
      let sum = file[(at + 4)..<end].reduce(UInt32.max) {
        table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8
      }
      #expect(sum ^ .max == number(end), "the checksum of a chunk")
      found.append(
        (String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self), Array(file[(at + 8)..<end])))
      at = end + 4
    }
    #expect(at == file.count)
    return found
  }

  @Test("raw samples are those of the PNG, with 8 and with 16 bits")
  func raw() throws {
    let png = try PNG.decode(render([]))
    let rgb = try render(["--format", "rgb"])
    #expect(png.bits == 8 && png.channels == 3)
    #expect(rgb.count == 97 * 61 * 3)
    #expect(rgb.map(UInt16.init) == png.samples)

    let deep = try PNG.decode(render(["--depth", "16"]))
    let wide = try render(["--depth", "16", "--format", "rgb"])
    #expect(deep.bits == 16 && deep.channels == 3)
    #expect(wide.count == 97 * 61 * 6)
    let samples = stride(from: 0, to: wide.count, by: 2).map {
      UInt16(wide[$0]) << 8 | UInt16(wide[$0 + 1])
    }
    #expect(samples == deep.samples)
    // The same picture, with the steps between.
    let worst = zip(deep.samples, png.samples).map { abs(Double($0) / 257 - Double($1)) }.max()
    #expect(try #require(worst) < 1.2)
    #expect(Set(deep.samples.map { $0 & 255 }).count > 200)
  }

  @Test("Y4M has a header and one frame, and its colours are near")
  func y4m() throws {
    let file = try render(["--format", "y4m"])
    let end = try #require(file.firstIndex(of: 10))
    let header = String(decoding: file[..<end], as: UTF8.self)
    #expect(header.hasPrefix("YUV4MPEG2 W97 H61 F30:1 "))
    #expect(file.count == end + 1 + 6 + 97 * 61 + 2 * 49 * 31)
    let rgb = try render(["--format", "rgb"])
    for i in stride(from: 0, to: 97 * 61, by: 7) {
      let (r, g, b) = (Double(rgb[3 * i]), Double(rgb[3 * i + 1]), Double(rgb[3 * i + 2]))
      let luma = 16 + 219 / 255 * (0.2126 * r + 0.7152 * g + 0.0722 * b)
      #expect(abs(luma - Double(file[end + 7 + i])) < 0.6)
    }
  }

  @Test("the file's ending chooses the format, and --format overrules it")
  func endings() throws {
    let folder = try TemporaryFolder()
    func first(_ name: String, _ more: [String] = []) throws -> [UInt8] {
      let path = "\(folder.path)/\(name)"
      #expect(try Tool.run(["render", scene, "-o", path] + options + more).status == 0)
      return Array(try bytes(ofFile: path).prefix(4))
    }
    let (png, y4m) = ([137, 80, 78, 71] as [UInt8], Array("YUV4".utf8))
    #expect(try first("a.png") == png)
    #expect(try first("a.Y4M") == y4m)
    #expect(try first("a") == png)
    #expect(try first("a.y4m", ["--format", "png"]) == png)
    #expect(try bytes(ofFile: "\(folder.path)/a.Y4M") == render(["--format", "y4m"]))
    _ = try first("b.rgb")
    #expect(try bytes(ofFile: "\(folder.path)/b.rgb") == render(["--format", "rgb"]))
  }

  @Test("a PNG says what it shows, and nothing of the day it was made", arguments: ["8", "16"])
  func text(_ depth: String) throws {
    let more = ["--depth", depth, "--time", "2026-06-21T18:00:00-07:00"]
    let file = try render(more)
    let found = try chunks(file)
    let names = found.map(\.name)
    #expect(names.first == "IHDR" && names.last == "IEND")
    #expect(found[0].bytes[8] == UInt8(depth) && found[0].bytes[9] == 2, "depth and colour type")
    #expect(names.contains("sRGB"))
    #expect(!names.contains("tIME"))
    let version = try Tool.run(["--version"]).text.filter { !$0.isNewline }
    let texts = found.filter { $0.name == "iTXt" }.map { String(decoding: $0.bytes, as: UTF8.self) }
    for (keyword, part) in [
      ("Software", "Belvedere \(version)"), ("Title", ""), ("Description", "the sun at azimuth"),
      ("Camera", "\"pitch\":"), ("Copyright", "An invented place"),
    ] {
      #expect(
        texts.contains { $0.hasPrefix(keyword + "\0") && (part.isEmpty || $0.contains(part)) },
        "\(keyword)")
    }
    #expect(try render(more) == file)
  }

  /// Another program's decoder, where there is one.
  @Test("python reads the 16-bit PNG alike")
  func python() throws {
    let folder = try TemporaryFolder()
    let (png, rgb) = ("\(folder.path)/a.png", "\(folder.path)/a.rgb")
    for path in [png, rgb] {
      let result = try Tool.run(["render", scene, "-o", path, "--depth", "16"] + options)
      #expect(result.status == 0, "\(result.errors)")
    }
    let program = """
      import struct, sys, zlib
      data = open(sys.argv[1], "rb").read()
      at, packed = 8, b""
      while at < len(data):
          length, name = struct.unpack(">I4s", data[at:at + 8])
          body = data[at + 8:at + 8 + length]
          assert zlib.crc32(name + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
          if name == b"IHDR": width, height, depth, color = struct.unpack(">IIBB", body[:10])
          if name == b"IDAT": packed += body
          at += 12 + length
      assert (depth, color) == (16, 2)
      rows, line, out, above = zlib.decompress(packed), 6 * width, [], bytes(6 * width)
      for y in range(height):
          kind, row = rows[y * (line + 1)], bytearray(rows[y * (line + 1) + 1:(y + 1) * (line + 1)])
          for i in range(line):
              a, b = row[i - 6] if i >= 6 else 0, above[i]
              c = above[i - 6] if i >= 6 else 0
              p = a + b - c
              paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
              row[i] = (row[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
          out.append(bytes(row)); above = row
      sys.exit(0 if b"".join(out) == open(sys.argv[2], "rb").read() else 9)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, png, rgb]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    // 127: there is no python3.
    #expect([0, 127].contains(process.terminationStatus), "\(process.terminationStatus)")
  }

  @Test(
    "what cannot be is refused",
    arguments: [
      (["--depth", "10"], "8 or 16"), (["--depth", "16", "--format", "y4m"], "png and rgb"),
      (["--format", "jpeg"], "y4m"), (["--quality", "best"], "standard"),
      (["--time", "2026-06-21T18:00:00"], "offset from UTC is missing"),
      (["--time", "2026-02-30T18:00:00Z"], "no such date"),
      (["--time", "noon"], "2026-06-21T18:00:00-07:00"),
      (["--time", "2026-06-21T18:00Z", "--sun", "90,10"], "give one"),
    ])
  func refused(_ more: [String], _ part: String) throws {
    let result = try Tool.run(["render", scene, "-o", "/dev/null"] + options + more)
    #expect(result.status == 2, "\(more)")
    #expect(result.errors.contains(part), "\(more): \(result.errors)")
  }

  @Test("a time says where the sun stands, and --quality how many samples there are")
  func timeAndQuality() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.png"
    let result = try Tool.run(
      ["render", scene, "-o", path, "--json", "--size", "64x36"]
        + ["--time", "2026-06-21T12:00:00Z"])
    #expect(result.text.contains("\"sun\""))
    let pictures = try [
      ["--quality", "draft"], ["--quality", "standard"], ["--quality", "high"],
    ]
    .map { try render($0) }
    #expect(Set(pictures).count == 3)
    #expect(try render([]) == pictures[1])
    #expect(
      try render(["--quality", "draft", "--samples", "4"]) != pictures[0], "--samples counts")
  }
}
