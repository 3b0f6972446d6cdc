import BelvedereTestSupport
import Foundation
import Testing

/// What is read piece by piece may turn out damaged when it is used.
@Suite("Damaged parts of rasters that stay in their files") struct DamagedRasterCommandTests {
  @Test("a damaged part is an error where it is used, and no void")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let bytes = try #require(Data(base64Encoded: Self.lastTileDamaged))
    try folder.write("a.tif", [UInt8](bytes))
    func sample(_ place: String) throws -> Tool.Result {
      try Tool.run(["dem", "sample", folder.path, "--at", place])
    }
    let whole = try sample("46.955,7.055")
    #expect(whole.status == 0 && whole.text.hasPrefix("133"), "\(whole.errors)")
    let damaged = try sample("46.755,7.255")
    #expect(damaged.status == 3 && damaged.text.isEmpty)
    #expect(damaged.errors.contains("a.tif: its tile 3 at 1489 is damaged"), "\(damaged.errors)")
    let query = try Tool.run(
      ["query", "--dem", folder.path],
      input: #"{"op":"elevation","coordinate":{"latitude":46.755,"longitude":7.255}}"# + "\n")
    #expect(query.text.contains("its tile 3 at 1489 is damaged"), "\(query.text)")
    let picture = folder.path + "/x.png"
    let render = try Tool.run(["render", "--dem", folder.path, "-o", picture, "--size", "40x30"])
    #expect(render.status == 3 && !FileManager.default.fileExists(atPath: picture))
  }

  /// A GeoTIFF of 32 × 32 samples, row · 32 + column metres, 0.01° apart from 47° N 7° E, in deflated tiles
  /// of 16 × 16; the bytes of the last tile are not what a deflate stream is made of.
  private static let lastTileDamaged = """
    SUkqAAgAAAASAAABAwABAAAAIAAAAAEBAwABAAAAIAAAAAIBAwABAAAAEAAAAAMBAwABAAAACAAAAAYBAwABAAAA\
    AQAAABUBAwABAAAAAQAAABwBAwABAAAAAQAAAD0BAwABAAAAAQAAAEIBAwABAAAAEAAAAEMBAwABAAAAEAAAAEQB\
    BAAEAAAA7gAAAEUBAwAEAAAA5gAAAFMBAwABAAAAAgAAAA6DDAADAAAA/gAAAIKEDAAGAAAAFgEAAK+HAwAgAAAA\
    RgEAALCHDAACAAAAhgEAALGHAgAIAAAAlgEAAAAAAABlAWkBZQFrAZ4BAAADAwAAbAQAANEFAAB7FK5H4XqEP3sU\
    rkfheoQ/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAcQAAAAAAAgEdAAAAAAAAAAAABAAEA\
    AAAHAAAEAAABAAIAAQQAAAEAAQAACAAAAQDmEAEIsYcHAAAABggAAAEAjiMJCLCHAQABAAsIsIcBAAAAiG10lh2k\
    ckAAAABAplRYQVdHUyA4NHwAeJwFwYNBBQAAANG77FbIxgrZWCEbK2RjhWyskI0Vsuuv0HsgQQQTQihhhBNBJFFE\
    E0MsccSTQCJJJJNCKmmkk0EmWWSTQy555FNAIUUUU0IpZZRTQSVVVFNDLXXU00AjTTTTQitttNNBJ11000MvffQz\
    wCBDDDPCKGOMM8EkU0wzwyxzzLPAIksss8Iqa6yzwSZbbLPDLnvsc8AhRxxzwilnnHPBJVdcc8Mtd9zzwCNPPPPC\
    K2+888EnX3zzwy9/BEANMtgQQw0z3AgjjTLaGGONM94EE00y2RRTTTPdDDPNMtscc80z3wILLbLYEksts9wKK62y\
    2hprrbPeBhttstkWW22z3Q477bLbHnvts98BBx1y2BFHHXPcCSedctoZZ51z3gUXXXLZFVddc90NN91y2x133XPf\
    Aw898tgTTz3z3AsvvfLaG2+9894HH33y2RdfffPdDz/98tsff/0z4D8UzXgBeJwFwYNBIAAAQNH/N7jsWiEbK2Rj\
    hWyskI0VsrFCNlbIxr33jwACCSKYEEIJI5wIIokimhhiiSOeBBJJIpkUUkkjnQwyySKbHHLJI58CCimimBJKKaOc\
    CiqpopoaaqmjngYaaaKZFlppo50OOumimx566aOfAQYZYpgRRhljnAkmmWKaGWaZY54FFllimRVWWWOdDTbZYpsd\
    dtljnwMOOeKYE04545wLLrnimhtuueOeBx554pkXXnnjnQ8++eKbH375458BBhpksCGGGma4EUYaZbQxxhpnvAkm\
    mmSyKaaaZroZZppltjnmmme+BRZaZLElllpmuRVWWmW1NdZaZ70NNtpksy222ma7HXbaZbc99tpnvwMOOuSwI446\
    5rgTTjrltDPOOue8Cy665LIrrrrmuhtuuuW2O+66574HHnrksSeeeua5F1565bU33nrnvQ8++uSzL7765rsffvrl\
    tz/++ud/Jb2IAXicBcGDQQUAAADRustcIRsrZGOFbKyQjRWysUI2Vsiuv0LvBREMSAihhBFOBJFEEU0MscQRTwKJ\
    JJFMCqmkkU4GmWSRTQ655JFPAYUUUUwJpZRRTgWVVFFNDbXUUU8DjTTRTAuttNFOB5100U0PvfTRzwCDDDHMCKOM\
    Mc4Ek0wxzQyzzDHPAossscwKq6yxzgabbLHNDrvssc8BhxxxzAmnnHHOBZdccc0Nt9xxzwOPPPHMC6+88c4Hn3zx\
    zQ+//BEgyGBRQww1zHAjjDTKaGOMNc54E0w0yWRTTDXNdDPMNMtsc8w1z3wLLLTIYksstcxyK6y0ymprrLXOehts\
    tMlmW2y1zXY77LTLbnvstc9+Bxx0yGFHHHXMcSecdMppZ5x1znkXXHTJZVdcdc11N9x0y2133HXPfQ889MhjTzz1\
    zHMvvPTKa2+89c57H3z0yWdffPXNdz/89Mtvf/z1z4D/FOt6AXic////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////\
    /////w==
    """
}
