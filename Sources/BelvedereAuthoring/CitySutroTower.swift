import BelvedereGeodesy

/// Sutro Tower: three legs drawn together at the waist, cross trusses, and masts on top.
package struct CitySutroTower {
  private(set) var beams: [CityBeam] = []

  /// - Parameter base: the ground's elevation at the tower.
  package init(at place: Coordinate, base: Double, heading: Double, height: Double) {
    let red = "#b8402f"
    let white = "#e9e5dd"
    let axis = CityAxis(origin: place, heading: heading)
    // Distance of the legs from the centre, by height above the ground.
    let radii: [(z: Double, r: Double)] = [
      (-4, 26), (56, 21), (112, 15.5), (172, 11), (205, 14), (232, 18.5),
    ]
    func corner(_ i: Int, _ r: Double) -> (Double, Double) {
      let d = CityRectangle.direction(Double(i % 3) * 120 + 30)
      return (d.x * r, d.y * r)
    }
    for i in 0..<3 {
      for (n, pair) in zip(radii, radii.dropFirst()).enumerated() {
        let (a, b) = pair
        let p = corner(i, a.r)
        let q = corner(i, b.r)
        beams.append(
          axis.chain(
            [(p.0, p.1, base + a.z), (q.0, q.1, base + b.z)], width: 3, depth: 3,
            color: n % 2 == 0 ? red : white))
      }
      // Masts: one to the full height, the others a little lower.
      let top = radii[radii.count - 1]
      let p = corner(i, top.r)
      let tip = i == 0 ? height : height - 8
      beams.append(
        axis.upright(
          p.0, p.1, from: base + top.z, to: base + top.z + (tip - top.z) * 0.55, width: 2.4,
          depth: 2.4, color: red))
      beams.append(
        axis.upright(
          p.0, p.1, from: base + top.z + (tip - top.z) * 0.55, to: base + tip, width: 1.2,
          depth: 1.2, color: white))
    }
    for (n, level) in radii.enumerated() where level.z > 0 {
      let depth = n == radii.count - 1 ? 4.5 : 3.4
      let ring = (0...3).map { i in
        let p = corner(i, level.r)
        return (s: p.0, t: p.1, z: base + level.z)
      }
      beams.append(
        axis.chain(ring, width: 2.2, depth: depth, color: n % 2 == 0 ? white : red))
    }
    // Diagonals.
    for (a, b) in zip(radii, radii.dropFirst()) {
      for i in 0..<3 {
        let p = corner(i, a.r)
        let q = corner(i + 1, b.r)
        beams.append(
          axis.chain(
            [(p.0, p.1, base + a.z), (q.0, q.1, base + b.z)], width: 0.7, depth: 0.7,
            color: white))
      }
    }
  }
}
