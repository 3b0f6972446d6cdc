import BelvedereCameraModel
import BelvedereGeodesy
import Foundation

/// Errors of the exact fit.
enum FitMeasures {
  static func fits() throws -> [Accuracy] {
    let table = try ReferenceRow.all("fit")
    var distance = Accuracy("`CameraFit`, distance", bound: 1e-8, "relative", against: "fit")
    var center = Accuracy(
      "`CameraFit`, centre", bound: 1e-8, "of the distance, beyond rounding", against: "fit")
    var outside = Accuracy(
      "`CameraFit`: every point inside", bound: 0, "points outside", against: "fit")
    for (i, row) in table.enumerated() {
      let positions = stride(from: 16, to: row.count - 2, by: 3).map {
        MapPosition(latitude: row[$0], longitude: row[$0 + 1], elevation: row[$0 + 2])
      }
      let fit = try ReferenceAdapter.fit(
        positions, viewport: ReferenceAdapter.viewport(row, from: 3), pitch: row[0],
        heading: row[1], ground: row[2])
      distance.note(abs(fit.camera.distance / row[12] - 1), i, of: table)
      let off = gap(fit.camera.centerCoordinate, latitude: row[10], longitude: row[11])
      center.note(max(0, off - hypot(0x1p-45, 0x1p-46) * metersPerDegree) / row[12], i, of: table)
      let margins = fit.margins
      outside.note(
        margins.map { max(0, -min($0.top, $0.left, $0.bottom, $0.right)) } ?? .infinity, i,
        of: table)
    }
    return [distance, center, outside]
  }
}
