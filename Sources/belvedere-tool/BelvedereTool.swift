import BelvedereCommandLine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum BelvedereTool {
  static func main() {
    exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
  }
}
