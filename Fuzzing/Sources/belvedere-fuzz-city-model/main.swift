// City models in CityJSON, one object or a sequence of lines.
import BelvedereCityImport
import FuzzSupport

_ = Fuzzer.run { bytes in
  guard let city = try? CityImport(cityJSON: bytes, maximumMemory: 64 << 20) else { return }
  _ = try? city.scene()
}
