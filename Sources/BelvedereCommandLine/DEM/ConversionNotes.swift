import Belvedere
import BelvedereJSON

/// How what is written differs from the samples that were read.
struct ConversionNotes {
  /// Elevations taken between samples.
  struct Resampling {
    /// How far from the nearest sample at most, in cells of the source; `nil` where it has none.
    var largestShift: Double?
  }

  var resampling: Resampling?
  /// The steps in metres to which elevations were rounded; `nil` where they were not.
  var rounding: Double?

  /// Nothing differs.
  init() {}

  /// What is said of elevations of a model at some places: nothing where the places are samples of its
  /// only source, or where elevations are calculated.
  init(resampling model: ElevationMosaic, latitudes: [Double], longitudes: [Double]) {
    let shifts = model.models.map {
      ResamplingShift.largest(of: $0, latitudes: latitudes, longitudes: longitudes)
    }
    let largest = shifts.compactMap(\.self).max()
    let isCalculated = model.models.allSatisfy { $0 is HillField }
    guard !isCalculated, model.models.count > 1 || largest ?? 1 > 1e-6 else { return }
    resampling = Resampling(largestShift: largest)
  }

  /// Says on standard error what differs.
  func tell(_ terminal: Terminal) {
    var parts: [String] = []
    if let resampling {
      parts.append(
        "elevations are resampled, bilinearly and beside voids from the nearest sample"
          + (resampling.largestShift.map {
            ", \($0 < 0.001 ? "less than 0.001" : "up to \(decimals($0, 3))") of a cell from the samples "
              + "that were read"
          } ?? ""))
    }
    if let rounding { parts.append("elevations are rounded to steps of \(rounding) m") }
    if !parts.isEmpty { terminal.note("note: " + parts.joined(separator: "; ")) }
  }

  /// The same for programs.
  var members: [JSONMember] {
    let resampling: JSONValue? = resampling.map {
      [
        "method": .string("bilinear"),
        "largestShiftInCells": $0.largestShift.map { .number($0) } ?? nil,
      ]
    }
    return [
      JSONMember(name: "resampling", value: resampling ?? nil),
      JSONMember(name: "roundedTo", value: rounding.map { .number($0) } ?? nil),
    ]
  }
}
