/// Polynomials of the fifth degree for all channels, by a parameter from 0 to 1.
struct ChannelQuintic: Sendable, Hashable, Codable {
  /// The coefficients, that of the constant first.
  private let c0, c1, c2, c3, c4, c5: Channels

  /// The polynomials with given values and derivatives by the parameter at both ends (Hermite).
  init(
    from p0: Channels, _ v0: Channels, _ a0: Channels, to p1: Channels, _ v1: Channels,
    _ a1: Channels
  ) {
    let change = p1 - p0
    c0 = p0
    c1 = v0
    c2 = a0 * 0.5
    var c: Channels = change * 10
    c -= v0 * 6
    c -= v1 * 4
    c -= a0 * 1.5
    c += a1 * 0.5
    c3 = c
    c = change * -15
    c += v0 * 8
    c += v1 * 7
    c += a0 * 1.5
    c -= a1
    c4 = c
    c = change * 6
    c -= (v0 + v1) * 3
    c += (a1 - a0) * 0.5
    c5 = c
  }

  @inline(__always) func value(_ x: Channels) -> Channels {
    var y: Channels = c5
    y = y * x + c4
    y = y * x + c3
    y = y * x + c2
    y = y * x + c1
    return y * x + c0
  }

  @inline(__always) func first(_ x: Channels) -> Channels {
    var y: Channels = c5 * 5
    y = y * x + c4 * 4
    y = y * x + c3 * 3
    y = y * x + c2 * 2
    return y * x + c1
  }

  @inline(__always) func second(_ x: Channels) -> Channels {
    var y: Channels = c5 * 20
    y = y * x + c4 * 12
    y = y * x + c3 * 6
    return y * x + c2 * 2
  }

  @inline(__always) func third(_ x: Channels) -> Channels {
    var y: Channels = c5 * 60
    y = y * x + c4 * 24
    return y * x + c3 * 6
  }

  /// The least and greatest of every channel over all of the parameter, from the control points of the
  /// Bézier form: between them lies the curve (the convex hull property), so that this is a bound, not
  /// a sample.
  var bounds: (low: Channels, high: Channels) {
    bounds(from: Channels(), length: Channels(repeating: 1))
  }

  /// The same over a part of the parameter, another one for each channel: where it begins, and how long
  /// it is.
  func bounds(from x: Channels, length: Channels) -> (low: Channels, high: Channels) {
    // The polynomial by the part of the part.
    let c0 = value(x)
    let c1 = first(x) * length
    var power = length * length
    let c2 = second(x) * 0.5 * power
    power *= length
    let c3 = third(x) / 6 * power
    power *= length
    let c4 = (self.c5 * 5 * x + self.c4) * power
    var point = c0
    var (low, high) = (point, point)
    func include() {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    point = c0 + c1 * 0.2
    include()
    point = c0 + c1 * 0.4 + c2 * 0.1
    include()
    point = c0 + c1 * 0.6 + c2 * 0.3
    point += c3 * 0.1
    include()
    point = c0 + c1 * 0.8 + c2 * 0.6
    point += c3 * 0.4 + c4 * 0.2
    include()
    point = value(x + length)
    include()
    return (low, high)
  }
}
