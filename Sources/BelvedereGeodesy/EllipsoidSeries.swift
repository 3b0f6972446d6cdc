/// The series in ε whose coefficients are polynomials in the third flattening n.
///
/// They are evaluated for n once per ellipsoid and are polynomials in ε from then on.
///
/// Source: Karney 2013, equations (24) and (25) for longitude; (63) for area in the form in n and
/// ε of the paper's published addenda. The coefficients were expanded anew from the integrals (8)
/// and (61) by computer algebra (`derive_series.py` beside the tests); `GeodesicSeriesTests`
/// compares the sums with numerical quadrature.
struct EllipsoidSeries: Sendable, Hashable {
  private let a3Polynomial: Polynomial
  private let c31, c32, c33, c34, c35: Polynomial
  private let c40, c41, c42, c43, c44, c45: Polynomial

  /// A₃ of the longitude integral.
  @inline(__always) func a3(_ ε: Double) -> Double { a3Polynomial(ε) }

  /// C₃ₗ of the longitude integral.
  @inline(__always) func c3(_ ε: Double) -> SixCoefficients {
    let q = ε * ε
    let q2 = q * q
    return SixCoefficients(
      c1: ε * c31(ε), c2: q * c32(ε), c3: q * ε * c33(ε), c4: q2 * c34(ε), c5: q2 * ε * c35(ε),
      c6: 0)
  }

  /// C₄ₗ of the area integral, l = 0 … 5.
  @inline(__always) func c4(_ ε: Double) -> SixCoefficients {
    let q = ε * ε
    let q2 = q * q
    return SixCoefficients(
      c1: c40(ε), c2: ε * c41(ε), c3: q * c42(ε), c4: q * ε * c43(ε), c5: q2 * c44(ε),
      c6: q2 * ε * c45(ε))
  }

  init(thirdFlattening n: Double) {
    func p(_ polynomial: Polynomial, over divisor: Double = 1) -> Double {
      polynomial(n) / divisor
    }
    a3Polynomial = Polynomial(
      1,
      p(Polynomial(-1, 1), over: 2),
      p(Polynomial(-2, -1, 3), over: 8),
      p(Polynomial(-1, -3, -1), over: 16),
      p(Polynomial(-3, -2), over: 64),
      -3.0 / 128)
    c31 = Polynomial(
      p(Polynomial(1, -1), over: 4),
      p(Polynomial(1, 0, -1), over: 8),
      p(Polynomial(3, 3, -1), over: 64),
      p(Polynomial(5, 2), over: 128),
      3.0 / 128)
    c32 = Polynomial(
      p(Polynomial(2, -3, 1), over: 32),
      p(Polynomial(3, -2, -3), over: 64),
      p(Polynomial(3, 1), over: 128),
      5.0 / 256)
    c33 = Polynomial(
      p(Polynomial(5, -9, 5), over: 192),
      p(Polynomial(9, -10), over: 384),
      7.0 / 512)
    c34 = Polynomial(p(Polynomial(7, -14), over: 512), 7.0 / 512)
    c35 = Polynomial(21.0 / 2560)

    c40 = Polynomial(
      p(Polynomial(30030, -12012, 3432, 572, 208, 100), over: 45045),
      p(Polynomial(-3003, 6864, -4576, 624, 64), over: 15015),
      p(Polynomial(-858, -4576, 14144, -10656), over: 45045),
      p(Polynomial(1573, -4784, -224), over: 45045),
      p(Polynomial(156, 1088), over: 45045),
      97.0 / 15015)
    c41 = Polynomial(
      p(Polynomial(3003, -6864, 4576, -624, -64), over: 135135),
      p(Polynomial(-2574, 9152, -11648, 5952), over: 135135),
      p(Polynomial(-1287, 1040, 5792), over: 135135),
      p(Polynomial(468, -2944), over: 135135),
      1.0 / 9009)
    c42 = Polynomial(
      p(Polynomial(1716, -4576, 4160, -1440), over: 225225),
      p(Polynomial(-1144, 4992, -8448), over: 225225),
      p(Polynomial(-936, 1856), over: 225225),
      8.0 / 10725)
    c43 = Polynomial(
      p(Polynomial(1144, -3328, 3584), over: 315315),
      p(Polynomial(-624, 3072), over: 315315),
      -136.0 / 63063)
    c44 = Polynomial(p(Polynomial(832, -2560), over: 405405), -128.0 / 135135)
    c45 = Polynomial(128.0 / 99099)
  }
}
