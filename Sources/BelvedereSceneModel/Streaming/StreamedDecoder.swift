/// Streamed layers of a scene file.
enum StreamedDecoder {
  static func layers(_ node: SceneNode) throws -> [StreamedLayer] {
    try node.elements(of: "streamed layers").map { item in
      let object = try SceneObject(item, .streamed)
      let kind = try object.required("kind", "what the layer is of")
        .choice("kind", as: StreamedLayer.Kind.self)
      let size = try object["size"]?.positive("a number of metres", upTo: 1e6)
      let standsFor = try object["standsFor"]?.positive("a number of metres", upTo: 1e6)
      if let standsFor, standsFor >= size ?? .infinity {
        throw object.node.error("must stand for smaller things than its own size")
      }
      let (file, path) = try item.file.path(object.required("file", "a FlatGeobuf file"))
      return try StreamedLayer(kind, path: path, size: size, standsFor: standsFor, in: file)
    }
  }
}
