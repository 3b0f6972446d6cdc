import BelvedereGeodesy
import BelvedereImaging

/// A building, or a part of one.
public struct Building: Sendable, Hashable {
  /// The shape above the walls, as OpenStreetMap's Simple 3D Buildings name them.
  public enum Roof: String, Sendable, Hashable, CaseIterable {
    case flat, pyramid, dome, gable
    /// Falls to all four sides from a ridge; to two of them from half of its height.
    case hip, halfHip
    /// Of two slopes above each other, to two and to four sides.
    case gambrel, mansard
    /// A ridge nearer to one side.
    case saltbox
    /// A single slope.
    case skillion
    /// A barrel.
    case round
  }

  /// What the building is for; it decides the look of the walls.
  public enum Use: String, Sendable, Hashable, CaseIterable {
    case residential, office, commercial, industrial, civic, landmark
  }

  /// A plane part of a building whose form is given.
  public struct Surface: Sendable, Hashable {
    /// What it is a part of.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      case wall, roof
    }

    /// A corner.
    public struct Corner: Sendable, Hashable {
      /// Where it stands.
      public var coordinate: Coordinate
      /// Metres above the ground at the footprint's lowest point.
      public var height: Double

      /// Makes a corner.
      public init(_ coordinate: Coordinate, height: Double) {
        self.coordinate = coordinate
        self.height = height
      }
    }

    /// What it is a part of.
    public var kind: Kind
    /// The outline, counterclockwise as it is seen from outside, and its holes.
    public var rings: [[Corner]]

    /// Makes a surface.
    public init(_ kind: Kind, rings: [[Corner]]) {
      self.kind = kind
      self.rings = rings
    }
  }

  /// The outline on the ground, with courtyards as holes.
  public var footprint: GeographicPolygon
  /// Metres from the ground to where the part begins; 0 unless it stands on another part.
  public var minHeight: Double
  /// Metres from the ground to the top, roof included; greater than `minHeight`.
  public var height: Double
  /// The size of the walls' top relative to their base: 1 for a prism, 0 for a point.
  public var taper: Double
  /// The roof's shape.
  public var roof: Roof
  /// Metres of the height that belong to the roof; 0 for a flat one.
  public var roofHeight: Double
  /// Degrees from north towards which a single slope falls; ridges run across it. `nil` for across the longer side.
  public var roofDirection: Double?
  /// Whether a ridge runs along the shorter side, where no direction is given.
  public var ridgeIsShort = false
  /// What is drawn in place of walls and a roof over the footprint, where the form is given; else empty.
  public var surfaces: [Surface] = []
  /// The colour of the walls; `nil` chooses one by use.
  public var color: Color?
  /// The colour of the roof; `nil` chooses one.
  public var roofColor: Color?
  /// What the walls are made of, whose colour they have where none is given; `nil` where that is not known.
  public var material: BuildingMaterial?
  /// What the roof is covered with.
  public var roofMaterial: BuildingMaterial?
  /// The use.
  public var use: Use
  /// Whether windows are drawn.
  public var hasWindows: Bool
  /// A stable identifier, empty when there is none.
  public var id: String
  /// The name, empty when unknown.
  public var name: String

  /// Makes a building.
  public init(
    footprint: GeographicPolygon, minHeight: Double = 0, height: Double, taper: Double = 1,
    roof: Roof = .flat, roofHeight: Double = 0, color: Color? = nil, roofColor: Color? = nil,
    use: Use = .residential, hasWindows: Bool = true, id: String = "", name: String = ""
  ) {
    self.footprint = footprint
    self.minHeight = minHeight
    self.height = height
    self.taper = taper
    self.roof = roof
    self.roofHeight = roofHeight
    self.color = color
    self.roofColor = roofColor
    self.use = use
    self.hasWindows = hasWindows
    self.id = id
    self.name = name
  }
}

/// A chain of straight members with a rectangular cross-section, at its own elevation.
public struct Beam: Sendable, Hashable {
  /// A joint of the chain.
  public struct Joint: Sendable, Hashable {
    /// Where.
    public var coordinate: Coordinate
    /// Metres above the datum (not above the ground) of the middle of the cross-section.
    public var elevation: Double

    /// Makes a joint.
    public init(coordinate: Coordinate, elevation: Double) {
      self.coordinate = coordinate
      self.elevation = elevation
    }
  }

  /// The joints, at least two.
  public var path: [Joint]
  /// Metres across, level for everything that is not vertical.
  public var width: Double
  /// Metres of the cross-section's other side.
  public var depth: Double
  /// The colour.
  public var color: Color
  /// The colour of the upper side, for a deck with a roadway.
  public var topColor: Color?
  /// Whether its bars meet in mitres, as those of decks do, else each has ends of its own.
  public var isMitred: Bool
  /// Metres above the datum, one for each joint of a chain with mitres: how far down its sides go, as those of
  /// embankments do. Empty where they are as high as `depth`.
  package internal(set) var feet: [Double] = []
  /// How a chain with feet stands on the ground; `nil` of one with upright sides all along.
  package internal(set) var embankment: Embankment?
  /// What kind of road lies on a deck or ramp; `nil` of what is none that `Scene.raiseBridges()` made.
  package internal(set) var road: Road.Kind?
  /// Metres on either side from the roadway's edge to that of the deck or ramp.
  package var verge: Double { road.map(BridgeDecks.verge) ?? 0.5 }
  /// How traffic flows on a deck or ramp, on the middle of its roadway; `nil` when unknown.
  package internal(set) var traffic: Road.Traffic?

  /// Makes a chain.
  ///
  /// - Parameter isMitred: by default whether there is a `topColor`.
  public init(
    path: [Joint], width: Double, depth: Double, color: Color, topColor: Color? = nil,
    isMitred: Bool? = nil
  ) {
    self.path = path
    self.width = width
    self.depth = depth
    self.color = color
    self.topColor = topColor
    self.isMitred = isMitred ?? (topColor != nil)
  }
}

/// A tree.
public struct Tree: Sendable, Hashable {
  /// Its form.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case broadleaf, conifer, palm
  }

  /// Where it stands.
  public var coordinate: Coordinate
  /// Metres from the ground to the top.
  public var height: Double
  /// Its form.
  public var kind: Kind

  /// Makes a tree.
  public init(coordinate: Coordinate, height: Double, kind: Kind = .broadleaf) {
    self.coordinate = coordinate
    self.height = height
    self.kind = kind
  }
}
