import BelvedereImaging
import BelvedereTestSupport
import BelvedereXML
import Foundation
import Testing

@Suite("belvedere render --overlay", .enabled(if: XMLReader.isAvailable, "this build has no Expat"))
struct OverlayFileTests {
  @Test("a track lies on the relief and is framed as a whole; what is wrong is named")
  func track() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<40).map { j in
      (0..<60).map { "\(400 + 10 * (($0 + j) % 20))" }.joined(separator: " ")
    }
    let dem = try folder.write(
      "hills.asc",
      "ncols 60\nnrows 40\nxllcenter 7\nyllcenter 46\ncellsize 0.005\n"
        + rows.joined(separator: "\n") + "\n")
    let track = try folder.write(
      "hike.gpx",
      "<gpx><trk><trkseg><trkpt lat=\"46.05\" lon=\"7.1\"/><trkpt lat=\"46.1\" lon=\"7.2\"/></trkseg></trk></gpx>"
    )
    let output = "\(folder.path)/o.png"
    let drawn = try Tool.run([
      "render", "--dem", dem, "--overlay", track, "-o", output, "--size", "240x160",
    ])
    #expect(drawn.status == 0, "\(drawn.errors)")
    let image = try PNG.decode(Array(Data(contentsOf: URL(fileURLWithPath: output))))
    var (columns, rowsSeen): (Set<Int>, Set<Int>) = ([], [])
    for row in 0..<160 {
      for column in 0..<240 {
        let first = (row * 240 + column) * image.channels
        let pixel = image.samples[first..<first + 3].map { Int($0) }  // checked: widens
        if pixel[0] > pixel[1] + 70, pixel[0] > pixel[2] + 70 {
          columns.insert(column)
          rowsSeen.insert(row)
        }
      }
    }
    // It runs across the picture, and a tenth is left around it.
    #expect(columns.count > 120 && rowsSeen.count > 20)
    #expect((columns.min() ?? 0) > 8 && (columns.max() ?? 240) < 232)
    let broken = try folder.write("broken.kml", "<kml><Placemark>")
    let refused = try Tool.run(["render", "--dem", dem, "--overlay", broken, "-o", output])
    #expect(refused.status == 3 && refused.errors.contains("broken.kml"), "\(refused.errors)")
  }
}
