import BelvedereImaging

/// How the bars of a chain stand on the ground, each of its two sides for itself.
///
/// A side is a bank of earth, a wall of stone, or open below a deck, and changes from bar to bar.
package struct Embankment: Sendable, Hashable {
  /// What is below one edge of a bar.
  package enum Side: Sendable, Hashable {
    /// Nothing: the bar is a deck.
    case deck
    /// An upright wall down to the feet of its joints.
    case wall
    /// A slope down to the toes of its joints.
    case bank
  }

  /// Where the slope from one edge of a joint ends.
  package struct Toe: Sendable, Hashable {
    /// Metres outwards from the edge, level, at least 0.
    package var reach: Double
    /// Metres above the datum.
    package var elevation: Double
  }

  /// What is below both edges of a bar, to the left and to the right of the chain as one goes along it.
  package struct Bar: Sendable, Hashable {
    package var left, right: Side
    /// Whether nothing is below it.
    package var isDeck: Bool { left == .deck && right == .deck }
  }

  /// The cross-section at a joint.
  package struct Section: Sendable, Hashable {
    package var leftToe, rightToe: Toe
    /// Metres by which the edges lie above the middle: where a ramp ends, it lies on the ground as its road does, however
    /// that slopes.
    package var leftTilt, rightTilt: Double
  }

  /// One fewer than joints.
  package internal(set) var bars: [Bar]
  /// As many as joints.
  package internal(set) var sections: [Section]

  /// Metres from an edge to the farthest toe.
  package var reach: Double { sections.reduce(0) { max($0, $1.leftToe.reach, $1.rightToe.reach) } }
  /// Metres above the datum of all toes.
  package var elevations: [Double] {
    sections.flatMap { [$0.leftToe.elevation, $0.rightToe.elevation] }
  }

  /// Grass that is cut once a year, between the colours of a meadow and of bare ground.
  package static let earth = Color(red: 0.57, green: 0.565, blue: 0.43)
  /// Rough stone, darker than the concrete of decks.
  package static let stone = Color(red: 0.6, green: 0.565, blue: 0.51)
}
