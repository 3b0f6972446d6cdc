import BelvedereImaging
import BelvedereRasterization
import BenchmarkSupport

/// How a frame's cost grows with what exists, with the picture's size and with the threads.
struct ScalingCurve {
  let frames: Int
  let threads: Int

  /// Prints the rows of a table.
  func run() {
    print("  buildings    blocks    pixels  samples  threads  frame ms   CPU ms  triangles")
    for power in 4...7 {
      let count = (0..<power).reduce(1) { n, _ in 10 * n }
      let city = SyntheticCity(buildings: count)
      row(city, width: 1280, height: 720, samples: 1, threads: threads)
    }
    let city = SyntheticCity(buildings: 100_000)
    for (width, height) in [(640, 400), (1000, 500), (1280, 800), (2000, 1000), (3840, 2080)] {
      row(city, width: width, height: height, samples: 1, threads: threads)
    }
    for threads in 1...max(threads, 1) {
      for samples in [1, 4, 8] {
        row(city, width: 1280, height: 720, samples: samples, threads: threads)
      }
    }
  }

  private func row(
    _ city: SyntheticCity, width: Int, height: Int, samples: Int, threads: Int
  ) {
    let scratch = RasterizerScratch()
    var image = Image(width: width, height: height)
    var (wall, cpu, triangles): ([Double], [Double], [Double]) = ([], [], [])
    // The first two frames grow the memory.
    for frame in 0..<(frames + 2) {
      let view = city.view(
        width: width, height: height, bearing: Double(frame) * 360 / Double(frames))
      let (began, cpuBegan) = (ContinuousClock.now, processorTime())
      let count = Rasterizer(view: view, threads: threads, scratch: scratch).drawColors(
        city.placements, batches: city.batches, samples: samples, background: 0xFFE6_C8A8,
        into: &image)
      guard frame >= 2 else { continue }
      wall.append(milliseconds(began))
      cpu.append(processorTime() - cpuBegan)
      triangles.append(Double(count))
    }
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    print(
      column("\(city.buildings)", 11) + column("\(city.placements.count)", 10)
        + column("\(width * height)", 10) + column("\(samples)", 9) + column("\(threads)", 9)
        + column(tenths(wall.median), 10) + column(tenths(cpu.median), 9)
        + column("\(Int(triangles.median))", 11))
  }
}
