import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import CBelvedereShading

extension SceneRenderer {
  /// The overlays that show at a place on the ground, the uppermost first: their numbers in the list of the
  /// scene's overlays with the options' own behind them.
  ///
  /// What is asked is what a picture shows: dashes and their gaps, ends of lines, holes, tiles where they are
  /// not clear. Lines have a width in points of the screen, so that the view counts. Parts of routes on decks
  /// and in bores lie beside the ground and are not met.
  ///
  /// - Parameters:
  ///   - distance: metres from the view's centre to the eye.
  ///   - fieldOfView: vertical, of a view of `height` points.
  ///   - options: which overlays there are, and on which Earth: a globe's dashes are so long on the ground.
  public func overlays(
    at coordinate: Coordinate, distance: Double, fieldOfView: Double, height: Double,
    options: RenderOptions = RenderOptions()
  ) -> [Int] {
    guard coordinate.isValid, distance > 0, height > 0 else { return [] }
    let metersPerPoint = distance * tan(degrees: fieldOfView / 2) / (height / 2)
    let shown = options.shownOverlays(of: scene)
    guard !shown.isEmpty else { return [] }
    let table = OverlayTable(
      overlayOutlines(options, threads: 1), metersPerPoint: metersPerPoint,
      onGlobe: options.projection == .globe)
    let place = MapPoint(coordinate)
    let pointsPerMeter = 1 / MapPoint.metersPerMapPoint(at: coordinate.latitude)
    let first = options.showsOverlays ? 0 : scene.overlays.count
    var numbers: [Int] = []
    if let chart = PolarChart(coordinate) {
      return table.numbers(at: chart, metersPerPixel: metersPerPoint).map { first + $0 }
    }
    for n in (0..<table.overlays.count).reversed() {
      guard table.shows(n, at: place, pointsPerMeter, metersPerPixel: metersPerPoint) else {
        continue
      }
      let number = first + table.number(n)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }
}

extension OverlayTable {
  /// The numbers of the overlays that show beyond the map's edge, the uppermost first.
  fileprivate func numbers(at chart: PolarChart, metersPerPixel: Double) -> [Int] {
    let place = [chart.place.x, chart.place.y]
    var numbers: [Int] = []
    for (overlay, number) in beyondEdge(around: chart.pole).reversed() {
      var mark: UInt8 = 0
      if overlay.pointee.tile_layer > 0 {
        // Tiles are of the map alone.
        continue
      }
      belvedere_mark_overlay(overlay, place, 1, 1 / chart.metersPerUnit, &mark)
      if mark != 0, !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// Whether an overlay shows at a place.
  fileprivate func shows(
    _ n: Int, at place: MapPoint, _ pointsPerMeter: Double, metersPerPixel: Double
  ) -> Bool {
    var points = [place]
    var shows = [false]
    points.withUnsafeMutableBufferPointer { points in
      shows.withUnsafeMutableBufferPointer { shows in
        OverlayReach(
          self, numbers: [n], pointsPerMeter: pointsPerMeter, metersPerPixel: metersPerPixel
        ).mark(UnsafeBufferPointer(points), in: shows)
      }
    }
    return shows[0]
  }
}

/// The tangent of an angle in degrees.
private func tan(degrees: Double) -> Double {
  let parts = SineCosine(degrees: degrees)
  return parts.sine / parts.cosine
}
