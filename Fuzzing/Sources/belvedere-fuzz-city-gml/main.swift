// City models in CityGML.
import BelvedereCityImport
import FuzzSupport

_ = Fuzzer.run { bytes in
  guard let city = try? CityImport(cityGML: bytes, maximumMemory: 64 << 20) else { return }
  _ = try? city.scene()
}
