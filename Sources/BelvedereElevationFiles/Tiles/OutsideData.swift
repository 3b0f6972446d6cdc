/// Two kinds of samples without elevation, both NaN.
///
/// A void lies within the data, and is filled where that is wanted. What lies outside is not: there is
/// nothing to fill it with but what it borders on at one side.
extension Float {
  /// A sample outside the data: NaN with a mark, which copies keep.
  static let outsideData = Float(bitPattern: 0x7FC0_0DA7)

  /// Whether the sample bears that mark.
  var isOutsideData: Bool { bitPattern == Float.outsideData.bitPattern }
}
