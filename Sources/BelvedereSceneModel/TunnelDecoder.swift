import BelvedereGeodesy

/// Tunnels of a scene file.
enum TunnelDecoder {
  static func tunnels(_ node: SceneNode) throws -> [Tunnel] {
    let items = try node.elements(of: "tunnels")
    try node.file.count(objects: items.count)
    return try items.map { item in
      let object = try SceneObject(item, .tunnel)
      let path = try object.required("path", "places from portal to portal")
      return Tunnel(
        path: try path.positions(atLeast: 2), elevations: try elevations(path),
        width: try object["width"]?.positive("a number of metres", upTo: 1000)
          ?? Tunnel.defaultWidth,
        name: try object["name"]?.string() ?? "")
    }
  }

  /// The third numbers of the path's places; `nil` where none has one.
  private static func elevations(_ node: SceneNode) throws(SceneError) -> [Double]? {
    let joints = try node.array(of: "places")
    let numbers = joints.map { joint -> Double? in
      guard case .array(let parts) = joint.content, parts.count >= 3,
        case .number(let elevation) = parts[2].content
      else { return nil }
      return elevation
    }
    let known = numbers.compactMap { $0 }
    if known.isEmpty { return nil }
    for (i, number) in numbers.enumerated() {
      guard let number, (-12_000...100_000).contains(number) else {
        throw node.element(i, joints[i]).error(
          "expected [longitude, latitude, elevation] with an elevation between -12000 and 100000 "
            + "metres, as other places of the path have one")
      }
    }
    return known
  }
}
