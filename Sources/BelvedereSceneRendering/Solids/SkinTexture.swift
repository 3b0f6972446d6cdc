import BelvedereGLTF
import BelvedereImaging
import BelvedereRasterization
import BelvedereSceneModel
import CBelvedereShading

/// A model's picture with its smaller versions, in memory that the kernels read.
final class SkinTexture: @unchecked Sendable {
  /// Valid as long as this object.
  let pointer: UnsafePointer<BelvedereSkinTexture>
  private let texels: UnsafeMutablePointer<UInt8>

  private static let linear = FrozenArray((0..<256).map { Transfer.linear(Float($0) / 255) })

  init(_ texture: Model.Texture) {
    let image = texture.image
    // Each level has a quarter of the texels.
    var sizes = [(width: image.width, height: image.height)]
    while sizes.count < BELVEDERE_MOST_SKIN_LEVELS, let last = sizes.last,
      last.width > 1 || last.height > 1
    {
      sizes.append((max(last.width / 2, 1), max(last.height / 2, 1)))
    }
    let count = sizes.reduce(0) { $0 + 4 * $1.width * $1.height }
    // bounded: by the limits of input pictures
    let texels = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    self.texels = texels
    var levels: [UnsafeMutablePointer<UInt8>] = []
    var next = texels
    for (width, height) in sizes {
      levels.append(next)
      next += 4 * width * height
    }
    image.bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { texels.initialize(from: base, count: bytes.count) }
    }
    for n in sizes.indices.dropFirst() {
      Self.halve(levels[n - 1], sizes[n - 1], into: levels[n], sizes[n])
    }
    var record = BelvedereSkinTexture()
    record.width = Int32(truncatingIfNeeded: image.width)
    record.height = Int32(truncatingIfNeeded: image.height)
    record.levels = Int32(truncatingIfNeeded: sizes.count)
    record.wrap_u = Self.number(texture.wrap.u)
    record.wrap_v = Self.number(texture.wrap.v)
    record.is_pixelated = texture.isPixelated ? 1 : 0
    record.linear = Self.linear.base
    withUnsafeMutableBytes(of: &record.texels) { bytes in
      let pointers = bytes.bindMemory(to: UnsafePointer<UInt8>?.self)
      for (n, level) in levels.enumerated() { pointers[n] = UnsafePointer(level) }
    }
    let memory = UnsafeMutablePointer<BelvedereSkinTexture>.allocate(capacity: 1)
    memory.initialize(to: record)
    pointer = UnsafePointer(memory)
  }

  deinit {
    pointer.deallocate()
    texels.deallocate()
  }

  private static func number(_ wrap: Model.Texture.Wrap) -> Int32 {
    switch wrap {
    case .clamped: Int32(BELVEDERE_SKIN_CLAMPED)  // checked: small
    case .repeated: Int32(BELVEDERE_SKIN_REPEATED)  // checked: small
    case .mirrored: Int32(BELVEDERE_SKIN_MIRRORED)  // checked: small
    }
  }

  /// Means of linear light over two by two texels, three where the size is odd.
  private static func halve(
    _ from: UnsafePointer<UInt8>, _ large: (width: Int, height: Int),
    into: UnsafeMutablePointer<UInt8>, _ small: (width: Int, height: Int)
  ) {
    func value(_ byte: UInt8) -> Float { linear.base[Int(byte)] }  // checked: a byte
    for y in 0..<small.height {
      let rows = y * large.height / small.height..<(y + 1) * large.height / small.height
      for x in 0..<small.width {
        let columns = x * large.width / small.width..<(x + 1) * large.width / small.width
        var sum = SIMD3<Float>.zero
        for row in rows {
          for column in columns {
            let p = from + 4 * (row * large.width + column)
            sum += SIMD3(value(p[0]), value(p[1]), value(p[2]))
          }
        }
        let mean = sum / Float(rows.count * columns.count)
        let to = into + 4 * (y * small.width + x)
        for k in 0..<3 {
          let encoded = (Transfer.encoded(mean[k]) * 255).rounded()
          to[k] = UInt8(Int(clamping: Double(encoded), in: 0...255))  // checked: a byte
        }
        to[3] = 255
      }
    }
  }
}

/// The pictures of a scene's models, made once for all places where a model stands.
struct ModelSkins: Sendable {
  private let textures: [String: [SkinTexture]]

  init(_ models: [PlacedModel]) {
    var textures: [String: [SkinTexture]] = [:]
    for placed in models where textures[placed.file] == nil {
      textures[placed.file] = placed.model.textures.map { SkinTexture($0) }
    }
    self.textures = textures
  }

  func texture(_ number: Int?, of placed: PlacedModel) -> SkinTexture? {
    guard let number, let all = textures[placed.file], all.indices.contains(number) else {
      return nil
    }
    return all[number]
  }
}
