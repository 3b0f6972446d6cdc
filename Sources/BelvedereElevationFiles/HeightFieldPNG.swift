import BelvedereImaging
import BelvedereLimits
import BelvedereTerrain

extension HeightField {
  /// Reads elevations from a PNG of one 16-bit gray channel: metres = offset + scale · sample.
  ///
  /// - Parameters:
  ///   - png: The whole file.
  ///   - name: The file's name, for messages.
  ///   - bounds: The positions of the corner samples, south < north and west < east.
  ///   - scale: Metres for each step of a sample.
  ///   - offset: Metres of the sample 0.
  public init(
    png: [UInt8], name: String, bounds: GeographicBounds, scale: Double, offset: Double,
    limits: Limits = .standard
  ) throws {
    let raster: Raster
    do {
      raster = try PNG.decode(png, maximumPixels: limits.maximumInputPixels)
    } catch .tooLarge(let width, let height, let maximum) {
      throw LimitError(
        subject: name, value: "\(width) × \(height) pixels", limit: "\(maximum) pixels",
        remedy: "cut the terrain into several files or raise --memory")
    } catch .outOfMemory {
      throw LimitError.memory(decoding: name)
    } catch {
      throw TerrainFileError(file: name, reason: error.description)
    }
    guard raster.channels == 1, raster.bits == 16 else {
      throw TerrainFileError(
        file: name,
        reason: "has \(raster.channels) channel(s) of \(raster.bits) bits; the encoding gray16 "
          + "needs one gray channel of 16 bits")
    }
    guard raster.width >= 2, raster.height >= 2 else {
      throw TerrainFileError(
        file: name,
        reason: "is \(raster.width) × \(raster.height) samples; a terrain has at least 2 × 2")
    }
    let low = offset
    let high = offset + scale * 65535
    guard scale.isFinite, offset.isFinite, abs(low) <= 1e6, abs(high) <= 1e6 else {
      throw TerrainFileError(
        file: name, reason: "its scale and offset give elevations beyond ±1,000,000 m")
    }
    self.init(
      width: raster.width, height: raster.height, bounds: bounds,
      samples: raster.samples.map { Float(offset + scale * Double($0)) })
  }
}
