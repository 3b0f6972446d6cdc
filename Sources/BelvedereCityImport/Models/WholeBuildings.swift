import BelvedereJSON

/// To which building the objects of a city model belong.
struct WholeBuildings {
  private var parents: [String: String] = [:]

  /// Parts have parts of their own; groups and districts are no buildings.
  private static let deepest = 16

  init(_ objects: [JSONMember]) {
    var drawn: Set<String> = []
    for object in objects where CityJSONReader.drawn.contains(object.value["type"]?.text ?? "") {
      drawn.insert(object.name)
    }
    for object in objects where drawn.contains(object.name) {
      let parent = (object.value["parents"]?.items ?? []).compactMap(\.text).first {
        drawn.contains($0)
      }
      if let parent { parents[object.name] = parent }
    }
  }

  /// The building of which an object is a part; the object itself where there is none.
  func whole(of object: String) -> String {
    var name = object
    for _ in 0..<Self.deepest {
      guard let parent = parents[name] else { break }
      name = parent
    }
    return name
  }
}
