import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ZoomPanTests {
  /// The perceived length of a polyline of views, from the metric itself.
  private func length(_ views: [(way: Double, width: Double)], _ curvature: Double) -> Double {
    zip(views, views.dropFirst()).reduce(0) { sum, pair in
      let (a, b) = pair
      let w = (a.width * b.width).squareRoot()
      return sum + hypot(curvature * (b.way - a.way), (b.width - a.width) / curvature) / w
    }
  }

  private func views(_ way: ZoomPan, _ count: Int) -> [(way: Double, width: Double)] {
    (0...count).map { way.view(at: Double($0) / Double(count)) }
  }

  @Test(
    "lengths are those of d3-interpolate, [0, 0, 1] to [10, 0, 8]",
    arguments: [(2.0.squareRoot(), 2872.5), (2, 3775)])
  func publishedLengths(_ curvature: Double, _ milliseconds: Double) throws {
    let way = try ZoomPan(from: 1, to: 8, along: 10, curvature: curvature)
    #expect(abs(way.length * curvature / 2.0.squareRoot() * 1000 - milliseconds) < 0.5)
  }

  @Test func theWayIsPassedAtOneSpeedAndItsLengthIsTheMetrics() throws {
    var random = SplitMix64(seed: 7)
    for n in 0..<200 {
      let (w0, w1) = (exp(random.double(0...12)), exp(random.double(0...12)))
      let u = exp(random.double(-8...14))
      let ρ = random.double(0.5...2.5)
      let limit = n % 2 == 0 ? nil : max(w0, w1) * random.double(1...2)
      let way = try ZoomPan(from: w0, to: w1, along: u, curvature: ρ, maximumWidth: limit)
      // Of longer ones the polyline has too few points.
      guard way.length < 50 else { continue }
      let views = views(way, 4000)
      #expect(abs(length(views, ρ) - way.length) < 2e-5 * way.length)
      let tenth = length(Array(views[0...400]), ρ)
      #expect(abs(tenth - way.length / 10) < 1e-4 * way.length)
      #expect(zip(views, views.dropFirst()).allSatisfy { $0.way <= $1.way })
      if let limit { #expect(views.allSatisfy { $0.width <= limit * (1 + 1e-12) }) }
      #expect(views[0] == (0, w0) && views[4000] == (u, w1))
    }
  }

  @Test func noNeighbouringWayIsShorter() throws {
    var random = SplitMix64(seed: 8)
    for n in 0..<100 {
      let (w0, w1) = (exp(random.double(0...5)), exp(random.double(0...5)))
      let u = exp(random.double(0...9))
      let limit = n % 2 == 0 ? Double.infinity : max(w0, w1) * random.double(1...1.5)
      let way = try ZoomPan(
        from: w0, to: w1, along: u, maximumWidth: limit == .infinity ? nil : limit)
      guard way.length < 50 else { continue }
      let views = views(way, 2000)
      let own = length(views, way.curvature)
      for _ in 0..<4 {
        // A bump of the width, of the way, or both, that leaves the ends and keeps the limit.
        let (a, b) = (random.double(-0.2...0.2), random.double(-0.1...0.1))
        let waves = Double(random.int(1...3))
        let other = views.enumerated().map { i, view in
          let bump = sin(.pi * waves * Double(i) / 2000)
          return (
            way: view.way + b * u * bump * bump * 0.3,
            width: min(view.width * exp(a * bump), limit)
          )
        }
        #expect(length(other, way.curvature) >= own * (1 - 1e-7))
      }
    }
  }

  @Test func theWayBackIsTheMirrorImage() throws {
    var random = SplitMix64(seed: 9)
    for n in 0..<300 {
      let (w0, w1) = (exp(random.double(-5...20)), exp(random.double(-5...20)))
      let u = exp(random.double(-20...20))
      let limit = n % 3 == 0 ? max(w0, w1) * 1.2 : nil
      let there = try ZoomPan(from: w0, to: w1, along: u, maximumWidth: limit)
      let back = try ZoomPan(from: w1, to: w0, along: u, maximumWidth: limit)
      #expect(abs(there.length - back.length) <= 1e-12 * (1 + there.length))
      for part in [0.01, 0.2, 0.5, 0.77, 0.999] {
        let (a, b) = (there.view(at: part), back.view(at: 1 - part))
        #expect(abs(a.width - b.width) <= 1e-11 * a.width)
        #expect(abs(a.way - (u - b.way)) <= 1e-11 * (u + min(w0, w1)))
      }
    }
  }

  @Test("no ratio of widths and ways makes a jump or a number that is none")
  func extremes() throws {
    let sizes = [1e-6, 1e-3, 1, 1 + 1e-12, 1e3, 1e9, 1e12]
    for w0 in sizes {
      for w1 in sizes {
        for u in [0, 1e-300, 1e-18, 1e-12, 1e-9, 1e-3, 1, 1e6, 1e12] {
          for limit in [nil, max(w0, w1)] {
            let way = try ZoomPan(from: w0, to: w1, along: u, maximumWidth: limit)
            // So far the places themselves can be told apart on the screen.
            guard u <= 1e12 * min(w0, w1) else { continue }
            let digits = u * 1e-15 / min(w0, w1) * way.curvature
            #expect(way.length.isFinite && way.length >= 0)
            let views = views(way, 1000)
            let step = way.length / 1000 * 1.01 + 1e-9
            for (a, b) in zip(views, views.dropFirst()) {
              #expect(b.way >= a.way - 1e-12 * u && b.way <= u && b.width.isFinite)
              let apart = hypot(
                way.curvature * (b.way - a.way) / min(a.width, b.width),
                log(b.width / a.width) / way.curvature)
              #expect(
                apart <= step * max(a.width, b.width) / min(a.width, b.width) + digits,
                "\(w0) \(w1) \(u) \(String(describing: limit))")
            }
          }
        }
      }
    }
  }

  @Test func nonsenseIsRefusedByName() {
    func field(_ make: () throws(DomainError) -> ZoomPan) -> String? {
      do {
        _ = try make()
        return nil
      } catch {
        return error.field
      }
    }
    for bad in [0, -1, .nan, .infinity] {
      #expect(
        field { () throws(DomainError) in try ZoomPan(from: bad, to: 1, along: 1) } == "startWidth")
      #expect(
        field { () throws(DomainError) in try ZoomPan(from: 1, to: bad, along: 1) } == "endWidth")
      #expect(
        field { () throws(DomainError) in try ZoomPan(from: 1, to: 1, along: 1, curvature: bad) }
          == "curvature")
    }
    for bad in [-1, .nan, .infinity] {
      #expect(field { () throws(DomainError) in try ZoomPan(from: 1, to: 1, along: bad) } == "way")
    }
    for bad in [1.5, .nan] {
      #expect(
        field { () throws(DomainError) in
          try ZoomPan(from: 1, to: 2, along: 1, maximumWidth: bad)
        } == "maximumWidth")
    }
  }
}
