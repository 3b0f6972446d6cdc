/// When the edge of a model that stands free is a wall, and when the ground beside it.
enum WallRule {
  /// Metres above what is around it from which on an edge is a wall: it stands in one cell of the mesh, and low
  /// ground at a wide cell would be a broad dark band that nothing casts.
  ///
  /// - Parameter cell: the width of the cell in metres.
  static func leastHeight(cell: Double) -> Float { Float(max(1, cell / 8)) }
}
