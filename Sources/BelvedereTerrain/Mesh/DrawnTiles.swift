import BelvedereGeoMath
import BelvedereGeodesy

/// The vertices of tiles as earlier views drew them, for views that draw them alike.
///
/// A tile's vertices depend on the heights of the ground, on where its vertices stand and on how far it
/// and its parents have moved; a view makes anew what of that has changed. The result is that of a
/// view without earlier ones, bit for bit.
///
/// For one view at a time.
final class DrawnTiles: @unchecked Sendable {
  fileprivate struct Entry {
    let address: TerrainTileAddress
    var movement = TileMovement()
    /// Counts the changes of all tiles; this tile's last one, and that of the parent it follows.
    var version: UInt64 = 0
    var parentVersion: UInt64 = 0
    /// The view that last needed it.
    var used: UInt64 = 0
    var vertices: [SIMD3<Float>] = []
    /// A box around them.
    var low = SIMD3<Float>.zero
    var high = SIMD3<Float>.zero
    /// The vertices that its triangles have, these, and what they were made for.
    var corners: [SIMD3<Float>] = []
    var indices: [UInt16] = []
    var cut: TileCut?
  }

  private var selection = TerrainSelection()
  /// The leaves of the selection that are drawn.
  private var shown: [Int32] = []
  private var entries: [Entry] = []
  private var table = TileTable()
  /// For each node of the selection its entry; −1 where it is not needed.
  private var entryOfNode: [Int32] = []
  /// Nodes whose vertices must be made.
  private var changed: [Int32] = []
  private var place: TileVertices?
  private var clock: UInt64 = 0
  private var version: UInt64 = 0
  private let capacity: Int
  /// Vertices, and triangles of which most tiles have few hundred.
  private static let entryBytes = 16 * TileVertices.count + 8192

  /// - Parameters:
  ///   - bytes: about how many are kept; a view's own tiles are kept even beyond.
  ///   - number: one that no other has whose tiles are compared with these.
  init(bytes: Int, number: UInt64) {
    capacity = max(bytes, 0) / Self.entryBytes
    version = number << 40
  }

  /// About how many bytes are kept.
  var byteCount: Int { entries.count * Self.entryBytes }

  /// How many of the tiles in view may be seen in parts of it.
  func counts(
    for view: TerrainMeshView, in frustum: TerrainFrustum, showing parts: [TerrainFrustum],
    _ detail: TerrainDetail, _ work: TerrainWork
  ) -> [Int] {
    let bounds = TileBounds(view: select(view, frustum, detail, work), detail: detail)
    return parts.map { leaves(showing: $0, bounds).count }
  }

  /// The leaves of the selection that may be seen in a part of the view.
  private func leaves(showing part: TerrainFrustum, _ bounds: TileBounds) -> [Int32] {
    selection.leaves.filter { leaf in
      let node = selection.nodes[Int(leaf)]  // checked: widens
      var planes = UInt32.max
      return !bounds.isHidden(node.address, low: node.low, high: node.high, part, &planes)
    }
  }

  /// The tiles in view, those that may be seen in a part of it.
  func tiles(
    for view: TerrainMeshView, in frustum: TerrainFrustum, showing part: TerrainFrustum?,
    _ detail: TerrainDetail,
    _ cache: TerrainTileCache, _ work: TerrainWork
  ) -> (tiles: [TerrainMeshTile], tolerance: Double) {
    let view = select(view, frustum, detail, work)
    let bounds = TileBounds(view: view, detail: detail)
    shown = part.map { leaves(showing: $0, bounds) } ?? selection.leaves
    return (made(bounds, eye: view.eye, detail, cache, work), view.tolerance)
  }

  /// The tiles in view, some at a time.
  func tiles(
    for view: TerrainMeshView, in frustum: TerrainFrustum, atMost most: Int,
    parts: (_ divisions: Int) -> [TerrainFrustum], _ detail: TerrainDetail,
    _ cache: TerrainTileCache, _ body: ([TerrainMeshTile]) -> Void
  ) {
    let work: TerrainWork = { count, body in for i in 0..<count { body(i) } }
    let view = select(view, frustum, detail, work)
    let bounds = TileBounds(view: view, detail: detail)
    var groups = [selection.leaves]
    var divisions = 1
    while divisions < 8, groups.contains(where: { $0.count > most }) {
      divisions *= 2
      groups = parts(divisions).map { leaves(showing: $0, bounds) }
    }
    for group in groups where !group.isEmpty {
      shown = group
      body(made(bounds, eye: view.eye, detail, cache, work))
    }
  }

