import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way between two views of a plane that seems shortest: it zooms out as far as panning is saved
/// by it, and in again.
///
/// A view is a place along a line, u, and the width w of what is seen there. Among all ways from one
/// view to another this one has the least length where du along the line counts ρ·du/w and a change dw of
/// the width dw/(ρ·w), as the hypotenuse of both. At constant speed along it the picture seems to move
/// evenly.
///
/// Where the width may not exceed a limit the way climbs to it, follows it, and descends: the least length
/// under the limit; the width's second derivative then jumps where the limit begins and ends, unless it is
/// rounded there.
///
/// Accuracy: 1e-12 of the widths and of the way, for ratios of widths and of the way to a width up to 1e12.
/// Source: van Wijk and Nuij, "Smooth and efficient zooming and panning", InfoVis 2003, equation (9).
public struct ZoomPan: Sendable, Hashable {
  /// Metres seen across at the start and at the end, above 0.
  public let startWidth, endWidth: Double
  /// Metres between the two places, at least 0.
  public let way: Double
  /// ρ, above 0: how much dearer panning is than zooming; about √2 pleases most people.
  public let curvature: Double
  /// The length of the way; no unit.
  public let length: Double
  private let course: Course

  private enum Course: Hashable {
    /// On one place, or so nearly that only the limit of the formula can be calculated.
    case zoom
    /// The hyperbola's parameter at the start.
    case arc(start: Double)
    /// A climb up to a width, so much length at it, and a descent, lengths and grounds covered.
    case plateau(width: Double, climb: Double, cruise: Double, covered: Double, descended: Double)
    /// The same, smoother and a little longer.
    case rounded(RoundedPlateau)
  }

  /// Finds a way.
  ///
  /// - Parameters:
  ///   - startWidth, endWidth: metres, finite, above 0.
  ///   - way: metres, finite, at least 0.
  ///   - curvature: ρ, within [0.01, 100].
  ///   - maximumWidth: the width that is not exceeded, at least both others; `nil` for no limit.
  ///   - isRounded: whether three derivatives are to be continuous where the limit begins and ends. The way
  ///     is then not quite the shortest, and its perceived speed even within 1 %, but where it sets out or
  ///     arrives at its greatest width.
  /// - Throws: `DomainError` that names the field.
  public init(
    from startWidth: Double, to endWidth: Double, along way: Double,
    curvature: Double = 2.0.squareRoot(), maximumWidth: Double? = nil, isRounded: Bool = false
  ) throws(DomainError) {
    for (field, value) in [("startWidth", startWidth), ("endWidth", endWidth)] {
      guard value > 0, value <= 1e12 else {
        throw DomainError(field: field, value: value, allowed: "metres above 0, at most 1e12")
      }
    }
    guard way >= 0, way <= 1e12 else {
      throw DomainError(field: "way", value: way, allowed: "metres from 0 to 1e12")
    }
    guard (0.01...100).contains(curvature) else {
      throw DomainError(field: "curvature", value: curvature, allowed: "between 0.01 and 100")
    }
    if let maximumWidth {
      guard maximumWidth >= max(startWidth, endWidth) else {
        throw DomainError(
          field: "maximumWidth", value: maximumWidth,
          allowed: "at least the widths at the ends, \(max(startWidth, endWidth))")
      }
    }
    self.init(checked: startWidth, endWidth, way, curvature, maximumWidth ?? .infinity, isRounded)
  }

  private init(
    checked w0: Double, _ w1: Double, _ u: Double, _ ρ: Double, _ maximum: Double, _ isRounded: Bool
  ) {
    (startWidth, endWidth, way, curvature) = (w0, w1, u, ρ)
    guard u > 1e-12 * min(w0, w1) else {
      course = .zoom
      length = abs(log(w1 / w0)) / ρ
      return
    }
    let ρ2u = ρ * ρ * u
    let difference = (w1 - w0) * (w1 + w0)
    let r0 = -asinh((difference + ρ2u * ρ2u) / (2 * w0 * ρ2u))
    let r1 = -asinh((difference - ρ2u * ρ2u) / (2 * w1 * ρ2u))
    guard r0 < 0, r1 > 0, w0 * cosh(r0) > maximum else {
      course = .arc(start: r0)
      length = (r1 - r0) / ρ
      return
    }
    if isRounded {
      let plateau = RoundedPlateau(from: w0, to: w1, along: u, curvature: ρ, maximum: maximum)
      course = .rounded(plateau)
      length = plateau.length
      return
    }
    let climb = acosh(max(maximum / w0, 1)) / ρ
    let descent = acosh(max(maximum / w1, 1)) / ρ
    let covered = maximum / (ρ * ρ) * tanh(ρ * climb)
    let descended = maximum / (ρ * ρ) * tanh(ρ * descent)
    let cruise = max(ρ * (u - covered - descended) / maximum, 0)
    course = .plateau(
      width: maximum, climb: climb, cruise: cruise, covered: covered, descended: descended)
    length = climb + cruise + descent
  }

