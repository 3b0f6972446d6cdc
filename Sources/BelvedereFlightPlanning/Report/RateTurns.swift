import BelvedereCameraModel

/// How often the rates of a path turn from growing to falling or back.
struct RateTurns {
  private var counts: [MotionQuantity: Int] = [:]

  /// Swings smaller than this part of the peak do not count, nor those of a thousandth of the usual limits.
  private static let share = 0.02
  private static let least = 1e-3

  init(of path: CameraPath) {
    let looks = Int(clamping: (path.duration * 30).rounded(.up), in: 600...30_000)
    var ground: [Double] = [0]
    var (zoom, pitch, heading) = (ground, ground, ground)
    for i in 0...looks {
      let motion = path.motion(at: path.duration * Double(i) / Double(looks))
      ground.append(motion.velocity.ground / motion.camera.distance)
      zoom.append(motion.velocity.logDistance)
      pitch.append(motion.velocity.pitch)
      heading.append(motion.velocity.heading)
    }
    for (quantity, rates) in [
      (MotionQuantity.groundSpeed, ground), (.zoomRate, zoom), (.pitchRate, pitch),
      (.headingRate, heading),
    ] {
      let peak = rates.reduce(0) { max($0, abs($1)) }
      let usual = MotionLimits.standard[quantity] ?? 0
      counts[quantity] = Self.turns(rates + [0], by: max(Self.share * peak, Self.least * usual))
    }
  }

  /// The turns of the rate that turns most often.
  var most: Int { counts.values.max() ?? 0 }

  subscript(_ quantity: MotionQuantity) -> Int? { counts[quantity] }

  /// The turns after which values go back by at least so much.
  private static func turns(_ values: [Double], by swing: Double) -> Int {
    var (low, high) = (values[0], values[0])
    var count = 0
    var direction = 0
    for value in values {
      if direction >= 0 { high = max(high, value) }
      if direction <= 0 { low = min(low, value) }
      if direction >= 0, value < high - swing {
        if direction > 0 { count += 1 }
        (direction, low) = (-1, value)
      } else if direction <= 0, value > low + swing {
        if direction < 0 { count += 1 }
        (direction, high) = (1, value)
      }
    }
    return count
  }
}
