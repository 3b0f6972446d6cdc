import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

extension RenderTask {
  /// Rasterises without shading and tells what each pixel shows.
  mutating func layers() throws(RenderError) -> PixelLayers {
    try progress.step(0.02, "buildings")
    let solids = self.solids
    try progress.step(0.2, "terrain")
    let plan = self.plan
    var made = plan.isWhole ? drawn(plan, showing: nil, solids) : nil
    let picker = GroundPicker(
      features: renderer.squares.features, world: renderer.squares.world,
      shore: renderer.squares.shore)
    let footprints = paintsFootprints ? FootprintIndex(renderer.squares.outlines) : nil
    let planes = LayerPlanes(count: view.width * view.height)
    defer { planes.deallocate() }
    for (n, band) in plan.bands.enumerated() {
      try progress.step(0.3 + 0.7 * Double(n) / Double(plan.bands.count), "layers")
      if !plan.isWhole {
        // The last band's goes first.
        made = nil
        made = drawn(plan, showing: band, solids)
      }
      guard let made else { break }
      let frame = rasterise(band, made)
      let rows = band.rows
      // Blocks of pixels look at what of the ground is near to them.
      let side = 16
      let down = (rows.count + side - 1) / side
      let progress = self.progress
      Parallel.forEach(down, threads: threads) { j, _ in
        if progress.isCancelled { return }
        let y = rows.lowerBound + j * side
        for x in stride(from: 0, to: frame.view.width, by: side) {
          let block = LayerBlock(
            columns: x..<min(x + side, frame.view.width), rows: y..<min(y + side, rows.upperBound))
          block.fill(
            planes, frame, solids, picker, footprints, firstRow: band.drawn.lowerBound)
        }
      }
      try progress.check()
    }
    return planes.layers(
      view, PixelObjects(renderer.scene), camera: camera, projection: projection,
      scale: options.scale)
  }
}

/// The layers in the making.
private struct LayerPlanes: Sendable {
  let depths: SharedBuffer<Float>
  let objects: SharedBuffer<UInt32>
  let classes: SharedBuffer<UInt8>
  let normals: SharedBuffer<Float>
  let positions: SharedBuffer<Float>

  init(count: Int) {
    depths = SharedBuffer(repeating: .infinity, count: count)
    objects = SharedBuffer(repeating: 0, count: count)
    classes = SharedBuffer(repeating: PixelClass.sky.rawValue, count: count)
    normals = SharedBuffer(repeating: 0, count: 3 * count)
    positions = SharedBuffer(repeating: .nan, count: 3 * count)
  }

  func deallocate() {
    depths.deallocate()
    objects.deallocate()
    classes.deallocate()
    normals.deallocate()
    positions.deallocate()
  }

  func layers(
    _ view: RasterView, _ numbers: PixelObjects, camera: MapCamera,
    projection: any ViewProjection, scale: Double
  ) -> PixelLayers {
    func array<Element>(_ plane: SharedBuffer<Element>) -> [Element] {
      Array(UnsafeBufferPointer(start: plane.base, count: plane.count))
    }
    return PixelLayers(
      width: view.width, height: view.height, depths: array(depths), objects: array(objects),
      classes: array(classes), normals: array(normals), positions: array(positions),
      numbers: numbers, camera: camera, view: projection, scale: scale)
  }
}

/// A block of pixels of a frame.
private struct LayerBlock {
  /// In the picture.
  let columns, rows: Range<Int>

  func fill(
    _ planes: LayerPlanes, _ frame: Frame, _ solids: [SolidMesh], _ picker: GroundPicker,
    _ footprints: FootprintIndex?, firstRow: Int
  ) {
    let numbers = PixelObjects(frame.scene)
    let eye = frame.view.eye
    var ground: [(pixel: Int, point: MapPoint)] = []
    for y in rows {
      for x in columns {
        let id = frame.visibility.triangle(x: x, y: y - firstRow, sample: 0)
        guard id != .none else { continue }
        let value = frame.visibility.depthValue(x: x, y: y - firstRow, sample: 0)
        guard value > 0 else { continue }
        let offset = frame.offset(
          Float(x) + 0.5, Float(y - firstRow) + 0.5, depthValue: value)
        let pixel = y * frame.view.width + x
        planes.depths[pixel] = 1 / value
        let normal = frame.normal(id, at: offset)
        let position = eye + Vector3(Double(offset.x), Double(offset.y), Double(offset.z))
        for (k, (n, p)) in zip(
          [normal.x, normal.y, normal.z], [position.x, position.y, position.z]
        ).enumerated() {
          planes.normals[3 * pixel + k] = n
          planes.positions[3 * pixel + k] = Float(p)
        }
        if id.batch >= frame.solidCount {
          planes.objects[pixel] = 1
          ground.append((pixel, frame.groundPoint(offset)))
        } else if solids[id.batch].isFilling {
          planes.objects[pixel] = 1
          planes.classes[pixel] = PixelClass.tree.rawValue
        } else {
          let object = solids[id.batch].object(ofTriangle: id.triangle)
          planes.objects[pixel] = UInt32(truncatingIfNeeded: object + 2)
          planes.classes[pixel] =
            (numbers.object(UInt32(truncatingIfNeeded: object + 2))?.kind ?? .sky).rawValue
        }
      }
    }
    guard let box = MapRect(enclosing: ground.lazy.map(\.point)) else { return }
    let near = picker.narrowed(to: box)
    for (pixel, point) in ground {
      if let building = footprints?.building(at: point) {
        planes.objects[pixel] =
          numbers.buildings.lowerBound + UInt32(truncatingIfNeeded: building)
        planes.classes[pixel] = PixelClass.building.rawValue
        continue
      }
      let kind: PixelClass =
        near.road(at: point) != nil ? .road : near.kind(at: point) == .water ? .water : .terrain
      planes.classes[pixel] = kind.rawValue
    }
  }
}
