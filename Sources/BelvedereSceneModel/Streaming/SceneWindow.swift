import BelvedereTerrain

/// What of a scene's streamed layers a picture needs.
public struct SceneWindow: Sendable, Hashable {
  /// Where things of a layer are needed: in boxes, but not in holes, all within ±180°.
  public struct Part: Sendable, Hashable {
    /// None where the layer is not needed.
    public var boxes: [GeographicBounds]
    /// Where what the layer's things stand for is there itself.
    public var holes: [GeographicBounds]

    /// Makes a part.
    public init(boxes: [GeographicBounds], holes: [GeographicBounds] = []) {
      (self.boxes, self.holes) = (boxes, holes)
    }
  }

  /// One for each layer (``Scene/streamed``).
  public var parts: [Part]

  /// Makes a window.
  public init(parts: [Part]) { self.parts = parts }
}
