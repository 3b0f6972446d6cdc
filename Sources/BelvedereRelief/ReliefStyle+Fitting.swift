import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereWorld

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    self.init(
      fitting: ReliefSurvey(model, in: box, spacing: spacing), hasTints: hasTints,
      contours: contours)
  }

  /// A style that suits what was surveyed.
  public init(fitting survey: ReliefSurvey, hasTints: Bool = true, contours: ContourLines? = nil) {
    self.init(
      palette: hasTints ? survey.palette : nil, steepening: survey.steepening, contours: contours)
  }
}

/// What some places spread over a model say about it.
public struct ReliefSurvey: Sendable {
  private var elevations: [Double] = []
  private var slopes: [Double] = []
  /// Whether nothing is known of some of the places.
  private var hasVoids = false
  /// Whether it is low ground far from the sea, which then is not under water.
  private var isDryDepression = false
  /// How much gentler the slopes are than those of the spacing that was asked for, about: between
  /// coarser samples they are the gentler, the farther apart these are.
  private var gentleness = 1.0

  /// Looks at a model.
  ///
  /// - Parameters:
  ///   - box: the part that is shown.
  ///   - spacing: degrees of latitude of a pixel; slopes are those from pixel to pixel.
  public init(_ model: some ElevationModel, in box: GeographicBounds, spacing: Double) {
    let count = 96
    // Sixteen samples between two places are enough: of tiles then coarse ones are read.
    let apart = (box.north - box.south) / Double(count * 16)
    if apart > spacing, let coarser = model.coarsened(to: apart) {
      let known = Self(coarser, in: box, spacing: max(coarser.resolution, spacing))
      (elevations, slopes, hasVoids) = (known.elevations, known.slopes, known.hasVoids)
      isDryDepression = known.isDryDepression
      gentleness = pow(max(coarser.resolution / max(spacing, model.resolution / 2), 1), 0.25)
      return
    }
    let step = max(spacing, model.resolution / 2)
    look(at: model, in: box, count: count, step: step)
    // Of places that lie far apart, such as two cities, most are missed.
    if elevations.count < count * count / 20 {
      let parts = Self.parts(of: box, model)
      let side = max(
        Int(flooring: Double(count) / Double(parts.count).squareRoot(), in: 0...count), 8)
      (elevations, slopes, hasVoids) = ([], [], false)
      for part in parts { look(at: model, in: part, count: side, step: step) }
    }
    elevations.sort()
    slopes.sort()
    // A hundredth of it, so that stray samples of a fjord make no depression of it.
    isDryDepression =
      Self.quantile(elevations, 0.01) < -10 && WorldMap.naturalEarth.isFarFromSea(box)
  }

  /// Looks at places spread evenly over a box.
  private mutating func look(
    at model: some ElevationModel, in box: GeographicBounds, count: Int, step: Double
  ) {
    func places(_ low: Double, _ high: Double) -> [Double] {
      (0..<count).map { low + (high - low) * (Double($0) + 0.5) / Double(count) }
    }
    let latitudes = places(box.south, box.north)
    let longitudes = places(box.west, box.east)
    let here = model.elevations(latitudes: latitudes, longitudes: longitudes)
    let north = model.elevations(latitudes: latitudes.map { $0 + step }, longitudes: longitudes)
    for (here, north) in zip(here, north) {
      guard !here.isNaN else {
        hasVoids = true
        continue
      }
      elevations.append(Double(here))
      if !north.isNaN { slopes.append(abs(Double(north - here)) / (step * 111_000)) }
    }
  }

  /// The parts of a box in which a model may know something: quarters of quarters, until there are
  /// many.
  private static func parts(
    of box: GeographicBounds, _ model: some ElevationModel
  ) -> [GeographicBounds] {
    var parts = [box]
    for _ in 0..<24 where parts.count <= 512 {
      let quarters = parts.flatMap { part -> [GeographicBounds] in
        let (y, x) = ((part.south + part.north) / 2, (part.west + part.east) / 2)
        return [
          GeographicBounds(south: part.south, west: part.west, north: y, east: x),
          GeographicBounds(south: part.south, west: x, north: y, east: part.east),
          GeographicBounds(south: y, west: part.west, north: part.north, east: x),
          GeographicBounds(south: y, west: x, north: part.north, east: part.east),
        ]
      }
      parts = quarters.filter { model.mayHaveData(in: $0) }
    }
    return parts.isEmpty ? [box] : parts
  }

  /// The elevation of level ground on which a model of dry land stands free: a twentieth of its relief
  /// below its lowest place, above the sea unless the model itself is not; `nil` where it reaches down to the sea,
  /// or nothing is known.
  public var freeStandingBase: Double? {
    guard let lowest = elevations.first, let highest = elevations.last, !reachesSea else {
      return nil
    }
    let base = lowest - max(0.05 * (highest - lowest), 1)
    return isDryDepression ? base : max(base, 0.6)
  }

  /// Whether land ends in the sea: what lies no higher than half a metre is taken for it, and of data with voids,
  /// which the sea is in many files, land down to a few metres is enough.
  private var reachesSea: Bool {
    guard let lowest = elevations.first, !isDryDepression else { return false }
    return lowest <= (hasVoids ? 5 : 0.5)
  }

  /// From the lowest to the highest land, a few stray samples left out.
  var palette: HypsometricPalette {
    let isCoast = reachesSea || elevations.isEmpty
    let land = isCoast ? elevations.filter { $0 > 0.5 } : elevations
    var low = Self.quantile(land, 0.002)
    var high = Self.quantile(land, 0.998)
    // By the sea the greens begin at the sea.
    if isCoast { low = 0 }
    // A plain is not painted as if it were mountains.
    let least = 250.0
    if high - low < least { high = low + least }
    if low < 60, low > 0 { low = 0 }
    return HypsometricPalette(land: low...high, hasSea: isCoast)
  }

  /// The factor with which nine slopes in ten stay below 30°; no less than ½, no more than 12.
  var steepening: Double {
    let steep = Self.quantile(slopes.filter { $0 > 1e-4 }, 0.9)
    return steep > 0 ? min(max(0.5 / steep / gentleness, 0.5), 12) : 1
  }

  private static func quantile(_ sorted: [Double], _ part: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    return sorted[Int(flooring: Double(sorted.count) * part, in: 0...(sorted.count - 1))]
  }
}

extension WorldMap {
  /// Whether there is no sea within some twenty kilometres of a box, by these coarse coasts. The Caspian Sea is a
  /// lake.
  func isFarFromSea(_ box: GeographicBounds) -> Bool {
    let (reach, steps) = (0.25, 12)
    let low = (latitude: box.south - reach, longitude: box.west - 1.5 * reach)
    let (tall, wide) = (box.north - box.south + 2 * reach, box.east - box.west + 3 * reach)
    // Between its places the sea could be missed in a wider one.
    guard max(tall, wide) < 10 else { return false }
    for row in 0...steps {
      for column in 0...steps {
        let place = Coordinate(
          latitude: low.latitude + tall * Double(row) / Double(steps),
          longitude: wrappedLongitude(low.longitude + wide * Double(column) / Double(steps)))
        let isCaspian = 36...48 ~= place.latitude && 46...55.5 ~= place.longitude
        if !isCaspian, !isLand(at: place) { return false }
      }
    }
    return true
  }
}
