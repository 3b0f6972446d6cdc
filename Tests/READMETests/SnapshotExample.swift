import Belvedere

/// A picture of the region around a place, and where in it the place is.
func snapshot(of place: Coordinate, in studio: SnapshotStudio) async throws -> (Image, Vector2?) {
  var options = SnapshotOptions(
    width: 256, height: 256, scale: 2,
    view: .region(
      CoordinateRegion(center: place, latitudinalMeters: 1500, longitudinalMeters: 1500)))
  (options.pitch, options.heading) = (45, 30)
  options.placeholder = .color(Color(red: 0.9, green: 0.9, blue: 0.9))
  let snapshot = try await MapSnapshotter(studio: studio, options: options).start()
  if let failure = snapshot.failure { print("a placeholder: \(failure)") }  // what was missing
  return (snapshot.image, snapshot.point(for: place))
}
