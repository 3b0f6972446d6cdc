import BelvedereAnnotations
import BelvedereJSON
import BelvedereSceneModel
import BelvedereTestSupport
import Testing

@Suite("JSON Schema") struct SchemaTests {
  @Test("the schema lists exactly the keys that the decoder knows")
  func keys() throws {
    let path = PackageRoot.url.appendingPathComponent("Scenes/scene.schema.json").path
    let schema = try JSONParser.parse(bytes(ofFile: path))
    guard let definitions = member(schema, "$defs") else {
      Issue.record("no $defs")
      return
    }
    for keys in SceneKeys.ofScenes {
      let properties = member(definitions, keys.definition).flatMap { member($0, "properties") }
      guard case .object(let members)? = properties?.content else {
        Issue.record("\(keys.definition) is missing")
        continue
      }
      #expect(Set(members.map(\.name)) == Set(keys.names), "\(keys.definition)")
    }
    // And no object of the schema is unknown to the decoder.
    guard case .object(let all) = definitions.content else { return }
    for definition in all where member(definition.value, "properties") != nil {
      #expect(
        SceneKeys.ofScenes.contains { $0.definition == definition.name }, "\(definition.name)")
    }
  }

  @Test("the schema's choices are those of the scene's types")
  func choices() throws {
    let path = PackageRoot.url.appendingPathComponent("Scenes/scene.schema.json").path
    let schema = try JSONParser.parse(bytes(ofFile: path))
    func words(_ definition: String, _ key: String) -> [String] {
      let list = member(schema, "$defs").flatMap { member($0, definition) }
        .flatMap { member($0, "properties") }.flatMap { member($0, key) }
        .flatMap { member($0, "enum") }
      return strings(list)
    }
    func strings(_ list: JSONValue?) -> [String] {
      guard case .array(let values)? = list?.content else { return [] }
      return values.compactMap { if case .string(let text) = $0.content { text } else { nil } }
    }
    #expect(words("landCover", "kind") == LandCover.Kind.allCases.map(\.rawValue))
    #expect(words("road", "kind") == Road.Kind.allCases.map(\.rawValue))
    #expect(words("building", "use") == Building.Use.allCases.map(\.rawValue))
    #expect(words("building", "roof") == Building.Roof.allCases.map(\.rawValue))
    #expect(words("tree", "kind") == Tree.Kind.allCases.map(\.rawValue))
    #expect(words("overlay", "level") == Overlay.Level.allCases.map(\.rawValue))
    #expect(words("overlay", "blendMode") == BlendMode.allCases.map(\.rawValue))
    #expect(words("overlay", "lineCap") == LineStyle.Cap.allCases.map(\.rawValue))
    #expect(words("annotation", "collisionMode") == CollisionMode.allCases.map(\.rawValue))
    #expect(words("annotation", "occlusion") == Annotation.Occlusion.allCases.map(\.rawValue))
    #expect(words("annotation", "titleVisibility") == LabelVisibility.allCases.map(\.rawValue))
    #expect(words("ornaments", "compass") == MapOrnaments.Compass.allCases.map(\.rawValue))
    #expect(words("ornaments", "scaleBar") == MapOrnaments.ScaleBar.allCases.map(\.rawValue))
    #expect(words("configuration", "kind") == MapConfiguration.Kind.allCases.map(\.rawValue))
    #expect(
      words("configuration", "elevation")
        == MapConfiguration.ElevationStyle.allCases.map(\.rawValue))
    #expect(
      words("configuration", "emphasis") == MapConfiguration.EmphasisStyle.allCases.map(\.rawValue))
    #expect(
      words("configuration", "appearance") == MapConfiguration.Appearance.allCases.map(\.rawValue))
    #expect(
      strings(
        member(schema, "$defs").flatMap { member($0, "category") }.flatMap { member($0, "enum") })
        == PointOfInterestCategory.allCases.map(\.rawValue))
    #expect(words("overlay", "lineJoin") == LineStyle.Join.allCases.map(\.rawValue))
  }

  private func member(_ value: JSONValue, _ name: String) -> JSONValue? {
    guard case .object(let members) = value.content else { return nil }
    return members.first { $0.name == name }?.value
  }
}
