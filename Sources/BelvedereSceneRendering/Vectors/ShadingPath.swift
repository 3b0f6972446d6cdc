import CBelvedereShading

/// The code that shades pictures.
///
/// The kernels shade sixteen parts of pixels at once; those of every set of instructions give the same
/// bytes. The scalar code shades one at a time: it is what the kernels are compared with, and what
/// draws views that they do not know.
public struct ShadingPath: @unchecked Sendable, CustomStringConvertible {
  /// Of pictures of the flat map; `nil` for the scalar code.
  let kernels: UnsafePointer<BelvedereShadingKernels>?

  /// Of pictures of the globe.
  var globeKernels: UnsafePointer<BelvedereShadingKernels>? {
    kernels.flatMap { belvedere_globe_kernels_named($0.pointee.name) }
  }

  /// The kernels for the widest vectors that this processor has; the environment's
  /// `BELVEDERE_VECTORS` may ask for others.
  public static let best = ShadingPath(kernels: belvedere_shading_kernels())

  /// One part of a pixel at a time: some twenty times slower.
  public static let scalar = ShadingPath(kernels: nil)

  /// The kernels that this processor can run, the portable ones first.
  public static let available: [ShadingPath] = ["portable", "avx2", "avx512"].compactMap {
    (name: String) in belvedere_shading_kernels_named(name).map { ShadingPath(kernels: $0) }
  }

  public var description: String { kernels.map { String(cString: $0.pointee.name) } ?? "scalar" }
}
