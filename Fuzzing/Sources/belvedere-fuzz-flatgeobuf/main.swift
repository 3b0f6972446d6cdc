// FlatGeobuf: its features, and those that its index finds.
import BelvedereFlatGeobuf
import BelvedereGeodesy
import FuzzSupport

_ = Fuzzer.run { bytes in
  guard let file = try? FlatGeobufFile(bytes) else { return }
  for location in ((try? file.locations()) ?? []).prefix(1000) {
    _ = try? file.feature(at: location)
  }
  let box = GeographicBox(west: -10, south: -10, east: 10, north: 10)
  for location in ((try? file.locations(within: box)) ?? []).prefix(1000) {
    _ = try? file.feature(at: location)
  }
}
