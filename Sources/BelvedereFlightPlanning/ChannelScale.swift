import BelvedereCameraModel
import BelvedereGeodesy

/// What a change of all channels together is as one length: the place divided by the distance, angles in radians.
struct ChannelScale {
  private let metres: Double

  init(at camera: MapCamera) {
    metres =
      MapPoint.metersPerMapPoint(at: camera.centerCoordinate.latitude) / camera.distance
  }

  func length(_ change: Channels) -> Double {
    var change = change
    change[Channel.east] *= metres
    change[Channel.south] *= metres
    change[Channel.pitch] *= .pi / 180
    change[Channel.heading] *= .pi / 180
    return (change * change).sum().squareRoot()
  }
}
