import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Many sources are found by where they lie; the answers are those of looking at all of them.
@Suite("Many sources of elevations") struct ManySourcesTests {
  private func field(_ random: inout SplitMix64, near longitude: Double) -> HeightField {
    let south = Double.random(in: -60...60, using: &random)
    let west = longitude + Double.random(in: -8...8, using: &random)
    let size = Double.random(in: 0.5...4, using: &random)
    return HeightField(
      width: 5, height: 5,
      bounds: GeographicBounds(south: south, west: west, north: south + size, east: west + size),
      samples: (0..<25).map { _ in Float.random(in: 0...1000, using: &random) })
  }

  /// A field's box and a cell around it.
  private func grown(_ field: HeightField) -> GeographicBounds {
    let (b, tall, wide) = (field.bounds, field.resolution, field.longitudinalResolution)
    return GeographicBounds(
      south: b.south - tall, west: b.west - wide, north: b.north + tall, east: b.east + wide)
  }

  @Test("a mosaic of many is, at each place, the mosaic of those there", arguments: [0.0, 179])
  func mosaic(longitude: Double) throws {
    var random = SplitMix64(seed: 7)
    let fields = (0..<150).map { _ in field(&random, near: longitude) }
    let all = ElevationMosaic(fields)
    var known = 0
    for n in 0..<3000 {
      // Many places lie on edges and beyond the antimeridian.
      let box = fields[n % fields.count].bounds
      let latitude =
        n % 5 == 0 ? box.north : Double.random(in: box.south...box.north, using: &random)
      let turn = n % 3 == 0 ? -360.0 : 0
      let place =
        (n % 7 == 0 ? box.east : Double.random(in: (box.west - 1)...box.east, using: &random))
        + turn
      // Those that lie there, others beneath and beside them, by which the width of their seams goes, and what is
      // beside these: a neighbour runs over its edge, by its own neighbours.
      let there = fields.filter { $0.bounds.contains(latitude: latitude, longitude: place) }
      func beside(_ some: [HeightField]) -> [HeightField] {
        fields.filter { field in
          some.contains { !grown($0).intersections(with: field.bounds).isEmpty }
        }
      }
      let near = ElevationMosaic(beside(beside(there)))
      let expected = near.elevation(latitude: latitude, longitude: place)
      let found = all.elevation(latitude: latitude, longitude: place)
      #expect(found == expected, "\(latitude), \(place)")
      let batch = all.elevations(
        latitudes: [latitude, latitude - 0.3], longitudes: [place, place + 0.4])
      #expect(
        expected.map { abs(Float($0) - batch[0]) < 1e-2 } ?? batch[0].isNaN, "\(latitude), \(place)"
      )
      #expect(
        all.range(
          in: GeographicBounds(
            south: latitude - 0.1, west: place - 0.1, north: latitude + 0.1, east: place + 0.1))
          != nil || expected == nil)
      if expected != nil { known += 1 }
    }
    #expect(known > 2000)
  }

  @Test("many hills sum up as each of them alone")
  func hills() throws {
    var random = SplitMix64(seed: 11)
    let bounds = GeographicBounds(south: 60, west: 170, north: 66, east: 190)
    let hills = (0..<400).map { _ in
      HillField.Hill(
        center: Coordinate(
          latitude: .random(in: 60...66, using: &random),
          longitude: .random(in: 170...190, using: &random)),
        height: .random(in: -200...900, using: &random),
        radius: .random(in: 500...60_000, using: &random))
    }
    let all = HillField(hills: hills, bounds: bounds)
    let single = hills.map { HillField(hills: [$0], bounds: bounds) }
    var raised = 0
    for _ in 0..<1000 {
      let latitude = Double.random(in: 60...66, using: &random)
      let longitude = Double.random(in: 170...190, using: &random)
      var sum = 0.0
      for field in single {
        let own = field.elevation(latitude: latitude, longitude: longitude) ?? .nan
        if own != 0 { sum += own }
      }
      let found = all.elevation(latitude: latitude, longitude: longitude)
      #expect(found == sum)
      #expect(all.elevations(latitudes: [latitude], longitudes: [longitude]) == [Float(sum)])
      #expect(all.range.contains(sum))
      if sum != 0 { raised += 1 }
    }
    #expect(raised > 800)
    #expect(all.depth < hills.count)
  }

  @Test("the depth of sources counts those over one part of the ground")
  func depth() {
    func sources(_ step: Double) -> [ElevationMosaic.Source] {
      (0..<100).map { n in
        let west = Double(n) * step
        return ElevationMosaic.Source(
          HeightField(
            width: 2, height: 2,
            bounds: GeographicBounds(south: 0, west: west, north: 1, east: west + 1),
            samples: [1, 2, 3, 4]))
      }
    }
    #expect(ElevationMosaic.depth(of: sources(0)) == 100)
    #expect(ElevationMosaic.depth(of: sources(1)) < 16)
  }
}
