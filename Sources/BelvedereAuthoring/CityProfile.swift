/// How the houses of a district look: sizes, heights and colours.
package struct CityProfile {
  /// Metres along the street, and the share by which it varies.
  package let lot, lotVariation: Double
  /// Metres from the street inward, and the share by which it varies.
  package let depth, depthVariation: Double
  /// Whether houses also face the cross streets, between the two rows of a block.
  package let closesEnds: Bool
  /// The least and greatest number of neighbours of one depth.
  package let run: ClosedRange<Double>
  /// Metres between the right of way and the front.
  package let setback: Double
  /// The share of lots that are built.
  package let coverage: Double
  /// The weights of one storey, two storeys and so on.
  package let storeys: [Double]
  package let storeyHeight: Double
  /// The share of towers, their least and greatest height; low ones are more common.
  package let towerShare, towerLow, towerHigh: Double
  package let styles, towerStyles: [(style: Int, weight: Double)]

  package init(_ source: CitySource, styles names: [String]) throws {
    func pair(_ name: String) throws -> (Double, Double) {
      let numbers = try source.required(name).numbers()
      guard numbers.count == 2, numbers[0] > 0 else {
        throw source.error("\"\(name)\" needs a length and a variation")
      }
      return (numbers[0], numbers[1])
    }
    (lot, lotVariation) = try pair("lot")
    (depth, depthVariation) = try pair("depth")
    closesEnds = try source.number("ends", or: 1) != 0
    let run = try source.optional("run")?.numbers() ?? [1, 1]
    guard run.count == 2, run[0] >= 1, run[1] >= run[0] else {
      throw source.error("\"run\" needs a least and a greatest number of lots")
    }
    self.run = run[0]...run[1]
    setback = try source.number("setback", or: 0)
    coverage = try source.number("coverage", or: 1)
    storeys = try source.required("storeys").numbers()
    storeyHeight = try source.number("storeyHeight", or: 3.2)
    let towers = try source.optional("towers")?.numbers() ?? [0, 0, 0]
    guard towers.count == 3 else { throw source.error("towers need [share, low, high]") }
    (towerShare, towerLow, towerHigh) = (towers[0], towers[1], towers[2])
    func weights(_ source: CitySource) throws -> [(style: Int, weight: Double)] {
      try source.members().map { name, weight in
        guard let index = names.firstIndex(of: name) else {
          throw weight.error("there is no style \"\(name)\"")
        }
        return (index, try weight.number())
      }
    }
    self.styles = try weights(source.required("styles"))
    towerStyles = try source.optional("towerStyles").map(weights) ?? self.styles
  }

  /// How many neighbours from here on are alike, how deep they are and whether they are built.
  package func drawRun(
    from random: inout CityRandom
  ) -> (count: Int, depth: Double, isBuilt: Bool) {
    let count = Int(clamping: random.uniform(run.lowerBound, run.upperBound + 1), in: 1...1000)
    let drawn = depth * (1 + depthVariation * random.uniform(-1, 1))
    let isBuilt = random.unit() < coverage
    // Runs of half metres may join.
    return (count, run.upperBound > 1 ? (drawn * 2).rounded() / 2 : drawn, isBuilt)
  }

  /// A height and style for one lot.
  package func draw(isCorner: Bool, from random: inout CityRandom) -> (height: Double, style: Int) {
    let chance = random.unit()
    if chance < towerShare * (isCorner ? 1.5 : 1) {
      let t = random.unit()
      let height = towerLow + (towerHigh - towerLow) * t * t
      return (height, towerStyles[random.index(weights: towerStyles.map(\.weight))].style)
    }
    var floors = Double(random.index(weights: storeys) + 1)
    if isCorner, random.unit() < 0.35 { floors += 1 }
    let height = floors * storeyHeight + random.uniform(0.3, 1.8)
    return (height, styles[random.index(weights: styles.map(\.weight))].style)
  }
}
