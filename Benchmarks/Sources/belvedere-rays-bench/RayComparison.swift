import Belvedere
import BenchmarkSupport
import CPeerRays

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Our rays beside Embree's.
struct RayComparison {
  let name: String
  let count: Int
  /// Millions of rays for each second of the processor, round by round.
  let ours, single, packets: [Double]
  /// The part of the rays of which one hits and the other misses, and the median and 99th percentile
  /// of the distances between hits in metres.
  let disagreement, median, far: Double

  init(_ set: RaySet, _ surface: TerrainSurface, _ peer: OpaquePointer, rounds: Int) {
    name = set.name
    count = set.rays.count
    let rays = set.rays
    let flat = rays.flatMap { r in
      [r.origin.x, r.origin.y, r.origin.z, r.direction.x, r.direction.y, r.direction.z]
    }
    var casts = [TerrainCast](repeating: .miss, count: count)
    var hits = [Double](repeating: .nan, count: count)
    var (ours, single, packets): ([Double], [Double], [Double]) = ([], [], [])
    func rate(_ work: () -> Void) -> Double {
      let start = Self.processorSeconds()
      work()
      return Double(rays.count) / (Self.processorSeconds() - start) / 1e6
    }
    // The first round warms up.
    for round in 0...rounds {
      let a = rate {
        rays.withUnsafeBufferPointer { rays in
          casts.withUnsafeMutableBufferPointer { surface.cast(rays, into: $0) }
        }
      }
      let b = rate { peer_terrain_cast_packets(peer, rays.count, flat, &hits) }
      let c = rate { peer_terrain_cast(peer, rays.count, flat, &hits) }
      if round > 0 {
        ours.append(a)
        packets.append(b)
        single.append(c)
      }
    }
    (self.ours, self.single, self.packets) = (ours, single, packets)
    var others = 0
    var distances: [Double] = []
    for (cast, hit) in zip(casts, hits) {
      if let mine = cast.hit, hit.isFinite {
        distances.append(abs(mine.t - hit))
      } else if (cast.hit != nil) != hit.isFinite {
        others += 1
      }
    }
    distances.sort()
    disagreement = Double(others) / Double(rays.count)
    median = distances.isEmpty ? .nan : distances[distances.count / 2]
    far = distances.isEmpty ? .nan : distances[distances.count * 99 / 100]
  }

  /// The seconds that this thread has had a processor.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Whether the answers are those of the same ground: bilinear patches and pairs of triangles differ
  /// at most by a quarter of a cell's relief, but at edges of ridges.
  var agrees: Bool { disagreement < 0.002 && median < 2 }
}
