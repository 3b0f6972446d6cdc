import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereJSON

/// A camera a line, with a line of names first; columns may come in any order.
enum CSVFlight {
  private static let columns = [
    "time", "latitude", "longitude", "distance", "pitch", "heading", "fieldOfView",
  ]

  static func write(_ record: FlightRecord) -> FlightFile.Written {
    var losses = LossList()
    var text = columns.joined(separator: ",") + "\n"
    for moment in record.moments(&losses) {
      let camera = moment.stop.camera
      let numbers = [
        moment.time, camera.centerCoordinate.latitude, camera.centerCoordinate.longitude,
        camera.distance, camera.pitch, camera.heading, moment.stop.fieldOfView,
      ]
      text += numbers.map { JSONWriter.number($0) }.joined(separator: ",") + "\n"
    }
    if record.name != nil || record.stops.contains(where: { $0.name != nil }) {
      losses.note("name", "a table of numbers has none")
    }
    return FlightFile.Written(bytes: Array(text.utf8), companions: [], losses: losses.losses)
  }

  static func read(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    var losses = LossList()
    var moments: [(time: Double, stop: FlightRecord.Stop)] = []
    var places: [String] = []
    var order: [Int?] = []
    for (number, bytes) in textLines(bytes) {
      let place = "line \(number)"
      let cells = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { trimmed($0) }
      if order.isEmpty {
        for cell in cells {
          let index = columns.firstIndex { $0 == cell }
          if index == nil {
            losses.note(
              "column \(cell.prefix(40))", at: place,
              "unknown; known are \(columns.joined(separator: ", "))")
          }
          order.append(index)
        }
        for needed in columns[..<4] where !cells.contains(needed) {
          throw FlightFileError(
            .value, at: place, "the column \(needed) is missing; the first line names the columns")
        }
        continue
      }
      guard cells.count == order.count else {
        throw FlightFileError(
          .malformed, at: place, "\(cells.count) values where \(order.count) columns are named")
      }
      guard moments.count < options.maximumCameras else {
        throw FlightFileError(.tooLarge, at: place, "more than \(options.maximumCameras) cameras")
      }
      var values: [Double] = [0, 0, 0, 0, 0, 0, options.viewport.fieldOfView]
      for (cell, index) in zip(cells, order) {
        guard let index else { continue }
        guard let value = Double(cell), value.isFinite else {
          throw FlightFileError(
            .value, at: "\(place), \(columns[index])",
            "expected a number, got \"\(cell.prefix(40))\"")
        }
        values[index] = value
      }
      let camera = MapCamera(
        lookingAtCenter: Coordinate(latitude: values[1], longitude: nearTurn(values[2])),
        fromDistance: values[3], pitch: values[4], heading: values[5])
      moments.append((values[0], FlightRecord.Stop(camera, fieldOfView: values[6])))
      places.append(place)
    }
    return FlightFile.Read(
      record: try FlightRecord(name: nil, moments: moments) { places[$0] }, losses: losses.losses)
  }
}

/// The lines of a text that are not empty, with their numbers from 1.
func textLines(_ bytes: [UInt8]) -> [(number: Int, bytes: ArraySlice<UInt8>)] {
  var lines: [(number: Int, bytes: ArraySlice<UInt8>)] = []
  var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  var number = 1
  for i in start...bytes.count {
    guard i == bytes.count || bytes[i] == UInt8(ascii: "\n") else { continue }
    if bytes[start..<i].contains(where: { $0 > 32 }) { lines.append((number, bytes[start..<i])) }
    number += 1
    start = i + 1
  }
  return lines
}

/// A cell's text without the spaces around it.
func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
  guard let first = bytes.firstIndex(where: { $0 > 32 }),
    let last = bytes.lastIndex(where: { $0 > 32 })
  else { return "" }
  return String(decoding: bytes[first...last], as: UTF8.self)
}
