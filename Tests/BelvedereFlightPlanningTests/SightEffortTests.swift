import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

/// What an examiner of flights found: lines of sight were cut without end where ground is told loosely.
@Suite("The effort of sight") struct SightEffortTests {
  /// Level ground at 100 m that tells only that it lies somewhere between 0 and 200 m, and counts how often it is
  /// asked.
  private final class LooseGround: FlightGround, @unchecked Sendable {
    var asked = 0

    func elevation(at point: MapPoint) -> Double { 100 }

    func elevations(
      x: ClosedRange<Double>, y: ClosedRange<Double>
    ) -> ClosedRange<Double> {
      asked += 1
      return 0...200
    }
  }

  private func flight() throws -> CameraPath {
    let center = Coordinate(latitude: 40, longitude: 10)
    return try CameraPath.optimal(
      from: MapCamera(lookingAtCenter: center, fromDistance: 60, pitch: 0, heading: 0),
      to: MapCamera(
        lookingAtCenter: Coordinate(latitude: 40.002, longitude: 10.003), fromDistance: 80,
        pitch: 0,
        heading: 0)
    ).path
  }

  @Test("what cannot be proved counts as hidden, and ends")
  func visibility() throws {
    let ground = LooseGround()
    let target = SightTarget.point(Coordinate(latitude: 40.001, longitude: 10.001), elevation: 101)
    let found = try flight().visibility(of: target, over: ground)
    #expect(found.share == 0)
    #expect(ground.asked < 6_000_000, "\(ground.asked)")
  }

  @Test("a search over such ground ends, and says what it reached")
  func search() throws {
    let ground = LooseGround()
    let target = SightTarget.point(Coordinate(latitude: 40.001, longitude: 10.001), elevation: 101)
    do {
      _ = try flight().seeing(target, for: 0.5, over: ground)
      Issue.record("a flight was found")
    } catch {
      guard case .hidden(let share, let wanted)? = error as? FlightError else {
        Issue.record("\(error)")
        return
      }
      #expect(share < 0.5 && wanted == 0.5)
    }
    #expect(ground.asked < 40_000_000, "\(ground.asked)")
  }
}
