import BelvedereRasterization
import Synchronization

extension RenderTask {
  /// Shades pixel by pixel.
  ///
  /// - Parameter isLaidAlone: whether only pixels are shaded on which overlays lie.
  func shade(
    _ band: RenderBand, _ frame: Frame, _ shader: PixelShader,
    into pixels: inout PixelBuffer, only mask: PixelMask?, isLaidAlone: Bool,
    part: ClosedRange<Double>
  ) throws(RenderError) {
    let width = view.width
    let done = Atomic<Int>(0)
    let progress = self.progress
    let threads = self.threads
    let rows = band.rows.count
    let span = part.upperBound - part.lowerBound
    let encoder = frame.encoder
    pixels.withBytes { bytes in
      nonisolated(unsafe) let bytes = bytes
      Parallel.forEach(rows, threads: threads) { row, _ in
        if progress.isCancelled { return }
        let y = band.rows.lowerBound + row
        var resolver = PixelResolver(shader: shader, visibility: frame.visibility)
        let drawn = y - band.drawn.lowerBound
        for x in 0..<width where mask?.contains(x, drawn) ?? true {
          if isLaidAlone, !resolver.isLaid(x, drawn) { continue }
          let c = resolver.color(x, drawn)
          encoder.write(c, x: x, y: y, to: bytes + encoder.pixelBytes * (y * width + x))
        }
        let n = done.wrappingAdd(1, ordering: .relaxed).newValue
        if n % 16 == 0 {
          progress.report(part.lowerBound + span * Double(n) / Double(rows), "shade")
        }
      }
    }
    try progress.check()
  }
}
