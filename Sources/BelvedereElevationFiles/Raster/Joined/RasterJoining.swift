import BelvedereTerrain

/// Finds rasters of pixels that lie side by side on one lattice, as the files into which a large raster
/// was cut do, and makes one of them.
///
/// Each alone ends half a pixel beyond its outermost samples, where their values hold; between the
/// samples of neighbours there would be a step.
public enum RasterJoining {
  /// The sources, those that lie side by side as one, in the place of the first of them.
  ///
  /// Neighbours may share one column or row, as far as they agree there. Rasters that overlap otherwise, and
  /// rasters between which another source lies in order and in place, stay apart: there priority and seams
  /// decide.
  ///
  /// - Throws: what reading throws, of rasters in memory never.
  public static func joined(
    _ sources: [ElevationMosaic.Source], sharing cache: ElevationCache
  ) throws -> [ElevationMosaic.Source] {
    var found = NeighbourSearch(sources)
    var result: [ElevationMosaic.Source] = []
    for n in sources.indices where !found.isTaken(n) {
      let group = found.group(from: n)
      let source = sources[n]
      guard var group, group.members.count > 1 else {
        result.append(source)
        continue
      }
      group.startAtTheAntimeridian()
      guard let grid = group.grid else {
        result.append(source)
        continue
      }
      let first = group.members.map { sources[$0.index].name }.min() ?? source.name
      let name = "\(first) and \(group.members.count - 1) beside it"
      let raster = JoinedRaster(
        name: name, grid: grid, parts: group.parts(named: sources, on: grid),
        members: group.members.map(\.model))
      let isInMemory = raster.parts.isWhole && raster.members.allSatisfy(\.isInMemory)
      let model = try RasterElevation(
        isInMemory ? raster.inMemory() : raster, datum: source.model.datum,
        cache: isInMemory ? ElevationCache(maximumBytes: 0) : cache, parts: raster.parts,
        largestWhole: raster.largestWhole)
      result.append(.init(model, name: name, offset: source.offset))
    }
    return result
  }
}

extension RasterElevation {
  fileprivate var isInMemory: Bool { raster is MemoryRaster }
}

/// Rasters on one lattice.
private struct RasterGroup {
  struct Member {
    let index: Int
    let model: RasterElevation
    /// Where it lies on the lattice of the first one.
    let columns, rows: Range<Int>
  }

  var members: [Member]
  private(set) var columns, rows: Range<Int>

  init(_ first: Member) {
    members = [first]
    (columns, rows) = (first.columns, first.rows)
  }

  /// A member that lies beside another one; `nil` where it does not, or overlaps one of them.
  func neighbour(_ index: Int, _ model: RasterElevation, of other: Member) -> Member? {
    let grid = model.raster.grid
    guard let place = other.model.raster.grid.latticePlace(of: grid) else { return nil }
    let left = other.columns.lowerBound + place.column
    let top = other.rows.lowerBound + place.row
    let member = Member(
      index: index, model: model, columns: left..<(left + grid.width),
      rows: top..<(top + grid.height)
    )
    guard Self.meet(member.columns, other.columns), Self.meet(member.rows, other.rows),
      stands(member),
      members.allSatisfy({ !Self.overlap($0, member) || SharedLine($0, member)?.isAgreedOn == true }
      )
    else { return nil }
    return member
  }

  mutating func add(_ member: Member) {
    members.append(member)
    columns = Self.union(columns, member.columns)
    rows = Self.union(rows, member.rows)
  }

  /// Whether a member's samples stand on the lattice of the first one, and it does not reach once around
  /// the Earth and into another one.
  private func stands(_ member: Member) -> Bool {
    let grid = members[0].model.raster.grid
    guard let place = grid.latticePlace(of: member.model.raster.grid),
      place.row == member.rows.lowerBound
    else { return false }
    guard let around = grid.columnsAroundTheEarth else {
      return place.column == member.columns.lowerBound
    }
    let turns = Double(place.column - member.columns.lowerBound) / around
    let width = Self.union(columns, member.columns).count
    return abs(turns - turns.rounded()) * around <= 2 * RasterGrid.latticeTolerance
      && Double(width) <= around + RasterGrid.latticeTolerance
  }

