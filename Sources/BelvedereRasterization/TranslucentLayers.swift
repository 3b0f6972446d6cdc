import CBelvedereRaster

/// A closed object through which others are seen.
public struct TranslucentObject: Sendable {
  /// Where its parts stand. No batch belongs to two objects of one picture, or to what is opaque.
  public var placements: [BatchPlacement]
  /// How much of what is behind it it hides, 0 to 1.
  public var opacity: Float

  /// Makes an object.
  public init(placements: [BatchPlacement], opacity: Float) {
    self.placements = placements
    self.opacity = opacity
  }
}

/// The surfaces of translucent objects at each sample, near ones first: of each object the nearest,
/// and of these the nearest few that are not behind what is opaque.
///
/// They are the same whatever the order in which the objects are listed, and for any number of
/// threads: equal depths go to the lower triangle number.
public final class TranslucentLayers: @unchecked Sendable {
  /// The greatest number of layers.
  public static let maximumLayers = 16
  /// The size in pixels, samples a pixel, and how many layers are kept.
  public let width, height, samples, layers: Int
  /// How many surfaces in the last picture lay behind so many others that they found no room.
  public internal(set) var lost = 0
  /// By batch; 0 for those that belong to no object.
  var opacities: [Float] = []
  private let depth: SharedBuffer<Float>
  private let ids: SharedBuffer<UInt32>

  /// Layers without content.
  ///
  /// - Parameter layers: how many are kept at each sample, 1 to 16. Each takes eight bytes a sample.
  public init(width: Int, height: Int, samples: Int, layers: Int) {
    self.width = width
    self.height = height
    self.samples = SamplePattern(samples: samples).count
    self.layers = min(max(layers, 1), Self.maximumLayers)
    let count = width * height * self.samples * self.layers
    depth = SharedBuffer(repeating: 0, count: count)
    ids = SharedBuffer(repeating: TriangleID.none.rawValue, count: count)
  }

  deinit {
    depth.deallocate()
    ids.deallocate()
  }

  private func index(_ x: Int, _ y: Int, _ sample: Int, _ layer: Int) -> Int {
    ((layer * height + y) * width + x) * samples + sample
  }

  /// The triangle of a layer; ``TriangleID/none`` behind the last.
  public func triangle(x: Int, y: Int, sample: Int, layer: Int) -> TriangleID {
    TriangleID(rawValue: ids[index(x, y, sample, layer)])
  }

  /// The depth value of a layer; 0 behind the last.
  public func depthValue(x: Int, y: Int, sample: Int, layer: Int) -> Float {
    depth[index(x, y, sample, layer)]
  }

  /// How much of a sample's light comes from each layer, near ones first, and last from what is behind
  /// all of them. The sum is 1.
  public func weights(x: Int, y: Int, sample: Int) -> [Float] {
    var rest: Float = 1
    var weights: [Float] = []
    for layer in 0..<layers {
      let id = triangle(x: x, y: y, sample: sample, layer: layer)
      guard id != .none else { break }
      let own = rest * opacities[id.batch]
      weights.append(own)
      rest -= own
    }
    return weights + [rest]
  }

  /// A part of the picture as the kernels see it.
  func kernelLayers(left: Int, top: Int) -> BelvedereLayers {
    let first = index(left, top, 0, 0)
    return BelvedereLayers(
      depth: depth.base + first, ids: ids.base + first, count: Int32(layers),  // checked: 16
      layer_stride: width * height * samples)
  }
}

extension Rasterizer {
  /// Finds the layers of translucent objects in front of what is opaque.
  ///
  /// What the layers held before is replaced.
  /// - Parameters:
  ///   - batches: those of the opaque picture, too: equal depths are decided by their numbers.
  ///   - opaque: of the layers' size and number of samples.
  /// - Returns: how many triangles were set up for the screen.
  @discardableResult
  public func drawTranslucent(
    _ objects: [TranslucentObject], batches: [TriangleBatch], before opaque: VisibilityBuffer,
    into layers: TranslucentLayers
  ) -> Int {
    precondition(opaque.width == view.width && opaque.height == view.height, "sizes differ")
    precondition(
      layers.width == view.width && layers.height == view.height
        && layers.samples == opaque.samples, "sizes differ")
    layers.opacities = Array(repeating: 0, count: batches.count)
    layers.lost = 0
    var placements: [BatchPlacement] = []
    var owners: [UInt32] = []
    for (number, object) in objects.enumerated() {
      for placement in object.placements {
        layers.opacities[placement.batch] = min(max(object.opacity, 0), 1)
        placements.append(placement)
        owners.append(UInt32(number))  // checked: fewer objects than placements
      }
    }
    return drawParts { part, left, top in
      let pass = PicturePass(
        view: part, threads: threads, scratch: scratch, kernels: vectors.kernels,
        placements: placements, batches: batches)
      var target = opaque.kernelTarget(
        left: left, top: top, width: part.width, height: part.height)
      var kernelLayers = layers.kernelLayers(left: left, top: top)
      return pass.findLayers(&target, &kernelLayers, owners: owners, lost: &layers.lost)
    }
  }
}

extension PicturePass {
  /// Finds the layers of objects: each placement belongs to that which `owners` tells.
  fileprivate func findLayers(
    _ target: inout BelvedereTarget, _ layers: inout BelvedereLayers, owners: [UInt32],
    lost: inout Int
  ) -> Int {
    // An object's triangles must follow each other in every tile.
    let visible = cull { i, _ in owners[i] }
    let strands = SharedPointer(scratch.strands(2 * threads))
    setup(
      0..<visible, strands.base, samples: target.samples, hasColors: false,
      run: { _, i in Int(owners[i]) }  // checked: 32 bits
    ) { _ in true }
    let (columns, rows) = (columns, rows)
    withUnsafeMutablePointer(to: &target) { target in
      withUnsafeMutablePointer(to: &layers) { layers in
        let (target, layers) = (SharedPointer(target), SharedPointer(layers))
        Parallel.forEach(columns * rows, threads: threads) { tile, strand in
          kernels.layers(
            strands.base, Int32(threads),  // checked: strands
            Int32(tile % columns), Int32(tile / columns),  // checked: a part's tiles
            target.base, layers.base, Int32(strand))  // checked: strands
        }
      }
    }
    for i in 0..<threads { lost += strands.base[i].lost }
    return (0..<threads).reduce(0) { $0 + strands.base[$1].triangle_count }
  }
}
