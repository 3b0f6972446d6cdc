import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import BelvedereTerrain

extension RenderTask {
  /// Trees between those of the scene in woods that are filled, as far as they are seen.
  ///
  /// Their objects have numbers after all those of the scene.
  func filledWoods(_ extrusion: Extrusion, onGlobe: Bool) -> [SolidMesh] {
    let store = renderer.woods
    guard !store.isEmpty else { return [] }
    let viewport = projection.viewport
    let fade = WoodFade(focalLength: viewport.focalLength / viewport.height)
    let eye = projection.eyePosition
    guard eye.height - ground.range.upperBound < fade.reach else { return [] }
    let place = MapPoint(eye.coordinate)
    let reach = fade.reach / MapPoint.metersPerMapPoint(at: eye.latitude)
    let area = MapRect(
      x: place.x - reach, y: place.y - reach, width: 2 * reach, height: 2 * reach)
    let squares = WoodSquare.all(in: area).filter {
      store.mayHold($0) && isSeen($0, onGlobe: onGlobe)
    }
    let trees = store.trees(squares, threads: threads)
    let made = SharedBuffer<[SolidMesh]>(repeating: [], count: squares.count)
    let counts = SharedBuffer<Int>(repeating: 0, count: squares.count)
    defer {
      made.deallocate()
      counts.deallocate()
    }
    let style = extrusion.style
    Parallel.forEach(squares.count, threads: threads) { n, _ in
      let from = LocalFrame(origin: squares[n].middle).position(of: place)
      let (meshes, count) = WoodStore.meshes(of: squares[n], trees[n]) { tree in
        let way = Vector3(
          tree.foot.x - from.x, tree.foot.y - from.y, tree.foot.z * style - eye.height)
        return fade.size(rank: tree.rank, distance: way.length)
      }
      counts[n] = count
      made[n] = meshes.compactMap { mesh in
        let drawn = extrusion == .full ? mesh : mesh.extruded(extrusion)
        return onGlobe ? drawn.onGlobe() : drawn
      }
    }
    var first = ObjectNumbers(renderer.scene).count
    var all: [SolidMesh] = []
    for n in squares.indices {
      let end = first + counts[n]
      let numbers = FrozenArray((first..<end).map { UInt32(truncatingIfNeeded: $0) })
      for var mesh in made[n] {
        mesh.objects = numbers
        all.append(mesh)
      }
      first = end
    }
    return all
  }

  /// Whether a square may be in the picture.
  private func isSeen(_ square: WoodSquare, onGlobe: Bool) -> Bool {
    let middle = square.middle
    let p = earth.frame.position(of: square.window.mid)
    let center = Vector3(p.x, p.y, ground.elevation(middle)) - view.eye
    let width = WoodSquare.side * MapPoint.metersPerMapPoint(at: middle.latitude)
    // Slopes of 45° reach half as far up and down as it is wide; on the globe places lie somewhat beside those of a plane.
    let radius = 1.1 * width + 30 + (onGlobe ? 300 : 0)
    return TerrainFrustum(view, from: view.eye).planes.allSatisfy {
      $0.normal.dot(center) + $0.offset >= -radius * $0.normal.length
    }
  }
}

extension [SolidMesh] {
  /// Those of the scene itself.
  var listed: [SolidMesh] {
    // They come first.
    guard last?.isFilling == true else { return self }
    return Array(prefix { !$0.isFilling })
  }

  /// How many objects they and the scene have.
  func objectCount(_ scene: Scene) -> Int {
    var count = ObjectNumbers(scene).count
    if let last, last.isFilling, last.objects.count > 0 {
      let number = last.objects.base[last.objects.count - 1]
      count = Swift.max(count, Int(number) + 1)  // checked: widens
    }
    return count
  }
}
