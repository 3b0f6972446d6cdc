import CBelvedereRaster

/// The instructions that the rasteriser's inner loops use. All give the same bits.
public struct VectorPath: @unchecked Sendable, CustomStringConvertible {
  let table: UnsafePointer<BelvedereKernels>

  var kernels: BelvedereKernels { table.pointee }

  /// The widest that this processor has; the environment's `BELVEDERE_VECTORS` may ask for another.
  public static let best = VectorPath(table: belvedere_kernels())

  /// The paths that this processor can run, the portable one first.
  public static let available: [VectorPath] = ["portable", "avx2", "avx512"].compactMap {
    (name: String) in belvedere_kernels_named(name).map { VectorPath(table: $0) }
  }

  public var description: String { String(cString: table.pointee.name) }
}
