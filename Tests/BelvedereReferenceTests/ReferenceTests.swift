import BelvedereTestSupport
import Foundation
import Testing

/// The library against an independent implementation with 60 digits; see Tests/Reference.
@Suite struct ReferenceTests {
  /// A group of measures.
  struct Group: Sendable, CustomTestStringConvertible {
    let name: String
    let measure: @Sendable () throws -> [Accuracy]
    var testDescription: String { name }
  }

  static let groups: [Group] = [
    Group(name: "map points") { try MapMeasures.mapPoints() },
    Group(name: "coordinates") { try MapMeasures.coordinates() },
    Group(name: "scales") { try MapMeasures.scales() },
    Group(name: "regions") { try MapMeasures.regions() },
    Group(name: "buildings") { try MapMeasures.buildings() },
    Group(name: "ECEF") { try SpaceMeasures.ecef() },
    Group(name: "geodetic") { try SpaceMeasures.geodetic() },
    Group(name: "tangent frames") { try SpaceMeasures.frames() },
    Group(name: "geodesics") { try SpaceMeasures.geodesics() },
    Group(name: "destinations") { try SpaceMeasures.destinations() },
    Group(name: "rhumb lines") { try SpaceMeasures.rhumbLines() },
    Group(name: "ends of rhumb lines") { try SpaceMeasures.rhumbEnds() },
    Group(name: "eyes") { try CameraMeasures.eyes() },
    Group(name: "look at") { try CameraMeasures.looks() },
    Group(name: "horizons") { try CameraMeasures.horizons() },
    Group(name: "project") { try CameraMeasures.projections() },
    Group(name: "unproject") { try CameraMeasures.unprojections() },
    Group(name: "round trips") { try CameraMeasures.roundTrips() },
    Group(name: "eyes over the globe") { try GlobeMeasures.eyes() },
    Group(name: "project on the globe") { try GlobeMeasures.projections() },
    Group(name: "unproject on the globe") { try GlobeMeasures.unprojections() },
    Group(name: "the globe's limb") { try GlobeMeasures.horizons() },
    Group(name: "fit") { try FitMeasures.fits() },
  ]

  @Test(arguments: groups) func staysWithinItsBounds(_ group: Group) throws {
    for accuracy in try group.measure() {
      #expect(
        accuracy.largest <= accuracy.bound,
        "\(accuracy.function): \(accuracy.largest) \(accuracy.unit) at \(accuracy.place)")
      #expect(accuracy.cases >= 100, "\(accuracy.function) has lost its cases")
    }
  }

  /// ACCURACY.md says what is measured. Largest errors may differ between C libraries; what they are
  /// held to may not.
  @Test func theCommittedTableIsWhatIsMeasured() throws {
    let rows = try Self.groups.flatMap { try $0.measure() }
    print(rows.map(\.line).joined(separator: "\n"))
    if let path = ProcessInfo.processInfo.environment["BELVEDERE_WRITE_ACCURACY"] {
      try Data(AccuracyTable.document(rows).utf8).write(to: URL(fileURLWithPath: path))
    }
    let isCurrent =
      try AccuracyTable.committed().map(Accuracy.key)
      == rows.map { Accuracy.key(ofLine: $0.line) }
    #expect(isCurrent, "ACCURACY.md is not up to date; run 'make accuracy'")
  }
}
