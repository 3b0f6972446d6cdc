import BelvedereTerrain

/// Finds groups of rasters.
struct NeighbourSearch {
  private let sources: [ElevationMosaic.Source]
  private let boxes: [GeographicBounds]
  private let index: BoxIndex?
  /// Those that may be joined with others.
  private var rasters: [Int: RasterElevation] = [:]
  private var taken: Set<Int> = []

  private init(_ sources: [ElevationMosaic.Source]) {
    self.sources = sources
    boxes = sources.map(\.model.bounds)
    index = BoxIndex(boxes)
    for (n, source) in sources.enumerated() {
      guard let raster = source.model as? RasterElevation, raster.parts == nil,
        raster.raster.grid.margin == 0.5
      else { continue }
      rasters[n] = raster
    }
    for (n, raster) in postsWithOpenEdges { rasters[n] = raster }
  }

  /// Rasters of posts on their edges, which need no joining but where a void goes on from one into another: it is
  /// filled for all of them together.
  private var postsWithOpenEdges: [Int: RasterElevation] {
    var posts: [Int: RasterEdges] = [:]
    for (n, source) in sources.enumerated() {
      if let edges = RasterEdges(source.model) { posts[n] = edges }
    }
    guard posts.count > 1 else { return [:] }
    func neighbours(_ n: Int) -> [Int] {
      met(by: boxes[n], margin: 0).filter { other in
        other != n && posts[other] != nil
          && !boxes[n].intersections(with: boxes[other]).isEmpty
      }
    }
    var found: [Int: RasterElevation] = [:]
    for n in posts.keys.sorted() {
      let near = neighbours(n)
      guard !near.isEmpty, posts[n]?.hasVoids == true else { continue }
      for member in [n] + near where found[member] == nil {
        found[member] = posts[member]?.raster
      }
    }
    return found
  }

  /// Groups of several rasters by the number of the first member of each, and the numbers of the others.
  static func groups(
    of sources: [ElevationMosaic.Source]
  ) -> (from: [Int: RasterGroup], taken: Set<Int>) {
    var search = NeighbourSearch(sources)
    var from: [Int: RasterGroup] = [:]
    var others: Set<Int> = []
    for n in sources.indices where !search.taken.contains(n) {
      guard let group = search.group(from: n), group.members.count > 1 else { continue }
      // Posts end where they stand: beside a gap there is no half cell.
      let isOfPosts = group.members[0].model.raster.grid.margin == 0
      let isParted = search.hasNeighbourInGap(group) || isOfPosts && !group.isWhole
      let parted = isParted ? group.rectangles : [group]
      for group in parted where group.members.count > 1 && group.grid != nil {
        let numbers = group.members.map(\.index)
        guard let first = numbers.min() else { continue }
        from[first] = group
        others.formUnion(numbers.filter { $0 != first })
      }
    }
    return (from, others)
  }

  /// A raster and those that lie beside it, beside these, and so on; it takes them. `nil` for a source
  /// of another kind.
  private mutating func group(from first: Int) -> RasterGroup? {
    taken.insert(first)
    guard let raster = rasters[first] else { return nil }
    let grid = raster.raster.grid
    var group = RasterGroup(
      .init(index: first, model: raster, columns: 0..<grid.width, rows: 0..<grid.height))
    var next = 0
    while next < group.members.count {
      let member = group.members[next]
      next += 1
      for n in met(by: boxes[member.index], margin: sources[member.index].model.resolution)
      where n > first && !taken.contains(n) {
        guard let other = rasters[n], sources[n].offset == sources[first].offset,
          other.datum == raster.datum, let found = group.neighbour(n, other, of: member)
        else { continue }
        taken.insert(n)
        group.add(found)
      }
    }
    let kept = group.members.filter { $0.index == first || !isParted($0.index, from: first, group) }
    guard kept.count < group.members.count else { return group }
    for member in group.members { taken.remove(member.index) }
    taken.formUnion(kept.map(\.index))
    var result = RasterGroup(kept[0])
    for member in kept.dropFirst() { result.add(member) }
    return result
  }

  /// The sources that may meet a box or lie next to it.
  private func met(by box: GeographicBounds, margin: Double) -> [Int] {
    guard let index else { return Array(sources.indices) }
    return index.boxes(
      meeting: GeographicBounds(
        south: box.south - margin, west: box.west - margin, north: box.north + margin,
        east: box.east + margin))
  }

  /// Whether a source of no part in the group comes before a member and lies over it.
  private func isParted(_ n: Int, from first: Int, _ group: RasterGroup) -> Bool {
    let members = Set(group.members.map(\.index))
    return met(by: boxes[n], margin: 0).contains { other in
      other > first && other < n && !members.contains(other)
        && boxes[n].intersections(with: boxes[other]).contains {
          $0.north > $0.south && $0.east > $0.west
        }
    }
  }

  /// Whether a source that is none of the group lies in a gap of it, beside its members.
  private func hasNeighbourInGap(_ group: RasterGroup) -> Bool {
    let model = group.members[0].model
    guard !group.isWhole else { return false }
    let (tall, wide) = (model.resolution, model.longitudinalResolution)
    let members = group.members.map(\.index)
    let bounds = members.dropFirst().reduce(boxes[members[0]]) { $0.union(boxes[$1]) }
    let numbers = Set(members)
    return met(by: bounds, margin: 0).contains { other in
      let theirs = sources[other].model
      let ratio = max(theirs.resolution, tall) / min(theirs.resolution, tall)
      guard !numbers.contains(other), ratio <= ElevationMosaic.largestNeighbourRatio,
        Self.reaches(into: bounds, boxes[other], tall, wide)
      else { return false }
      // What lies over or under members is no neighbour.
      let most = ElevationMosaic.largestNeighbourOverlap
      let (height, width) = (
        most * min(tall, theirs.resolution), most * min(wide, theirs.longitudinalResolution)
      )
      return members.allSatisfy { !Self.reaches(into: boxes[$0], boxes[other], height, width) }
    }
  }

  /// Whether two boxes have more in common than a width and a height.
  private static func reaches(
    into box: GeographicBounds, _ other: GeographicBounds, _ height: Double, _ width: Double
  ) -> Bool {
    box.intersections(with: other).contains {
      $0.north - $0.south > height && $0.east - $0.west > width
    }
  }
}
