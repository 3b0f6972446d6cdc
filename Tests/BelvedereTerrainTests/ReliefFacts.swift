import BelvedereTerrain

/// What GDAL 3.6.2's gdaldem and numpy make of a small grid: see `Facts/relief_facts.py`.
enum ReliefFacts {
  static let width = 8
  static let height = 7
  /// Metres between columns and rows; gdaldem's aspects are right for square cells only.
  static let spacing = 30.0

  static let elevations: [[Double]] = [
    [120.0, 161.09, 166.89, 153.81, 165.91, 210.38, 246.96, 246.98],
    [111.0, 145.97, 159.01, 160.31, 177.27, 214.34, 246.52, 255.96],
    [102.0, 119.53, 145.07, 174.91, 199.02, 215.78, 234.33, 261.19],
    [93.0, 97.22, 133.35, 186.54, 216.97, 218.14, 226.43, 267.79],
    [84.0, 91.4, 130.44, 186.42, 219.81, 224.18, 235.61, 279.85],
    [75.0, 101.92, 136.28, 174.62, 207.66, 233.87, 261.74, 297.32],
    [66.0, 116.29, 144.18, 160.09, 191.98, 244.41, 291.84, 316.06],
  ]

  /// Without the outermost rows and columns, as are those below.
  static let slopes: [[Double]] = [
    [42.8897, 22.6239, 23.4804, 43.2094, 46.9337, 34.5647],
    [43.082, 43.3775, 42.5193, 39.8012, 32.3114, 37.4367],
    [38.6632, 54.1554, 52.425, 32.7859, 18.4552, 40.164],
    [39.0352, 55.7179, 54.39, 34.836, 24.8491, 46.464],
    [46.3217, 49.9397, 50.1727, 45.9831, 44.296, 51.8208],
  ]

  static let aspects: [[Double]] = [
    [236.5338, 230.1431, 300.8676, 294.2845, 276.9971, 268.0418],
    [231.0292, 250.9978, 287.5886, 303.1775, 280.3268, 262.3215],
    [242.4248, 262.0621, 275.3677, 293.439, 299.0323, 278.4085],
    [268.3303, 269.7787, 264.826, 264.913, 301.13, 297.3076],
    [280.4345, 275.2348, 256.5881, 255.6023, 287.101, 303.5994],
  ]

  /// 1 + 254 times the brightness by Mark's weights, in numpy.
  static let multidirectional: [[Int]] = [
    [102, 120, 157, 163, 153, 148],
    [97, 119, 162, 160, 159, 139],
    [113, 125, 148, 163, 153, 157],
    [147, 136, 130, 144, 157, 161],
    [157, 149, 120, 123, 162, 154],
  ]

  /// The light at azimuth 315°, altitude 45°.
  static let directional: [[Int]] = [
    [157, 173, 235, 247, 227, 218],
    [145, 186, 241, 252, 232, 210],
    [175, 194, 220, 242, 226, 231],
    [218, 207, 199, 214, 237, 249],
    [232, 222, 188, 192, 240, 250],
  ]

  /// gdaldem's four lights, each weighed by cos² of the angle to the aspect instead of sin².
  static let facing: [[Int]] = [
    [196, 168, 192, 221, 225, 212],
    [185, 216, 220, 218, 208, 215],
    [203, 227, 227, 208, 180, 219],
    [218, 228, 227, 212, 195, 223],
    [224, 226, 223, 221, 222, 226],
  ]

  /// Keys' cubic convolution with a = −½ at columns and rows.
  static let bicubic: [(x: Double, y: Double, value: Double)] = [
    (2.25, 3.5, 144.357597656), (3.9, 2.1, 198.991963635), (4.5, 3.75, 222.890473633),
    (1.01, 1.99, 119.990829763),
  ]

  /// The grid with a sample each thousandth of a degree.
  static let field = HeightField(
    width: width, height: height,
    bounds: GeographicBounds(south: 10, west: 20, north: 10.006, east: 20.007),
    samples: elevations.joined().map { Float($0) })

  /// The nine elevations around an inner sample.
  static func window(_ column: Int, _ row: Int) -> [Double] {
    (-1...1).flatMap { j in (-1...1).map { elevations[row + j][column + $0] } }
  }
}
