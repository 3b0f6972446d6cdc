import BelvedereGeoMath
import BelvedereGeodesy

/// The edge of the ground that a viewport shows, followed on the screen.
///
/// The points of the screen whose rays meet the level surface no deeper than the far plane are convex,
/// for they are the image of a convex body, the ground below the level cut by the plane. Cut by the
/// viewport they stay so. Therefore the edge is found between a point of the ground and each point of
/// the viewport's border: it is the border's point, or between.
struct GroundOutline {
  let view: GlobeView
  let elevation: Double
  let farDepth: Double
  private let corners: [Vector2]

  /// A point of the edge: where on the viewport's border its direction lies (whole numbers are
  /// corners), on the screen, and in the view's frame.
  struct Node {
    var border: Double
    var screen: Vector2
    var position: Vector3
    /// Whether the horizon or the far plane lies before the border.
    var isCut = false
  }

  init(_ view: GlobeView, elevation: Double, farDepth: Double) {
    self.view = view
    self.elevation = elevation
    self.farDepth = farDepth
    corners = view.viewport.corners
  }

  /// A point of the border, counter-clockwise on the screen.
  private func border(_ s: Double) -> Vector2 {
    let turned = s - (s / 4).rounded(.down) * 4
    let side = Int(flooring: turned, in: 0...3)
    let (a, b) = (corners[side], corners[(side + 1) % 4])
    return a + (b - a) * (turned - Double(side))
  }

  /// Whether ground within the far plane lies under a point of the screen.
  private func shows(_ point: Vector2) -> Bool {
    view.comesDown(view.direction(through: point), to: elevation, within: farDepth)
  }

  /// A point of the screen inside the viewport that shows ground, as far from the edge as is cheap.
  private func inside() -> Vector2? {
    let viewport = view.viewport
    var found: [Vector2] = []
    func add(_ p: Vector2) {
      if viewport.contains(p), shows(p) { found.append(p) }
    }
    for i in 0..<32 { add(border(Double(i) / 8)) }
    add(view.principalPoint)
    add(Vector2(viewport.width / 2, viewport.height / 2))
    // Below the eye, and to the Earth's centre.
    let center = -(view.frame.differences.fromCenter + view.pose.eye)
    for way in [-view.eyeFoot.normal, center] {
      let ahead = way.dot(view.pose.forward)
      guard ahead > 0 else { continue }
      add(
        Vector2(
          view.principalPoint.x + view.focalLength * (way.dot(view.pose.right) / ahead),
          view.principalPoint.y - view.focalLength * (way.dot(view.pose.up) / ahead)))
    }
    if found.isEmpty {
      // A small piece on an edge: there the depth of rays below the level has one maximum.
      for side in 0..<4 { add(lowest(side)) }
    }
    guard !found.isEmpty else { return nil }
    let middle = found.reduce(.zero, +) / Double(found.count)
    return shows(middle) ? middle : found[0]
  }

  /// The point of a side of the viewport whose ray comes lowest, by the golden section.
  private func lowest(_ side: Int) -> Vector2 {
    let surface = LevelQuadric(
      view.frame.differences, eye: view.pose.eye, level: elevation)
    return border(
      golden(from: Double(side), to: Double(side + 1)) {
        surface.least(view.direction(through: border($0)), far: farDepth)
      })
  }

