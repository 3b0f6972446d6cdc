import BelvedereXML

/// XML of flights and routes.
enum FlightXML {
  static func parse(
    _ bytes: [UInt8], maximumDepth: Int, to receiver: any XMLReceiver
  ) throws(FlightFileError) {
    do {
      try XMLReader.parse(bytes, maximumDepth: maximumDepth, to: receiver)
    } catch let error as FlightFileError {
      throw error
    } catch let error as XMLError {
      let kind: FlightFileError.Kind =
        switch error.kind {
        case .malformed: .malformed
        case .tooDeep: .tooLarge
        case .unavailable: .unavailable
        }
      throw error.place.isEmpty
        ? FlightFileError(kind, error.reason)
        : FlightFileError(kind, at: error.place, error.reason)
    } catch {
      throw FlightFileError(.malformed, "\(error)")
    }
  }
}
