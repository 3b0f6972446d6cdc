import BelvedereGeoMath
import BelvedereTerrain

extension ReliefStyle {
  /// A style that suits a model: tints over the elevations that it has, slopes steepened until the
  /// steep ones are well shaded.
  ///
  /// - Parameters:
  ///   - box: the part that is shown.
  ///   - spacing: degrees of latitude of a pixel; slopes are those from pixel to pixel.
  public init(
    fitting model: some ElevationModel, in box: GeographicBounds, spacing: Double,
    hasTints: Bool = true, contours: ContourLines? = nil
  ) {
    let survey = ReliefSurvey(model, in: box, spacing: spacing)
    self.init(
      palette: hasTints ? survey.palette : nil, steepening: survey.steepening, contours: contours)
  }
}

/// What some places spread over a model say about it.
struct ReliefSurvey {
  private var elevations: [Double] = []
  private var slopes: [Double] = []

  init(_ model: some ElevationModel, in box: GeographicBounds, spacing: Double) {
    let count = 96
    let step = max(spacing, model.resolution / 2)
    for j in 0..<count {
      for i in 0..<count {
        let latitude = box.south + (box.north - box.south) * (Double(j) + 0.5) / Double(count)
        let longitude = box.west + (box.east - box.west) * (Double(i) + 0.5) / Double(count)
        guard let here = model.elevation(latitude: latitude, longitude: longitude) else { continue }
        elevations.append(here)
        guard let north = model.elevation(latitude: latitude + step, longitude: longitude) else {
          continue
        }
        slopes.append(abs(north - here) / (step * 111_000))
      }
    }
    elevations.sort()
    slopes.sort()
  }

  /// From the lowest to the highest land, a few stray samples left out.
  var palette: HypsometricPalette {
    let lowest = elevations.first ?? 0
    let land = lowest <= 0.5 ? elevations.filter { $0 > 0.5 } : elevations
    var low = Self.quantile(land, 0.002)
    var high = Self.quantile(land, 0.998)
    // By the sea the greens begin at the sea.
    if lowest <= 0.5 { low = 0 }
    // A plain is not painted as if it were mountains.
    let least = 250.0
    if high - low < least { high = low + least }
    if low < 60, low > 0 { low = 0 }
    return HypsometricPalette(land: low...high, hasSea: lowest <= 0.5)
  }

  /// The factor with which nine slopes in ten stay below 30°; no less than ½, no more than 12.
  var steepening: Double {
    let steep = Self.quantile(slopes.filter { $0 > 1e-4 }, 0.9)
    return steep > 0 ? min(max(0.5 / steep, 0.5), 12) : 1
  }

  private static func quantile(_ sorted: [Double], _ part: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    return sorted[Int(flooring: Double(sorted.count) * part, in: 0...(sorted.count - 1))]
  }
}
