import BelvedereAuthoring
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 1, let path = arguments.first, !path.hasPrefix("-") else {
  FileHandle.standardError.write(
    Data(
      "usage: belvedere-author FOLDER\nMakes a scene's generated files from FOLDER/source.\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: path, isDirectory: true)
do {
  try TerrainAuthoring.run(folder: folder)
  print(try CityAuthoring.run(folder: folder))
} catch {
  FileHandle.standardError.write(Data("belvedere-author: \(error)\n".utf8))
  exit(1)
}
