import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

/// Tours and views of KML 2.2 (OGC 07-147r2) with the `gx` extension.
///
/// A tour's `smooth` arrivals pass, its `bounce` ones rest at both ends, its waits hold. A file without a
/// tour is read as its views, without times.
enum KMLFlight {
  static func read(
    _ bytes: [UInt8], _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Read {
    let scanner = KMLScanner(maximumCameras: options.maximumCameras)
    try FlightXML.parse(bytes, maximumDepth: options.maximumDepth, to: scanner)
    var losses = scanner.losses
    let hasView = { (tour: KMLScanner.Tour) in
      tour.steps.contains { if case .flyTo(.some, _, _, _) = $0 { true } else { false } }
    }
    if let tour = scanner.tours.first(where: hasView) {
      for other in scanner.tours where other.line != tour.line {
        losses.note("gx:Tour", at: "line \(other.line)", "the first tour is read only")
      }
      for view in scanner.views {
        losses.note(
          view.isLookAt ? "LookAt" : "Camera", at: "line \(view.line)",
          "the tour is read, views of features are not")
      }
      return FlightFile.Read(record: try record(tour, options, &losses), losses: losses.losses)
    }
    var stops: [FlightRecord.Stop] = []
    var failure: FlightFileError?
    for view in scanner.views {
      do throws(FlightFileError) {
        var stop = try KMLView.stop(view, options, &losses)
        stop.name = view.name
        stops.append(stop)
      } catch {
        guard error.kind == .unsupported else { throw error }
        failure = failure ?? error
        losses.note(
          view.isLookAt ? "LookAt" : "Camera", at: "line \(view.line)", "left out: \(error.reason)")
      }
    }
    if stops.isEmpty {
      throw failure
        ?? FlightFileError(
          .unsupported, "there is neither a gx:Tour with cameras nor a Camera or LookAt in it")
    }
    return FlightFile.Read(
      record: FlightRecord(name: scanner.documentName, stops: stops), losses: losses.losses)
  }

  private static func record(
    _ tour: KMLScanner.Tour, _ options: FlightFile.Options, _ losses: inout LossList
  ) throws(FlightFileError) -> FlightRecord {
    var stops: [FlightRecord.Stop] = []
    for step in tour.steps {
      switch step {
      case .flyTo(nil, _, _, let line):
        losses.note("gx:FlyTo", at: "line \(line)", "without a camera; passed over")
      case .flyTo(let view?, let seconds, let isSmooth, let line):
        var stop = try KMLView.stop(view, options, &losses)
        if stops.isEmpty {
          if seconds > 0 {
            losses.note(
              "gx:duration", at: "line \(line)",
              "the way to the first camera, \(seconds) s, begins where the viewer happens to be; the "
                + "flight begins at that camera")
          }
        } else {
          stop.arrival = seconds <= 0 ? .cut : isSmooth ? .smooth(seconds) : .bounce(seconds)
        }
        stops.append(stop)
      case .wait(let seconds, let line):
        if stops.isEmpty {
          losses.note("gx:Wait", at: "line \(line)", "before the first camera; passed over")
        } else {
          stops[stops.count - 1].hold += seconds
        }
      }
    }
    return FlightRecord(name: tour.name, stops: stops)
  }

  static func write(
    _ record: FlightRecord, _ options: FlightFile.Options
  ) throws(FlightFileError) -> FlightFile.Written {
    var losses = LossList()
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document>

      """
    if let name = record.name { text += "  <name>\(escaped(name))</name>\n" }
    if record.isTimed {
      losses.note(
        "between cameras",
        "a viewer flies smooth stretches along a curve of its own; take more frames")
      text += "  <gx:Tour>\n    <name>\(escaped(record.name ?? "Flight"))</name>\n"
      text += "    <gx:Playlist>\n"
      for (i, stop) in record.stops.enumerated() {
        if stop.name != nil {
          losses.note("name", at: "stops[\(i)]", "cameras of a tour have none")
        }
        let (seconds, mode) =
          switch stop.arrival {
          case .smooth(let seconds) where i > 0: (seconds, "smooth")
          case .bounce(let seconds) where i > 0: (seconds, "bounce")
          default: (0.0, "smooth")
          }
        let view = try KMLView.text(
          stop, options, indentation: "          ", at: "stops[\(i)]", &losses)
        text += """
                <gx:FlyTo>
                  <gx:duration>\(number(seconds))</gx:duration>
                  <gx:flyToMode>\(mode)</gx:flyToMode>
          \(view)
                </gx:FlyTo>

          """
        if stop.hold > 0 {
          text += "      <gx:Wait><gx:duration>\(number(stop.hold))</gx:duration></gx:Wait>\n"
        }
      }
      text += "    </gx:Playlist>\n  </gx:Tour>\n"
    } else {
      for (i, stop) in record.stops.enumerated() {
        text += "  <Placemark>\n"
        if let name = stop.name { text += "    <name>\(escaped(name))</name>\n" }
        text +=
          try KMLView.text(
            stop, options, indentation: "    ", at: "stops[\(i)]", &losses) + "\n  </Placemark>\n"
        if stop.hold > 0 {
          losses.note("hold", at: "stops[\(i)]", "views without times do not wait")
        }
      }
    }
    text += "</Document>\n</kml>\n"
    return FlightFile.Written(bytes: Array(text.utf8), companions: [], losses: losses.losses)
  }

  /// Text between tags. Control characters, which XML cannot hold, are left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      default:
        if scalar.value >= 32, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
