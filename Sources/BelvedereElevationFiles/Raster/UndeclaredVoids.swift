/// Samples that stand for missing data although their file does not say so, such as the least 16-bit number.
public enum UndeclaredVoids {
  /// Metres; the deepest trench lies 10,935 m below the sea.
  static let lowestGround = -12_000.0

  /// What to say of a raster whose lowest sample no ground on Earth reaches; `nil` where there may be such ground.
  public static func warning(lowest: Double) -> String? {
    guard lowest < lowestGround else { return nil }
    let number = "\(lowest)"
    let value = number.hasSuffix(".0") ? String(number.dropLast(2)) : number
    return
      "its lowest elevation is \(value) m, deeper than any sea; where that stands for missing data, have the "
      + "file say so: gdal_edit.py -a_nodata \(value) FILE, or NODATA_value \(value) in an ASCII grid"
  }
}