  /// The shown tiles, what has changed of them made anew.
  private func made(
    _ bounds: TileBounds, eye: Vector3, _ detail: TerrainDetail, _ cache: TerrainTileCache,
    _ work: TerrainWork
  ) -> [TerrainMeshTile] {
    let place = TileVertices(bounds)
    if self.place.map({ !$0.isSame(as: place) }) ?? true {
      entries.removeAll(keepingCapacity: true)
      table.removeAll()
    }
    self.place = place
    clock += 1
    find()
    make(place, detail.levels, cache, work)
    let result = collect(place, bounds, eye: eye, work)
    forget()
    return result
  }

  /// Selects the tiles in view, measured as far as they must be.
  ///
  /// - Returns: the view, its tolerance so large that it has no more tiles than it may have.
  private func select(
    _ view: TerrainMeshView, _ frustum: TerrainFrustum, _ detail: TerrainDetail, _ work: TerrainWork
  ) -> TerrainMeshView {
    var view = view
    // A tile that is drawn has fewer tiles above it, for there are fewer levels.
    let nodes = view.maximumTiles.multipliedReportingOverflow(by: 32)
    while true {
      let bounds = TileBounds(view: view, detail: detail)
      selection.select(bounds, frustum, atMost: nodes.overflow ? .max : nodes.partialValue)
      let isTooFine = selection.isCut || selection.leaves.count > view.maximumTiles
      let missing = bounds.missing.addresses
      // What is measured for one selection lets the next one see farther; what needs less is known to be
      // measured.
      if !missing.isEmpty, !selection.isCut {
        detail.measure(missing, work: work)
      } else if isTooFine, view.tolerance < 1e6 {
        view.tolerance *= 1.25
      } else {
        return view
      }
    }
  }

  /// The entries of all nodes that are drawn, and of those that they follow.
  private func find() {
    entryOfNode.removeAll(keepingCapacity: true)
    entryOfNode.append(contentsOf: repeatElement(-1, count: selection.nodes.count))
    changed.removeAll(keepingCapacity: true)
    selection.nodes.withUnsafeBufferPointer { nodes in
      for leaf in shown {
        var node = Int(leaf)  // checked: widens
        while entryOfNode[node] < 0 {
          entryOfNode[node] = 0
          if nodes[node].movement.isPlain { break }
          node = Int(nodes[node].parent)  // checked: widens
        }
      }
      // Parents come before their children.
      for node in nodes.indices where entryOfNode[node] == 0 {
        let address = nodes[node].address
        let entry = table.value(address.key) ?? add(address)
        entryOfNode[node] = Int32(truncatingIfNeeded: entry)
        let movement = nodes[node].movement
        var above: UInt64 = 0
        if !movement.isPlain {
          above = entries[self.entry(of: nodes[node].parent)].version
        }
        entries[entry].used = clock
        if entries[entry].version > 0, entries[entry].movement == movement,
          entries[entry].parentVersion == above
        {
          continue
        }
        version += 1
        entries[entry].version = version
        entries[entry].parentVersion = above
        entries[entry].movement = movement
        changed.append(Int32(truncatingIfNeeded: node))
      }
    }
  }

  @inline(__always)
  private func entry(of node: Int32) -> Int {
    Int(entryOfNode[Int(node)])  // checked: widens
  }

  private func add(_ address: TerrainTileAddress) -> Int {
    entries.append(Entry(address: address))
    table.set(address.key, entries.count - 1)
    return entries.count - 1
  }

  /// Makes the vertices that have changed: first those of tiles on their own heights, then level by
  /// level those of tiles that follow their parents.
  private func make(
    _ place: TileVertices, _ levels: TerrainLevels, _ cache: TerrainTileCache,
    _ work: TerrainWork
  ) {
    guard !changed.isEmpty else { return }
    let nodes = selection.nodes
    let order = changed.map { Int($0) }.sorted {  // checked: widens
      let (a, b) = (nodes[$0], nodes[$1])
      return (a.movement.isPlain ? -1 : a.address.level, $0)
        < (b.movement.isPlain ? -1 : b.address.level, $1)
    }
    let heights = cache.heights(
      order.filter { nodes[$0].movement.inside != .whole }.map { nodes[$0].address.canonical },
      levels, work)
    var next = 0
    let sources = order.map { node -> Int in
      guard nodes[node].movement.inside != .whole else { return -1 }
      next += 1
      return next - 1
    }
    entries.withUnsafeMutableBufferPointer { entries in
      nonisolated(unsafe) let entries = entries
      let entryOfNode = entryOfNode
      var first = 0
      while first < order.count {
        let head = nodes[order[first]]
        var end = first + 1
        while end < order.count,
          nodes[order[end]].movement.isPlain
            ? head.movement.isPlain
            : !head.movement.isPlain && nodes[order[end]].address.level == head.address.level
        {
          end += 1
        }
        let start = first
        work(end - first) { i in
          let node = nodes[order[start + i]]
          let own = sources[start + i]
          let entry = Int(entryOfNode[order[start + i]])  // checked: widens
          // Each part writes an entry of its own; parents are ready.
          let parent =
            node.movement.isPlain
            ? [] : entries[Int(entryOfNode[Int(node.parent)])].vertices  // checked: widens
          entries[entry].draw(
            node.movement, own: own >= 0 ? heights[own] : nil, parent: parent,
            differs: levels.differs(level: node.address.level), place)
        }
        first = end
      }
    }
  }

