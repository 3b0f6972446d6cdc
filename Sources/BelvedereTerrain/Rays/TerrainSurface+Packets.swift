import BelvedereGeoMath
internal import CBelvedereRays

extension TerrainSurface {
  /// The hits of many rays, in their order: exactly those of ``cast(_:)``.
  ///
  /// Sixteen rays that follow each other and go about the same way, as those of neighbouring pixels
  /// do, are taken through the surface together, which is several times as fast.
  ///
  /// - Parameters:
  ///   - rays: As many as there is room in `casts`, or fewer.
  ///   - casts: Where the answers go.
  public func cast(
    _ rays: UnsafeBufferPointer<SurfaceRay>, into casts: UnsafeMutableBufferPointer<TerrainCast>
  ) {
    let count = min(rays.count, casts.count)
    let size = RayPacket.size
    var next = 0
    while next < count {
      let end = min(next + size, count)
      let isDone =
        end - next == size
        && castPacket(
          UnsafeBufferPointer(rebasing: rays[next..<end]),
          into: UnsafeMutableBufferPointer(rebasing: casts[next..<end]))
      if !isDone { for i in next..<end { casts[i] = cast(rays[i]) } }
      next = end
    }
  }

  /// Casts the rays of a packet; `false`, and nothing is cast, where they do not go together.
  private func castPacket(
    _ rays: UnsafeBufferPointer<SurfaceRay>, into casts: UnsafeMutableBufferPointer<TerrainCast>
  ) -> Bool {
    guard let range, RayPacket.goTogether(rays) else { return false }
    let magnitude = max(abs(range.lowerBound), abs(range.upperBound))
    return withGrid { grid -> Bool? in
      guard rays.allSatisfy({ startsHere(grid, $0) }) else { return nil }
      return withUnsafeTemporaryAllocation(of: RayPacket.Lane.self, capacity: rays.count) { lanes in
        for (lane, ray) in rays.enumerated() {
          lanes.initializeElement(
            at: lane,
            to: RayPacket.Lane(
              RayTraversal(
                grid, ray, magnitude: magnitude, beforeColumn: false, beforeRow: false)))
        }
        defer { lanes.deinitialize() }
        guard RayPacket.firstHits(grid, lanes) else { return nil }
        for (lane, ray) in rays.enumerated() {
          casts[lane] =
            switch lanes[lane].found {
            case .hit(let t, let i, let j):
              Self.place(grid, ray, t, i, j).map { .hit($0) } ?? cast(ray)
            case .tie: cast(ray)
            case .none:
              hitElsewhere(grid, ray, range, magnitude, isNear: true).map { .hit($0) } ?? .miss
            }
        }
        return true
      }
    } ?? false
  }
}

/// Sixteen rays that go through the squares of a surface together, near squares first.
///
/// All go to the same side east or west, north or south, up or down: then the order of four squares
/// that meet in a corner is the same for each of them. Squares in which no ray can meet the ground are
/// left out by the test of ``RayTraversal``, for all rays at once; in a square of 2 × 2 cells that is
/// left over each ray goes its own way, as alone. So both solve the same equations in the same order.
/// Only where a ray goes exactly through a crossing of lines is that not so; it is then cast alone.
enum RayPacket {
  static let size = 16

  /// The level of the squares in which rays go alone.
  private static let aloneLevel = 1

  /// A ray of a packet.
  struct Lane {
    /// `nil` where the ray does not lie over the grid.
    let traversal: RayTraversal?
    var left = RayTraversal.Left()
    var found = Found.none

    init(_ traversal: RayTraversal?) { self.traversal = traversal }
  }

  /// What was found.
  enum Found {
    case none
    case hit(t: Double, column: Int, row: Int)
    case tie
  }

  /// Whether rays are such that a packet can be made of them.
  static func goTogether(_ rays: UnsafeBufferPointer<SurfaceRay>) -> Bool {
    guard let first = rays.first?.direction else { return false }
    return rays.allSatisfy { ray in
      let d = ray.direction
      return TerrainSurface.isRay(ray) && abs(d.x) >= RayTraversal.still
        && abs(d.y) >= RayTraversal.still && (d.x > 0) == (first.x > 0)
        && (d.y > 0) == (first.y > 0) && (d.z < 0) == (first.z < 0)
    }
  }

