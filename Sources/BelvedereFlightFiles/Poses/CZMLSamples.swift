import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// Numbers at times, as a property of CZML holds them.
struct Samples {
  /// The moment from which times count, in seconds since 2000: kept apart, for they are as exact as they are
  /// written.
  private(set) var epoch: Double
  /// Seconds, increasing; at least one.
  private(set) var times: [Double]
  private(set) var numbers: [Double]
  let width: Int
  let place: String

  /// - Parameters:
  ///   - name: the member with the numbers.
  ///   - stride: how many numbers stand for each time; those beyond the width are passed over.
  init(
    _ fields: JSONFields, _ name: String, width: Int, stride: Int? = nil
  ) throws(FlightFileError) {
    self.width = width
    let stride = stride ?? width
    if case .array = fields.value.content {
      throw FlightFileError(
        .unsupported, at: fields.place, "intervals are not read; write one list of samples")
    }
    let list = try fields.field(name)
    place = list.place
    var epoch = try fields.optional("epoch").map { (text) throws(FlightFileError) in
      try Self.seconds(text)
    }
    self.epoch = epoch ?? 0
    let items: [JSONFields]
    if case .number = list.value.content { items = [list] } else { items = try list.items() }
    (times, numbers) = ([], [])
    if items.count == stride {
      times = [0]
      for item in items.prefix(width) { numbers.append(try item.number()) }
    } else {
      guard !items.isEmpty, items.count % (stride + 1) == 0 else {
        throw FlightFileError(
          .value, at: place,
          "expected a time and \(stride) numbers again and again, got \(items.count)")
      }
      for start in Swift.stride(from: 0, to: items.count, by: stride + 1) {
        let time: Double
        if case .string = items[start].value.content {
          let moment = try Self.seconds(items[start])
          if epoch == nil { epoch = moment }
          time = moment - (epoch ?? 0)
        } else {
          time = try items[start].number()
        }
        guard time > times.last ?? -.infinity else {
          throw FlightFileError(.value, at: items[start].place, "times must increase")
        }
        times.append(time)
        for item in items[(start + 1)...(start + width)] { numbers.append(try item.number()) }
      }
    }
    self.epoch = epoch ?? 0
    guard numbers.allSatisfy({ abs($0) <= 1e12 }) else {
      throw FlightFileError(.value, at: place, "numbers must be within ±1e12")
    }
  }

  /// Positions in Earth-centred metres, however they are given.
  static func positions(of fields: JSONFields) throws(FlightFileError) -> Samples {
    if let name = try fields.optional("referenceFrame")?.string(), name != "FIXED" {
      throw FlightFileError(
        .unsupported, at: "\(fields.place).referenceFrame", "must be FIXED, got \(name.prefix(40))")
    }
    if fields.has("cartesian") { return try Samples(fields, "cartesian", width: 3) }
    if fields.has("cartesianVelocity") {
      return try Samples(fields, "cartesianVelocity", width: 3, stride: 6)
    }
    let isDegrees = fields.has("cartographicDegrees")
    guard isDegrees || fields.has("cartographicRadians") else {
      throw FlightFileError(
        .unsupported, at: fields.place,
        "needs cartesian, cartesianVelocity, cartographicDegrees or cartographicRadians")
    }
    var result = try Samples(
      fields, isDegrees ? "cartographicDegrees" : "cartographicRadians", width: 3)
    let factor = isDegrees ? 1 : 180 / Double.pi
    for i in result.times.indices {
      let place = GeodeticPosition(
        latitude: result.numbers[3 * i + 1] * factor, longitude: result.numbers[3 * i] * factor,
        height: result.numbers[3 * i + 2])
      do throws(DomainError) {
        result.numbers.replaceSubrange(
          (3 * i)..<(3 * i + 3), with: triple(try Ellipsoid.wgs84.ecef(of: place)))
      } catch { throw FlightFileError(error, at: "\(result.place), sample \(i)") }
    }
    return result
  }

  func value(_ index: Int) -> [Double] {
    Array(numbers[(index * width)..<(index * width + width)])
  }

  /// The numbers at a time, evenly between the samples around it, where the signs of two quaternions
  /// differ the short way; beyond the ends those of the end.
  func interpolated(at time: Double, since moment: Double) -> [Double] {
    let time = time + (moment - epoch)
    var (low, high) = (0, times.count - 1)
    guard time > times[low] else { return value(low) }
    guard time < times[high] else { return value(high) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let (a, b) = (value(low), value(high))
    let part = (time - times[low]) / (times[high] - times[low])
    if part <= 0 { return a }
    let sign: Double = width == 4 && zip(a, b).reduce(0, { $0 + $1.0 * $1.1 }) < 0 ? -1 : 1
    return zip(a, b).map { $0 + ($1 * sign - $0) * part }
  }

  private static func seconds(_ text: JSONFields) throws(FlightFileError) -> Double {
    let string = try text.string()
    guard let time = try? UniversalTime(iso8601: string) else {
      throw FlightFileError(
        .value, at: text.place,
        "expected a time as 2000-01-01T00:00:00Z, got \"\(string.prefix(40))\"")
    }
    return time.secondsSince2000
  }
}