  private func collect(
    _ place: TileVertices, _ bounds: TileBounds, eye: Vector3, _ work: TerrainWork
  ) -> [TerrainMeshTile] {
    let (origin, scale) = place.placement(eye: eye)
    let isFlat = if case .flat = place { true } else { false }
    let cutting = TileCutting(view: bounds.view, origin: origin, scale: scale)
    let perPixel = shown.map { leaf in
      let node = selection.nodes[Int(leaf)]  // checked: widens
      return bounds.metersPerPixel(node.distance, node.address)
    }
    entries.withUnsafeMutableBufferPointer { entries in
      nonisolated(unsafe) let entries = entries
      let (shown, selection, entryOfNode) = (shown, selection, entryOfNode)
      // Each part changes an entry of its own.
      work(shown.count) { i in
        let leaf = Int(shown[i])  // checked: widens
        let node = selection.nodes[leaf]
        let entry = Int(entryOfNode[leaf])  // checked: widens
        let isLevel =
          isFlat && node.low == node.high && entries[entry].low.z == node.low
          && entries[entry].high.z == node.low
        entries[entry].cut(
          cutting, perPixel: perPixel[i], coarser: selection.coarserSides(leaf),
          finer: selection.finerSides(leaf),
          isLevel: isLevel)
      }
    }
    return shown.map { leaf in
      let node = selection.nodes[Int(leaf)]  // checked: widens
      let entry = entries[entry(of: leaf)]
      return TerrainMeshTile(
        address: node.address, positions: entry.vertices, origin: origin, scale: scale,
        low: entry.low, high: entry.high, corners: entry.corners, indices: entry.indices,
        coarserSides: selection.coarserSides(Int(leaf)),  // checked: widens
        isLevel: entry.cut?.isLevel ?? false, distance: node.distance, version: entry.version)
    }
  }

  /// Lets go of the entries that were not needed for the longest time.
  private func forget() {
    let needed = entries.reduce(0) { $0 + ($1.used == clock ? 1 : 0) }
    let most = max(capacity, needed + needed / 4)
    guard entries.count > most else { return }
    let ages = entries.map(\.used).sorted(by: >)
    let oldest = ages[min(max(needed, most * 3 / 4), ages.count - 1)]
    entries.removeAll { $0.used <= oldest && $0.used != clock }
    table.removeAll()
    for (i, entry) in entries.enumerated() { table.set(entry.address.key, i) }
  }
}

extension DrawnTiles.Entry {
  /// Makes the vertices, in the memory of those before if nobody else holds it.
  fileprivate mutating func draw(
    _ movement: TileMovement, own heights: [Float]?, parent: [SIMD3<Float>], differs: Bool,
    _ place: TileVertices
  ) {
    if vertices.isEmpty {
      vertices = Array(repeating: .zero, count: TileVertices.count)
    }
    let address = address
    var low = SIMD3<Float>(repeating: .infinity)
    var high = -low
    vertices.withUnsafeMutableBufferPointer { out in
      guard let base = out.baseAddress else { return }
      if let heights { place.write(address, heights, to: base) }
      parent.withUnsafeBufferPointer { parent in
        if let parent = parent.baseAddress, !movement.isPlain {
          TileVertices.move(base, address, movement, parent: parent, differs: differs)
        }
      }
      for v in out {
        low.replace(with: v, where: v .< low)
        high.replace(with: v, where: v .> high)
      }
    }
    self.low = low
    self.high = high
  }

  /// Makes the triangles, if those before do not serve.
  fileprivate mutating func cut(
    _ cutting: TileCutting, perPixel: Double, coarser: Int, finer: Int, isLevel: Bool
  ) {
    vertices.withUnsafeBufferPointer { vertices in
      guard let base = vertices.baseAddress else { return }
      let wanted = TileCut(
        version: version, isLevel: isLevel, tolerance: cutting.tolerance(perPixel),
        steps: cutting.steps(base, coarser: coarser, finer: finer))
      guard wanted != cut else { return }
      indices = cutting.triangles(base, wanted)
      corners = TileTriangulation.corners(of: &indices, among: vertices)
      cut = wanted
    }
  }
}