  /// Looks for the first hits; `false` where the rays part so soon that it does not pay.
  static func firstHits(
    _ grid: SurfaceGrid, _ lanes: UnsafeMutableBufferPointer<Lane>
  ) -> Bool {
    var packet = bv_packet()
    guard fill(&packet, lanes) else { return true }
    var relief = bv_relief(
      columns: grid.columns, rows: grid.rows,
      bounds: UnsafeRawPointer(grid.bounds).assumingMemoryBound(to: Float.self),
      widths: grid.widths, offsets: grid.offsets, top: grid.top, across: grid.across,
      down: grid.down)
    let level = min(aloneLevel, grid.top)
    bv_packet_begin(&packet, &relief)
    var square = bv_square()
    while true {
      var waiting = bv_packet_next(&packet, &relief, level, &square)
      if waiting == 0 { return true }
      if packet.squares >= 64, packet.rays < 3 * packet.squares { return false }
      let corners = Square(grid, level, square.i, square.j, lanes[waiting.trailingZeroBitCount])
      while waiting != 0 {
        let lane = waiting.trailingZeroBitCount
        waiting &= waiting - 1
        let found = look(grid, &lanes[lane], corners)
        if case .none = found { continue }
        lanes[lane].found = found
        packet.active &= ~(1 << UInt32(truncatingIfNeeded: lane))
      }
    }
  }

  /// The lines of a square at which rays come in and go out, and those in its middle.
  private struct Square {
    let level, i, j: Int
    let columns, rows: (inner: Double, middle: Double, outer: Double)

    @inline(__always)
    init(_ grid: SurfaceGrid, _ level: Int, _ i: Int, _ j: Int, _ lane: Lane) {
      (self.level, self.i, self.j) = (level, i, j)
      let east = lane.traversal?.east ?? 0
      let south = lane.traversal?.south ?? 0
      func lines(
        _ positions: UnsafePointer<Double>, _ i: Int, _ side: Int, _ last: Int
      ) -> (Double, Double, Double) {
        // Of a square without a middle line it is the outer one.
        let half = level > 0 ? (2 * i + 1) << (level - 1) : last
        let outer = positions[min((i + side) << level, last)]
        return (
          positions[min((i + 1 - side) << level, last)], half < last ? positions[half] : outer, outer
        )
      }
      columns = lines(grid.columns, i, east, grid.across)
      rows = lines(grid.rows, j, south, grid.down)
    }
  }

  /// The first hit of one ray in a square.
  @inline(__always)
  private static func look(_ grid: SurfaceGrid, _ lane: inout Lane, _ square: Square) -> Found {
    guard let ray = lane.traversal else { return .none }
    let (xIn, yIn) = (
      (square.columns.inner - ray.ox) * ray.ix, (square.rows.inner - ray.oy) * ray.iy
    )
    var t = xIn > yIn ? xIn : yIn
    if ray.start > t { t = ray.start }
    // Exactly at a crossing it is the way that decides which cell is looked at.
    let isTie =
      t == (square.columns.middle - ray.ox) * ray.ix || t == (square.rows.middle - ray.oy) * ray.iy
      || t == (square.columns.outer - ray.ox) * ray.ix || t == (square.rows.outer - ray.oy) * ray.iy
    if isTie { return .tie }
    guard
      let (t, column, row) = ray.firstHit(
        inSquare: square.level, square.i, square.j, from: t, &lane.left)
    else { return .none }
    return .hit(t: t, column: column, row: row)
  }

  /// Copies what the test of squares needs of the rays; `false` where none lies over the grid.
  private static func fill(
    _ packet: inout bv_packet, _ lanes: UnsafeMutableBufferPointer<Lane>
  ) -> Bool {
    guard let first = lanes.lazy.compactMap(\.traversal).first else { return false }
    packet.east = Int32(truncatingIfNeeded: first.east)
    packet.south = Int32(truncatingIfNeeded: first.south)
    packet.falls = first.falls ? 1 : 0
    for lane in lanes.indices {
      guard let ray = lanes[lane].traversal else { continue }
      let number = Int32(truncatingIfNeeded: lane)
      bv_packet_set(
        &packet, number, ray.ox, ray.ix, ray.oy, ray.iy, ray.zFactor, ray.zNear, ray.zFar,
        ray.start, ray.end)
      packet.active |= 1 << UInt32(truncatingIfNeeded: lane)
    }
    return true
  }
}
