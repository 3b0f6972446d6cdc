import Belvedere

/// Why a place has no elevation.
enum MissingElevation: String {
  /// The data reach there and know none, or not beside it.
  case void
  /// No data reach there.
  case outside

  /// Of a place at which a model has no elevation.
  init(in model: any ElevationModel, at place: Coordinate) {
    let isWithin = model.hasData(
      latitude: place.latitude, longitude: wrappedLongitude(place.longitude))
    self = isWithin ? .void : .outside
  }

  var words: String {
    switch self {
    case .void: "the place lies in a void of the data, or beside one"
    case .outside: "the place lies outside the data; 'belvedere dem info' shows what they cover"
    }
  }
}
