/// The icons as ``IconShape`` reads them.
enum IconTable {
  static let notations: [PlaceIcon: String] =
    [culture, landmarks, food, services, parks, sports, travel].reduce(into: [:]) { all, part in
      all.merge(part) { first, _ in first }
    }

  static let shapes = notations.mapValues { IconShape($0) }
}

extension PlaceIcon {
  /// What it looks like.
  package var shape: IconShape { IconTable.shapes[self] ?? IconShape("") }
}
