import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereThreads

/// Layers as files of things of some sizes each, of which pictures read what they need.
///
/// While things of one size are collected, another thread makes the files of those before them.
final class StreamedLayers {
  private let suffix: String
  /// Of the thread that collects, and of the one that makes files.
  private let space, writerSpace: ScratchSpace
  private let body: (CityLayer) throws -> Void
  private let writer = SerialWorker(most: 1)
  private let state = Monitor(State())

  /// What both threads see.
  private struct State {
    /// Bytes of what has been handed over and is not written.
    var memory = 0
    /// Why nothing more is written.
    var failure: (any Error)?
  }

  /// A class of sizes.
  private struct Class {
    let name: String
    let number: Int
    let layer: FlatGeobufLayer
    /// What stands for buildings from afar.
    let far: FarBuildings?

    var memory: Int { layer.memory + (far?.memory ?? 0) }
  }

  /// - Parameter body: told each layer in their order, by another thread, until ``finish()`` returns.
  init(suffix: String, space: ScratchSpace, body: @escaping (CityLayer) throws -> Void) {
    (self.suffix, self.space, self.body) = (suffix, space, body)
    writerSpace = ScratchSpace(limit: space.limit / 4, folder: space.folder)
  }

  /// Makes the layers of features that are sorted by sizes and places.
  func add(_ features: RecordSorter, of packer: FeaturePacker, named name: String) throws {
    var current: Class?
    var view = RecordView()
    try features.forEach { key, record in
      let number = Int(key.high >> 56)  // checked: below 256
      if number != current?.number {
        try current.map(handOver)
        let isFar = name == "buildings" && number < SizeClass.sizes.count
        current = Class(
          name: name, number: number, layer: FlatGeobufLayer(space, hasIndex: true),
          far: isFar ? FarBuildings(ofSize: SizeClass.sizes[number], packer, space) : nil)
      }
      view.read(record)
      try current?.layer.add(view, of: packer)
      try current?.far?.add(view)
    }
    try current.map(handOver)
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
    try handOver(Class(name: "trees", number: 0, layer: layer, far: nil))
  }

  /// Waits until all files are made.
  func finish() throws {
    writer.wait()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Lets the other thread make the files of a class.
  private func handOver(_ done: Class) throws {
    done.layer.seal()
    done.far?.seal()
    let memory = done.memory
    // What waits stays in memory: it leaves half of it for what comes next.
    if state.withLock({ $0.memory + memory > space.limit / 2 }) { writer.wait() }
    state.withLock { $0.memory += memory }
    writer.add { [self] in
      if state.withLock({ $0.failure == nil }) {
        do { try write(done) } catch { state.withLock { $0.failure = error } }
      }
      state.withLock { $0.memory -= memory }
    }
    if memory > space.limit / 2 { writer.wait() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func write(_ done: Class) throws {
    let size = done.number < SizeClass.sizes.count ? SizeClass.sizes[done.number] : nil
    let words = done.name == "trees" ? "" : size.map(metres) ?? "-large"
    try write(done.layer, named: done.name, size, words: words)
    guard let size, let far = done.far else { return }
    var seen = size
    try far.forEachLevel(in: writerSpace) { side, blocks in
      try write(blocks, named: done.name, side, standsFor: seen, words: metres(size) + metres(side))
      seen = side
    }
  }

  private func metres(_ size: Double) -> String { "-\(Int(clamping: size, in: 0...1_000_000))m" }

  private func write(
    _ layer: FlatGeobufLayer, named name: String, _ size: Double?, standsFor: Double? = nil,
    words: String
  ) throws {
    let file = CityLayer.file(LayerFormat.flatGeobuf.file(name), words)
    try body(
      CityLayer(
        name: name, file: CityLayer.file(file, suffix), isStreamed: true, size: size,
        standsFor: standsFor, count: layer.count,
        content: try layer.content(named: name, in: writerSpace)))
  }
}
