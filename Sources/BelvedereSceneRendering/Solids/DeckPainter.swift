import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

/// Gives decks and ramps the colours of a map: roads on them are as those on the ground, and banks as the ground around.
struct DeckPainter {
  /// What a roadway looks like.
  private struct Coat {
    /// Linear, before the map's tone, which leaves the colours of ground as they are.
    let color: SIMD3<Float>
    /// How much it is lit by street lamps.
    let paved: Float
  }

  private let tone: MapTone
  /// By the patterns of faces.
  private let coats: [Coat]
  /// Painted ground without roads, where there are banks.
  private let squares: [MapSquare: FrozenArray<UInt32>]

  /// - Parameter meshes: what is to be painted.
  init(_ look: GroundLook, _ meshes: [SolidMesh], ground: GroundStore, threads: Int) {
    let tone = look.theme.tone
    self.tone = tone
    coats = RoadPaint.all.map {
      let color = $0.color(look)
      return Coat(color: Self.untoned(color, tone), paved: CityLights.paved(color))
    }
    var keys: Set<MapSquare> = []
    for mesh in meshes where mesh.isPainted {
      for i in 0..<mesh.faces.count where mesh.faces.base[i].kind == .bank {
        keys.insert(BankGround.square(mesh.foot(mesh.faces.base[i])))
      }
    }
    squares = ground.bareSquares(keys.sorted(), look: look, threads: threads)
  }

  private static func untoned(_ encoded: SIMD3<Float>, _ tone: MapTone) -> SIMD3<Float> {
    let color = SIMD3(
      Transfer.linear(encoded.x), Transfer.linear(encoded.y), Transfer.linear(encoded.z))
    return tone.isIdentity ? color : tone.inverse(of: color)
  }

  /// A mesh in the map's colours.
  func painted(_ mesh: SolidMesh) -> SolidMesh {
    guard mesh.isPainted else { return mesh }
    var mesh = mesh
    let old = mesh
    mesh.faces = FrozenArray(
      (0..<old.faces.count).map { i in
        var face = old.faces.base[i]
        switch face.kind {
        case .roadway where coats.indices.contains(Int(face.pattern)):  // checked: widens
          let coat = coats[Int(face.pattern)]  // checked: widens
          (face.color, face.size) = (coat.color, SIMD2(coat.paved, 0))
        case .bank:
          let place = old.foot(face)
          if let texels = squares[BankGround.square(place)] {
            face.color = Self.untoned(BankGround.color(place, texels), tone)
          }
          // No lamps stand there.
          face.size = .zero
        default: break
        }
        return face
      })
    return mesh
  }
}

extension SolidMesh {
  /// Where on the map a bank lies.
  fileprivate func foot(_ bank: Face) -> MapPoint {
    MapPoint(
      x: origin.x + Double(bank.size.x) / metersPerMapPoint,
      y: origin.y - Double(bank.size.y) / metersPerMapPoint)
  }
}

/// The ground of which banks have the colour: squares that are coarse, as banks are of one colour.
enum BankGround {
  /// Texels of 10 m at the equator.
  private static let level = 6

  static func square(_ p: MapPoint) -> MapSquare {
    let side = MapSquare.texelSize(level) * Double(GroundTile.texels)
    let range = -(1 << 30)...(1 << 30)
    return MapSquare(
      level: level, x: Int(flooring: p.x / side, in: range),
      y: Int(flooring: p.y / side, in: range))
  }

  /// sRGB-encoded.
  ///
  /// - Parameter texels: of the place's square.
  static func color(_ p: MapPoint, _ texels: FrozenArray<UInt32>) -> SIMD3<Float> {
    let texel = MapSquare.texelSize(level)
    func number(_ v: Double) -> Int {
      let whole = Int(flooring: v / texel, in: -(1 << 40)...(1 << 40))
      return (whole & (GroundTile.texels - 1)) + 1
    }
    let v = texels.base[number(p.y) * GroundTile.stride + number(p.x)]
    return SIMD3(Float(v & 255), Float(v >> 8 & 255), Float(v >> 16 & 255)) / 255
  }
}
