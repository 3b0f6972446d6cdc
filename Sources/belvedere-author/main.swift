import BelvedereAuthoring
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 1, let folder = arguments.first else {
  print("usage: belvedere-author FOLDER")
  exit(64)
}
do {
  try CityAuthoring.run(folder: URL(fileURLWithPath: folder))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