  private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }

  private static func meet(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    a.lowerBound <= b.upperBound && b.lowerBound <= a.upperBound
  }

  private static func overlap(_ a: Member, _ b: Member) -> Bool {
    a.columns.overlaps(b.columns) && a.rows.overlaps(b.rows)
  }

  /// Moves the rasters of a lattice that goes once around the Earth so that it starts where longitudes do,
  /// unless one of them lies across.
  mutating func startAtTheAntimeridian() {
    let grid = members[0].model.raster.grid
    guard let turn = grid.columnsAroundTheEarth, grid.stepX > 0 else { return }
    let start = (-180 - grid.originX) / grid.stepX + 0.5
    guard abs(turn - Double(columns.count)) <= RasterGrid.latticeTolerance,
      abs(start - start.rounded()) <= RasterGrid.latticeTolerance, abs(start) < 1e9
    else { return }
    let first = Int(start.rounded())  // checked: within ±1e9
    let around = columns.count
    let moved = members.map { member in
      let from = (member.columns.lowerBound - first) % around
      let left = first + (from < 0 ? from + around : from)
      return Member(
        index: member.index, model: member.model, columns: left..<(left + member.columns.count),
        rows: member.rows)
    }
    guard moved.allSatisfy({ $0.columns.upperBound <= first + around }) else { return }
    members = moved
    columns = first..<(first + around)
  }

  /// The grid of all of them.
  var grid: RasterGrid? {
    let first = members[0].model.raster.grid
    let origin = first.position(column: Double(columns.lowerBound), row: Double(rows.lowerBound))
    return RasterGrid(
      width: columns.count, height: rows.count, system: first.system, originX: origin.x,
      originY: origin.y, stepX: first.stepX, stepY: first.stepY, margin: first.margin)
  }

  func parts(named sources: [ElevationMosaic.Source], on grid: RasterGrid) -> RasterParts {
    func moved(_ range: Range<Int>, _ start: Int) -> Range<Int> {
      (range.lowerBound - start)..<(range.upperBound - start)
    }
    return RasterParts(
      members.map {
        RasterParts.Part(
          name: sources[$0.index].name, columns: moved($0.columns, columns.lowerBound),
          rows: moved($0.rows, rows.lowerBound), model: $0.model)
      }, grid)
  }
}

/// The one column or row that two rasters have in common.
private struct SharedLine {
  let a, b: RasterGroup.Member
  let columns, rows: Range<Int>

  /// So far, in metres, samples may be apart that are the same but for rounding.
  static let tolerance: Float = 1e-3

  /// `nil` where they have more in common, or one of them has nothing beside it.
  init?(_ a: RasterGroup.Member, _ b: RasterGroup.Member) {
    (self.a, self.b) = (a, b)
    columns = a.columns.clamped(to: b.columns)
    rows = a.rows.clamped(to: b.rows)
    let isColumn = columns.count == 1 && min(a.columns.count, b.columns.count) > 1
    let isRow = rows.count == 1 && min(a.rows.count, b.rows.count) > 1
    guard isColumn || isRow else { return nil }
  }

  /// Whether both know the same, as far as both know anything; `false` where one cannot be read.
  var isAgreedOn: Bool {
    guard let own = samples(of: a), let other = samples(of: b) else { return false }
    return zip(own, other).allSatisfy { abs($0 - $1) <= Self.tolerance || $0.isNaN || $1.isNaN }
  }

  private func samples(of member: RasterGroup.Member) -> [Float]? {
    try? KeptRaster(blocks: member.model.cache).read(
      column: columns.lowerBound - member.columns.lowerBound,
      row: rows.lowerBound - member.rows.lowerBound, width: columns.count, height: rows.count)
  }
}

/// Finds groups of rasters.
private struct NeighbourSearch {
  private let sources: [ElevationMosaic.Source]
  private let boxes: [GeographicBounds]
  private let index: BoxIndex?
  private var taken: Set<Int> = []

  init(_ sources: [ElevationMosaic.Source]) {
    self.sources = sources
    boxes = sources.map(\.model.bounds)
    index = BoxIndex(boxes)
  }

  func isTaken(_ n: Int) -> Bool { taken.contains(n) }

  /// A source that may be joined with others.
  private func raster(_ n: Int) -> RasterElevation? {
    guard let raster = sources[n].model as? RasterElevation, raster.parts == nil,
      raster.raster.grid.margin == 0.5
    else { return nil }
    return raster
  }

  /// A raster and those that lie beside it, beside these, and so on; it takes them. `nil` for a source
  /// of another kind.
  mutating func group(from first: Int) -> RasterGroup? {
    taken.insert(first)
    guard let raster = raster(first) else { return nil }
    let grid = raster.raster.grid
    var group = RasterGroup(
      .init(index: first, model: raster, columns: 0..<grid.width, rows: 0..<grid.height))
    var next = 0
    while next < group.members.count {
      let member = group.members[next]
      next += 1
      for n in met(by: boxes[member.index], margin: sources[member.index].model.resolution)
      where n > first && !taken.contains(n) {
        guard let other = self.raster(n), sources[n].offset == sources[first].offset,
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
}
