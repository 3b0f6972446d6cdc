// Checks that a rendered picture is worth looking at: picture-check FILE [WIDTHxHEIGHT]
//
// A picture of one colour, of a few flat areas or of noise-free gradients fails; no golden picture
// is needed, so it holds whatever the renderer's style.
import BelvedereFiles
import BelvedereImaging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first, arguments.count <= 2 else {
  print("usage: picture-check FILE [WIDTHxHEIGHT]")
  exit(2)
}
do {
  let bytes = try InputFile.read(path, maximumBytes: 1 << 30, remedy: "check a smaller picture")
  let statistics = PictureStatistics(try PNG.decodeImage(bytes, maximumPixels: 1 << 28))
  print("\(path): \(statistics.summary)")
  let problems = statistics.problems(expectedSize: arguments.dropFirst().first ?? "1920x1080")
  for problem in problems { print("error: \(path): \(problem)") }
  exit(problems.isEmpty ? 0 : 1)
} catch {
  print("error: \(error)")
  exit(1)
}
