/// Six coefficients of a Fourier series.
struct SixCoefficients: Sendable, Hashable {
  var c1, c2, c3, c4, c5, c6: Double

  /// Σ c_l sin 2lσ for l = 1 … 6, by Clenshaw's recurrence.
  @inline(__always) func sineSum(_ σ: SineCosine) -> Double {
    let u = 2 * (σ.cosine - σ.sine) * (σ.cosine + σ.sine)
    let b5 = c5 + u * c6
    let b4 = c4 + u * b5 - c6
    let b3 = c3 + u * b4 - b5
    let b2 = c2 + u * b3 - b4
    let b1 = c1 + u * b2 - b3
    return 2 * σ.sine * σ.cosine * b1
  }

  /// Σ c_{l+1} cos (2l+1)σ for l = 0 … 5, by Clenshaw's recurrence.
  @inline(__always) func oddCosineSum(_ σ: SineCosine) -> Double {
    let u = 2 * (σ.cosine - σ.sine) * (σ.cosine + σ.sine)
    let b5 = c5 + u * c6
    let b4 = c4 + u * b5 - c6
    let b3 = c3 + u * b4 - b5
    let b2 = c2 + u * b3 - b4
    let b1 = c1 + u * b2 - b3
    return σ.cosine * (b1 - b2)
  }
}

/// The series in ε whose coefficients do not depend on the ellipsoid.
///
/// Source: Karney 2013, equations (17), (18), (21), (42) and (43). The coefficients were expanded
/// anew from the integrals (7) and (41) by computer algebra (`derive_series.py` beside the tests);
/// `GeodesicSeriesTests` compares the sums with numerical quadrature.
enum GeodesicSeries {
  /// ε from k²: equation (16), in the form without cancellation.
  @inline(__always) static func epsilon(kSquared k2: Double) -> Double {
    k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
  }

  /// A₁ of the distance integral.
  @inline(__always) static func a1(_ ε: Double) -> Double {
    let q = ε * ε
    return (1 + q * (1.0 / 4 + q * (1.0 / 64 + q / 256))) / (1 - ε)
  }

  /// C₁ₗ of the distance integral.
  @inline(__always) static func c1(_ ε: Double) -> SixCoefficients {
    let q = ε * ε
    let ε3 = q * ε
    let q2 = q * q
    return SixCoefficients(
      c1: ε * (-1.0 / 2 + q * (3.0 / 16 - q / 32)),
      c2: q * (-1.0 / 16 + q * (1.0 / 32 - q * (9.0 / 2048))),
      c3: ε3 * (-1.0 / 48 + q * (3.0 / 256)),
      c4: q2 * (-5.0 / 512 + q * (3.0 / 512)),
      c5: q2 * ε * (-7.0 / 1280),
      c6: q2 * q * (-7.0 / 2048))
  }

  /// C₁′ₗ of the distance integral reverted.
  @inline(__always) static func c1Reverted(_ ε: Double) -> SixCoefficients {
    let q = ε * ε
    let ε3 = q * ε
    let q2 = q * q
    return SixCoefficients(
      c1: ε * (1.0 / 2 + q * (-9.0 / 32 + q * (205.0 / 1536))),
      c2: q * (5.0 / 16 + q * (-37.0 / 96 + q * (1335.0 / 4096))),
      c3: ε3 * (29.0 / 96 - q * (75.0 / 128)),
      c4: q2 * (539.0 / 1536 - q * (2391.0 / 2560)),
      c5: q2 * ε * (3467.0 / 7680),
      c6: q2 * q * (38081.0 / 61440))
  }

  /// A₂ of the second part of the reduced length.
  @inline(__always) static func a2(_ ε: Double) -> Double {
    let q = ε * ε
    return (1 + q * (1.0 / 4 + q * (9.0 / 64 + q * (25.0 / 256)))) * (1 - ε)
  }

  /// C₂ₗ of the second part of the reduced length.
  @inline(__always) static func c2(_ ε: Double) -> SixCoefficients {
    let q = ε * ε
    let ε3 = q * ε
    let q2 = q * q
    return SixCoefficients(
      c1: ε * (1.0 / 2 + q * (1.0 / 16 + q / 32)),
      c2: q * (3.0 / 16 + q * (1.0 / 32 + q * (35.0 / 2048))),
      c3: ε3 * (5.0 / 48 + q * (5.0 / 256)),
      c4: q2 * (35.0 / 512 + q * (7.0 / 512)),
      c5: q2 * ε * (63.0 / 1280),
      c6: q2 * q * (77.0 / 2048))
  }
}

/// A polynomial of up to the fifth degree, constant term first.
struct Polynomial: Sendable, Hashable {
  var p0, p1, p2, p3, p4, p5: Double

  init(
    _ p0: Double, _ p1: Double = 0, _ p2: Double = 0, _ p3: Double = 0, _ p4: Double = 0,
    _ p5: Double = 0
  ) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
    self.p4 = p4
    self.p5 = p5
  }

  @inline(__always) func callAsFunction(_ x: Double) -> Double {
    p0 + x * (p1 + x * (p2 + x * (p3 + x * (p4 + x * p5))))
  }
}