  /// Where on the way, as parts of its length, the greatest width inside it begins and ends; `nil` where
  /// the greatest width is at an end.
  public var apex: ClosedRange<Double>? {
    switch course {
    case .zoom: return nil
    case .arc(let r0):
      let part = -r0 / (curvature * length)
      return part > 0 && part < 1 ? part...part : nil
    case .plateau(_, let climb, let cruise, _, _):
      let begin = min(climb / length, 1)
      return begin...max(min((climb + cruise) / length, 1), begin)
    case .rounded(let plateau):
      guard plateau.cruise > 0 || (plateau.climb > 0 && plateau.descent > 0) else { return nil }
      let begin = min(plateau.climb / length, 1)
      return begin...max(min((plateau.climb + plateau.cruise) / length, 1), begin)
    }
  }

  /// The view at a part of the way's length: metres from the start, and metres seen across.
  ///
  /// - Parameter part: held within [0, 1]; 0 where it is not a number. The ends are met exactly.
  public func view(at part: Double) -> (way: Double, width: Double) {
    guard part > 0 else { return (0, startWidth) }
    guard part < 1 else { return (way, endWidth) }
    let ρ = curvature
    let s = part * length
    switch course {
    case .zoom:
      let growth = endWidth < startWidth ? -ρ : ρ
      // The arc's limit: the way grows with the square of the width.
      let whole = expm1(2 * growth * length)
      let share = whole == 0 ? part : expm1(2 * growth * s) / whole
      return (way * share, startWidth * exp(growth * s))
    case .arc(let r0):
      // Equation (9), its difference of hyperbolic tangents written as one quotient.
      let divisor = cosh(ρ * s + r0)
      return (
        min(startWidth * sinh(ρ * s) / (ρ * ρ * divisor), way), startWidth * cosh(r0) / divisor
      )
    case .plateau(let w, let climb, let cruise, let covered, let descended):
      if s < climb {
        let left = ρ * (climb - s)
        return (max(covered - w / (ρ * ρ) * tanh(left), 0), w / cosh(left))
      }
      if s <= climb + cruise { return (covered + (s - climb) * w / ρ, w) }
      let gone = ρ * (s - climb - cruise)
      return (min(way - descended + w / (ρ * ρ) * tanh(gone), way), w / cosh(gone))
    case .rounded(let plateau): return plateau.view(at: s)
    }
  }

  /// How a view changes along the way: metres, and the natural logarithm of the width, by the part of the
  /// way's length.
  struct Derivatives {
    var way = (first: 0.0, second: 0.0, third: 0.0)
    var logWidth = (first: 0.0, second: 0.0, third: 0.0)
  }

  /// The derivatives of ``view(at:)``; at the ends those from inside.
  func derivatives(at part: Double) -> Derivatives {
    let ρ = curvature
    let s = min(max(part, 0), 1) * length
    var result = Derivatives()
    /// The hyperbola at a parameter that grows or falls by ρ for each unit of length.
    func hyperbola(_ x: Double, top: Double, _ direction: Double) {
      let (slope, falling) = (tanh(x) * direction, 1 / (cosh(x) * cosh(x)))
      result.way = (
        top / ρ * falling, -2 * top * slope * falling,
        2 * ρ * top * falling * (2 * slope * slope - falling)
      )
      result.logWidth = (-ρ * slope, -ρ * ρ * falling, 2 * ρ * ρ * ρ * slope * falling)
    }
    switch course {
    case .zoom:
      let growth = endWidth < startWidth ? -ρ : ρ
      let whole = expm1(2 * growth * length)
      let first = whole == 0 ? 0 : way * 2 * growth * exp(2 * growth * s) / whole
      result.way = (first, 2 * growth * first, 4 * growth * growth * first)
      result.logWidth = (growth, 0, 0)
    case .arc(let r0):
      hyperbola(ρ * s + r0, top: startWidth * cosh(r0), 1)
    case .plateau(let w, let climb, let cruise, _, _):
      if s < climb {
        hyperbola(ρ * (climb - s), top: w, -1)
      } else if s <= climb + cruise {
        result.way = (w / ρ, 0, 0)
      } else {
        hyperbola(ρ * (s - climb - cruise), top: w, 1)
      }
    case .rounded(let plateau): result = plateau.derivatives(at: s)
    }
    func scale(_ d: inout (first: Double, second: Double, third: Double)) {
      d = (d.first * length, d.second * length * length, d.third * length * length * length)
    }
    scale(&result.way)
    scale(&result.logWidth)
    return result
  }
}
