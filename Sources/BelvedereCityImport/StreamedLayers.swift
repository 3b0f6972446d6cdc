import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy

/// Layers as files of things of some sizes each, of which pictures read what they need.
struct StreamedLayers {
  let suffix: String
  let space: ScratchSpace
  let body: (CityLayer) throws -> Void

  /// A class of sizes that is being written.
  private struct Class {
    let number: Int
    let layer: FlatGeobufLayer
    /// What stands for buildings from afar.
    let far: FarBuildings?
  }

  /// Makes the layers of features that are sorted by sizes and places.
  func add(_ features: RecordSorter, of packer: FeaturePacker, named name: String) throws {
    var current: Class?
    var view = RecordView()
    try features.forEach { key, record in
      let number = Int(key.high >> 56)  // checked: below 256
      if number != current?.number {
        try current.map { try finish($0, named: name) }
        let isFar = name == "buildings" && number < SizeClass.sizes.count
        current = Class(
          number: number, layer: FlatGeobufLayer(space, hasIndex: true),
          far: isFar ? FarBuildings(ofSize: SizeClass.sizes[number], packer, space) : nil)
      }
      view.read(record)
      try current?.layer.add(view, of: packer)
      try current?.far?.add(view)
    }
    try current.map { try finish($0, named: name) }
  }

  private func finish(_ done: Class, named name: String) throws {
    let size = done.number < SizeClass.sizes.count ? SizeClass.sizes[done.number] : nil
    try add(done.layer, named: name, size, words: size.map(metres) ?? "-large")
    guard let size, let far = done.far else { return }
    var seen = size
    try far.forEachLevel { side, blocks in
      try add(blocks, named: name, side, standsFor: seen, words: metres(size) + metres(side))
      seen = side
    }
  }

  private func metres(_ size: Double) -> String { "-\(Int(clamping: size, in: 0...1_000_000))m" }

  private func add(
    _ layer: FlatGeobufLayer, named name: String, _ size: Double?, standsFor: Double? = nil,
    words: String
  ) throws {
    let file = CityLayer.file(LayerFormat.flatGeobuf.file(name), words)
    try body(
      CityLayer(
        name: name, file: CityLayer.file(file, suffix), isStreamed: true, size: size,
        standsFor: standsFor, count: layer.count, content: try layer.content(named: name)))
  }

  /// Makes the layer of trees: points.
  func add(_ trees: CityTrees) throws {
    let order = RecordSorter(space)
    var number: UInt64 = 0
    try trees.forEach { tree in
      var box = GeographicBox()
      box.add(tree.at)
      let place = HilbertCurve.index(of: box, within: trees.extent)
      try order.add(SortKey(UInt64(place), number), CityTrees.packed(tree))  // checked: widens
      number += 1
    }
    let layer = FlatGeobufLayer(space, hasIndex: true)
    try order.forEach { _, record in
      let tree = CityTrees.tree(record)
      try layer.add(
        .points([CityFeature.Shape.rounded(tree.at)]),
        [("height", "\((tree.height * 10).rounded() / 10)"), ("kind", tree.kind)])
    }
    try body(
      CityLayer(
        name: "trees", file: CityLayer.file("trees.fgb", suffix), isStreamed: true,
        size: SizeClass.sizes[0], count: layer.count, content: try layer.content(named: "trees")))
  }
}
