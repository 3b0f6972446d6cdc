import BelvedereOSM
import BelvedereTestSupport
import Foundation
import Testing

/// `belvedere import`, from files to scenes that are drawn.
@Suite(
  "belvedere import", .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct ImportTests {
  private func folder() throws -> (folder: TemporaryFolder, extract: String) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/tiny.osm.pbf"
    try Data(TinyExtract.pbf).write(to: URL(fileURLWithPath: path))
    return (folder, path)
  }

  private func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @Test("an extract becomes a scene that is drawn, and is replaced by another one")
  func extractToPicture() throws {
    let (folder, extract) = try folder()
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", extract, "-o", scene, "--json"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.text.contains("\"buildings\": 1") && made.text.contains("\"trees\": 1"))
    #expect(made.text.contains("\"ways\": 2") && made.text.contains("\"nodes\": 5"))
    #expect(
      names(scene) == [
        "buildings.fgb", "import.json", "roads.fgb", "scene.json", "trees.json",
      ])
    let drawn = try Tool.run(
      ["render", scene, "-o", "\(folder.path)/a.png", "--size", "64x36"])
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(drawn.errors.contains("1 height from tags") && drawn.errors.contains("1 road\n"))
    let again = try Tool.run(["import", extract, "-o", scene, "--bbox", "45.9,6.9,46.1,7.1"])
    #expect(again.status == 0, "\(again.errors)")
    // Wider than the world.
    let all = try Tool.run(["import", extract, "-o", scene, "--bbox", "-90,-360,90,360"])
    #expect(all.status == 0, "\(all.errors)")
  }

  @Test("a folder without a name, as an unset variable gives, is not the root of the disk")
  func namelessFolder() throws {
    let (folder, extract) = try folder()
    let result = try Tool.run(["import", extract, "-o", ""])
    #expect(
      result.status == 4 && result.errors.contains("is not a folder's name"), "\(result.errors)")
    withExtendedLifetime(folder) {}
  }

  @Test("what cannot be imported leaves nothing behind, and the remedy is named")
  func refusals() throws {
    let (folder, extract) = try folder()
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: extract)))
    let cut = folder.path + "/cut.osm.pbf"
    try Data(bytes.dropLast(40)).write(to: URL(fileURLWithPath: cut))
    let grid = "ncols 2\nnrows 2\nxllcorner 7\nyllcorner 46\ncellsize 0.01\n1 2\n3 4\n"
    let one = try folder.write("grid.asc", grid)
    let other = try folder.write("scene.json", grid)
    for (arguments, status, said) in [
      ([cut], 3, "blob 3, at byte 200 of 287: the file ends 40 bytes before it does"),
      ([try folder.write("empty.osm", "")], 3, "is empty"),
      (["nothing.pbf"], 3, "no such file"), ([extract, "--bbox", "1,2,3,4"], 3, "nothing lies in"),
      ([extract, "--bbox", "1,2,3"], 2, "four degrees"),
      ([extract, "--dem", one, "--dem", one], 2, "rename the elevations"),
      ([extract, "--dem", other], 2, "is called scene.json"),
    ] {
      let refused = try Tool.run(["import"] + arguments + ["-o", folder.path + "/x"])
      #expect(refused.status == status && refused.errors.contains(said), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
    }
    let own = try Tool.run(["import", extract, "-o", folder.path])
    #expect(own.status == 4 && own.errors.contains("was not imported"), "\(own.errors)")
  }
}
