import BelvedereAuthoring
import Foundation

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: belvedere-author <scene folder>\n".utf8))
  exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
do {
  try TerrainAuthoring.run(folder: folder)
} catch {
  FileHandle.standardError.write(Data("belvedere-author: \(error)\n".utf8))
  exit(1)
}
