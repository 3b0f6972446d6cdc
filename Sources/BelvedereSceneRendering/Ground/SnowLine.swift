/// Above which height snow stays all year.
enum SnowLine {
  /// Metres above the sea at a latitude in degrees, within some 500 m: mountains that are wet have it lower than dry ones.
  ///
  /// Rounded from the zonal means of K. Hermes, "Die Lage der oberen Waldgrenze in den Gebirgen der Erde und ihr Abstand zur
  /// Schneegrenze" (1955): highest in the dry subtropics, near the sea at the poles.
  static func height(latitude: Double) -> Float {
    let place = abs(latitude)
    for (a, b) in zip(line, line.dropFirst()) where place <= b.latitude {
      let t = (place - a.latitude) / (b.latitude - a.latitude)
      return Float(a.height + (b.height - a.height) * t)
    }
    return Float(line[line.count - 1].height)
  }

  private static let line: [(latitude: Double, height: Double)] = [
    (0, 4700), (25, 5500), (35, 4700), (46, 3000), (60, 1600), (70, 800), (80, 250), (90, 100),
  ]
}
