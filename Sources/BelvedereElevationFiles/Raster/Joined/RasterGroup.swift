import BelvedereTerrain

/// Rasters on one lattice.
struct RasterGroup {
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
