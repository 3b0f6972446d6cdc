import BelvedereGeodesy
import BelvedereImaging

/// An area of the ground.
public struct LandCover: Sendable, Hashable {
  /// What covers it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case urban, industrial, park, grass, forest, scrub, beach, rock, wetland, water, sports,
      cemetery, plaza, pier, airport
  }

  /// Which trees stand in a wood.
  public enum Trees: String, Sendable, Hashable, CaseIterable {
    /// Those of the scene alone.
    case listed
    /// Near the camera others between them, too, some 9 m apart and of their kinds and heights: what a large wood has is
    /// more than a scene can list. They are a part of the ground, and no objects of the scene.
    case filled
  }

  /// What covers it.
  public var kind: Kind
  /// Where.
  public var polygon: GeographicPolygon
  /// Of a forest alone.
  public var trees: Trees

  /// Makes an area.
  public init(kind: Kind, polygon: GeographicPolygon, trees: Trees = .listed) {
    self.kind = kind
    self.polygon = polygon
    self.trees = trees
  }
}

/// A line on the ground on which people move.
public struct Road: Sendable, Hashable {
  /// What kind of road, from the widest down.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case motorway, primary, secondary, street, service, path, rail, runway
    /// The way of a ship that carries people or cars: a line on the water, no road.
    case ferry

    /// The width in metres where nothing better is known.
    public var defaultWidth: Double {
      switch self {
      case .motorway: 22
      case .primary: 18
      case .secondary: 14
      case .street: 10
      case .service: 5
      case .path: 2.5
      case .rail: 4
      case .runway: 45
      case .ferry: 6
      }
    }

    /// Whether vehicles drive there, so that traffic is shown.
    package var isForVehicles: Bool {
      switch self {
      case .motorway, .primary, .secondary, .street, .service: true
      case .path, .rail, .runway, .ferry: false
      }
    }
  }

  /// How traffic flows, from the freest down.
  public enum Traffic: String, Sendable, Hashable, CaseIterable {
    case low, moderate, heavy, severe, closed
  }

  /// The kind.
  public var kind: Kind
  /// Metres from kerb to kerb.
  public var width: Double
  /// The axis.
  public var path: [Coordinate]
  /// The name, empty when unknown.
  public var name: String
  /// The number of its route, as shields have it: "A 8", "US 101"; empty when unknown.
  public var ref = ""
  /// Whether it is painted; else it is there for its name and number alone.
  public var isDrawn = true
  /// How traffic flows on it; `nil` when unknown. Drawn on maps that show traffic.
  public var traffic: Traffic?
  /// The same, `nil` where no vehicles drive.
  package var shownTraffic: Traffic? { kind.isForVehicles ? traffic : nil }
  /// The level on which it crosses others on bridges, from 1; 0 on the ground. On bridges it is not painted on the
  /// ground but lies on a deck, one of the beams that `Scene.raiseBridges()` makes. The roads that lead up to it may be
  /// raised, too, on embankments.
  public var bridge = 0
  /// Whether it is a flight of steps, which is steeper than other paths where it leads up to a bridge.
  public var isSteps = false
  /// Where it is raised above the ground, its places from end to end with those between them; empty where all of it lies
  /// on the ground.
  package internal(set) var joints: [RoadJoint] = []

  /// Makes a road.
  public init(kind: Kind, width: Double? = nil, path: [Coordinate], name: String = "") {
    self.kind = kind
    self.width = width ?? kind.defaultWidth
    self.path = path
    self.name = name
  }
}

/// A place of a road that is raised above the ground, or of its part that is not.
package struct RoadJoint: Sendable, Hashable {
  package let coordinate: Coordinate
  /// Metres above the datum of the roadway; `nil` on the ground.
  package let elevation: Double?
}
