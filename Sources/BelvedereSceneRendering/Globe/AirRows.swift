import BelvedereGeoMath
import BelvedereRasterization
import CBelvedereShading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Follows the rays of a table of the air, each towards every azimuth from the sun.
struct AirRows {
  private let sun: Vector3
  private let gain: Double
  private let azimuths: [Double]

  /// - Parameters:
  ///   - sunElevation: at the eye, radians.
  ///   - gain: of the light that is added.
  ///   - columns: azimuths from the sun, crowded around it.
  init(sunElevation: Double, gain: Double, columns: Int) {
    sun = Vector3(0, cos(sunElevation), sin(sunElevation))
    self.gain = gain
    azimuths = (0..<columns).map { 2 * asin(Double($0) / Double(columns - 1)) }
  }

  /// The light that is added, ray by ray, and what remains of light from behind each.
  func follow(
    _ rays: [AirRay], path: ShadingPath, threads: Int
  ) -> (added: FrozenArray<SIMD3<Float>>, through: FrozenArray<SIMD3<Float>>) {
    let columns = azimuths.count
    let added = SharedBuffer<SIMD3<Float>>(repeating: .zero, count: rays.count * columns)
    let through = SharedBuffer<SIMD3<Float>>(repeating: .zero, count: rays.count)
    defer {
      added.deallocate()
      through.deallocate()
    }
    let again = DiffuseAir()
    if let kernel = path.globeKernels?.pointee.air_row, columns == BELVEDERE_AIR_COLUMNS {
      let light = kernelLight(again)
      let cosines = azimuths.map { Float(cos($0)) }
      Parallel.forEach(rays.count, threads: threads) { i, _ in
        let planes = Self.follow(rays[i], light, cosines, kernel)
        for j in 0..<columns {
          added[i * columns + j] = SIMD3(
            planes.added[j], planes.added[columns + j], planes.added[2 * columns + j])
        }
        through[i] = planes.through
      }
    } else {
      Parallel.forEach(rays.count, threads: threads) { i, _ in
        for j in 0..<columns {
          let march = rays[i].march(azimuths[j], sun: sun, again)
          added[i * columns + j] = SIMD3(single: march.light * gain)
          through[i] = SIMD3(single: march.through)
        }
      }
    }
    return (
      FrozenArray((0..<(rays.count * columns)).map { added[$0] }),
      FrozenArray(rays.indices.map { through[$0] })
    )
  }

  private typealias Kernel =
    @convention(c) (
      UnsafePointer<BelvedereAirLight>?, UnsafePointer<BelvedereAirRay>?, UnsafePointer<Float>?,
      UnsafePointer<UnsafeMutablePointer<Float>?>?, UnsafeMutablePointer<Float>?
    ) -> Void

  /// Planes of red, green and blue of what is added.
  private static func follow(
    _ ray: AirRay, _ light: BelvedereAirLight, _ cosines: [Float], _ kernel: Kernel
  ) -> (added: [Float], through: SIMD3<Float>) {
    var through: [Float] = [0, 0, 0]
    let count = cosines.count
    let added = [Float](unsafeUninitializedCapacity: 3 * count) { values, filled in
      values.initialize(repeating: 0)
      filled = 3 * count
      guard let base = values.baseAddress else { return }
      withUnsafePointer(to: light) { light in
        withUnsafePointer(to: BelvedereAirRay(ray)) { ray in
          kernel(light, ray, cosines, [base, base + count, base + 2 * count], &through)
        }
      }
    }
    return (added, SIMD3(through[0], through[1], through[2]))
  }

  private func kernelLight(_ again: DiffuseAir) -> BelvedereAirLight {
    var light = BelvedereAirLight()
    (light.radius, light.top) = (Atmosphere.planetRadius, Atmosphere.airTop)
    func floats(_ v: Vector3) -> [Float] { [Float(v.x), Float(v.y), Float(v.z)] }
    BelvedereShading.fill(&light.rayleigh, floats(Atmosphere.rayleigh))
    BelvedereShading.fill(&light.ozone, floats(Atmosphere.ozone))
    light.mie = Float(Atmosphere.mie)
    precondition(DiffuseAir.count == BELVEDERE_AIR_AGAIN)
    let planes: [Float] = (0..<3).flatMap { k in again.nodes.map { floats($0)[k] } + [0] }
    BelvedereShading.fill(&light.again, planes)
    light.again_lowest = Float(DiffuseAir.lowest)
    (light.sun_sine, light.sun_cosine) = (sun.z, sun.y)
    light.gain = Float(gain)
    return light
  }
}

extension BelvedereAirRay {
  fileprivate init(_ ray: AirRay) {
    precondition(2 * AirRay.steps == BELVEDERE_AIR_PIECES)
    self.init()
    (eye, sine, rise) = (ray.eye, ray.sine, ray.rise)
    count = Int32(truncatingIfNeeded: ray.pieces.count)
    BelvedereShading.fill(&middle, ray.pieces.map { $0.middle })
    BelvedereShading.fill(&length, ray.pieces.map { $0.length })
  }
}
