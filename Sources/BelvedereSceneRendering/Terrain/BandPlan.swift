import BelvedereRasterization
import BelvedereTerrain

/// How a picture is cut into bands, so that the ground that each of them shows finds room in memory.
///
/// The tiles are those of the whole picture, whatever the bands: the picture is the same. Only where a low band
/// still shows too many of them is the ground drawn coarser.
struct BandPlan {
  private(set) var bands: [RenderBand]
  /// For what view the ground is made.
  private(set) var mesh: TerrainMeshView
  /// Whether the ground is made once for all bands.
  private(set) var isWhole = true

  /// - Parameters:
  ///   - bands: as the samples of the picture need them.
  ///   - isGlobe: whether bands cannot be divided, since they share one shadow map.
  init(
    _ bands: [RenderBand], of view: RasterView, mesh: TerrainMeshView, isGlobe: Bool,
    budget: DrawingBudget, tiles: TileStore, threads: Int
  ) {
    self.bands = bands
    self.mesh = mesh
    guard let most = budget.meshTiles else { return }
    guard !isGlobe else {
      self.mesh.maximumTiles = min(most, mesh.maximumTiles)
      return
    }
    let frustum = TerrainFrustum(view, from: view.eye)
    func counts(_ bands: [RenderBand]) -> [Int] {
      tiles.counts(
        for: self.mesh, in: frustum,
        showing: bands.map { TerrainFrustum($0.shownView(of: view), from: view.eye) },
        threads: threads)
    }
    guard counts([.whole(height: view.height)])[0] > most else {
      return
    }
    isWhole = false
    while true {
      let counts = counts(self.bands)
      var isDivided = false
      self.bands = zip(self.bands, counts).flatMap { band, count -> [RenderBand] in
        guard count > most, let halves = band.halves(height: view.height) else { return [band] }
        isDivided = true
        return halves
      }
      if isDivided { continue }
      let worst = counts.max() ?? 0
      guard worst > most, self.mesh.maximumTiles > Self.leastTiles else { return }
      let fitting = Double(self.mesh.maximumTiles) * Double(most) / Double(worst) * 0.9
      let allowed = Self.leastTiles...TerrainMeshView.mostTiles
      self.mesh.maximumTiles = Int(clamping: fitting, in: allowed)
    }
  }

  /// Fewer tiles than so many are no picture.
  private static let leastTiles = 256

  /// That the ground is drawn coarser than it should be; `nil` where it is not.
  func warning(_ tolerance: Double, asked: Double) -> String? {
    guard tolerance > asked else { return nil }
    let reason =
      mesh.maximumTiles < TerrainMeshView.mostTiles
      ? "as many as --memory has room for" : "the most that are drawn"
    return
      "the ground is drawn within \((tolerance * 100).rounded() / 100) pixels of its elevations "
      + "instead of \(asked): its mesh has \(mesh.maximumTiles) tiles, \(reason)"
  }
}
