// Extracts of OpenStreetMap, XML where the first byte is "<", else PBF, to the files of a scene.
import BelvedereCityImport
import FuzzSupport

let path = InputPath("extract.osm.pbf")

_ = Fuzzer.run { bytes in
  let city: CityImport?
  if bytes.first == 0x3C {
    city = try? CityImport(xml: bytes, maximumMemory: 64 << 20)
  } else {
    guard (try? path.write(bytes)) != nil else { return }
    city = try? CityImport(pbf: path.path, maximumMemory: 64 << 20)
  }
  _ = try? city?.scene()
}