  /// The edge towards a point of the border.
  private func node(_ s: Double, from inside: Vector2) -> Node {
    let end = border(s)
    guard !shows(end) else { return place(s, end) }
    var (ground, sky) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (ground + sky) / 2
      if shows(inside + (end - inside) * middle) { ground = middle } else { sky = middle }
    }
    var node = place(s, inside + (end - inside) * ground)
    node.isCut = true
    return node
  }

  /// The ground under a point of the screen that shows some.
  private func place(_ s: Double, _ point: Vector2) -> Node {
    let ray = view.direction(through: point)
    var depth = farDepth
    if case .success(let found) = view.meeting(ray, elevation: elevation) {
      depth = min(found, farDepth)
    }
    // Next to the horizon, where the ray touches: where it enters moves by the root of an error.
    let touching = view.nearest(ray, elevation: elevation)
    if touching.height > -1e-9 * touching.depth, touching.depth < farDepth {
      depth = touching.depth
    }
    return Node(border: s, screen: point, position: view.position(on: ray, depth))
  }

  /// Some nodes to begin with: eight a side, and where border and horizon meet.
  private func start(_ inside: Vector2) -> [Node] {
    let even = (0..<32).map { node(Double($0) / 8, from: inside) }
    var nodes: [Node] = []
    for (i, a) in even.enumerated() {
      nodes.append(a)
      let b = even[(i + 1) % 32]
      guard a.isCut != b.isCut else { continue }
      var (low, high) = (a.border, a.border + 0.125)
      for _ in 0..<52 {
        let middle = (low + high) / 2
        if shows(border(middle)) == !a.isCut { low = middle } else { high = middle }
      }
      let s = a.isCut ? high : low
      if s > a.border, s < a.border + 0.125 { nodes.append(place(s, border(s))) }
    }
    return nodes
  }

  /// The edge, counter-clockwise on the screen and as seen from above, as points between which it
  /// departs from the chord by no more than a part of the whole extent in space.
  ///
  /// - Parameter tolerance: That part.
  /// - Returns: `nil` where no ground is seen.
  func nodes(tolerance: Double) -> (nodes: [Node], inside: Vector2)? {
    guard let inside = inside() else { return nil }
    let start = start(inside)
    let extent = start.map { ($0.position - start[0].position).length }.max() ?? 0
    // Half of it, for the middle by the border is not where the chord departs most.
    let limit = tolerance * extent / 2
    return (
      refined(start, inside) { a, m, b in
        let way = (b.position - a.position).normalized
        let off = m.position - a.position
        return (off - way * off.dot(way)).length > limit
      }, inside
    )
  }

  /// The edge on the screen, within a tolerance in points.
  func screenOutline(tolerance: Double) -> [Vector2]? {
    guard let inside = inside() else { return nil }
    let start = start(inside)
    return refined(start, inside) { a, m, b in
      abs((b.screen - a.screen).normalized.cross(m.screen - a.screen)) > tolerance
    }.map(\.screen)
  }

  private func refined(
    _ start: [Node], _ inside: Vector2, isCoarse: (Node, Node, Node) -> Bool
  ) -> [Node] {
    var result: [Node] = []
    func add(_ a: Node, _ b: Node, _ depth: Int) {
      let middle = node((a.border + b.border) / 2, from: inside)
      if depth > 0, isCoarse(a, middle, b) {
        add(a, middle, depth - 1)
        add(middle, b, depth - 1)
      } else {
        result.append(middle)
        result.append(b)
      }
    }
    result.append(start[0])
    for (i, a) in start.enumerated() {
      var b = start[(i + 1) % start.count]
      if i + 1 == start.count { b.border += 4 }
      add(a, b, 10)
    }
    result.removeLast()
    return result
  }

  /// The node at which a quantity is greatest, between the neighbours of the greatest of some nodes.
  func greatest(
    _ nodes: [Node], around i: Int, _ inside: Vector2, _ value: (Node) -> Double
  ) -> Node {
    let n = nodes.count
    let from = nodes[(i + n - 1) % n].border - (i == 0 ? 4 : 0)
    let to = nodes[(i + 1) % n].border + (i == n - 1 ? 4 : 0)
    let s = golden(from: from, to: to) { -value(node($0, from: inside)) }
    let found = node(s, from: inside)
    return value(found) > value(nodes[i]) ? found : nodes[i]
  }

  /// Where a function with one minimum has it.
  private func golden(from: Double, to: Double, _ value: (Double) -> Double) -> Double {
    let φ = (5.0.squareRoot() - 1) / 2
    var (a, b) = (from, to)
    var (x, y) = (b - φ * (b - a), a + φ * (b - a))
    var (fx, fy) = (value(x), value(y))
    for _ in 0..<40 {
      if fx < fy {
        (b, y, fy) = (y, x, fx)
        x = b - φ * (b - a)
        fx = value(x)
      } else {
        (a, x, fx) = (x, y, fy)
        y = a + φ * (b - a)
        fy = value(y)
      }
    }
    return (a + b) / 2
  }
}
