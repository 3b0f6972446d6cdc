import Belvedere
import BelvedereFiles
import BelvedereJSON
import BelvedereLimits

/// The files that `render --layers` writes into a folder.
struct LayerFiles {
  let layers: PixelLayers
  /// Metres of a step of the depth picture; `nil` for what suits the picture.
  let depthStep: Double?

  /// Their names.
  static let names = [
    "depth.npy", "depth.png", "objects.npy", "classes.png", "normals.npy", "positions.npy",
    "layers.json",
  ]

  /// Refuses what does not fit into memory: the layers, and the same as files.
  static func check(width: Int, height: Int, memory: Int) throws {
    let bytes = Double(width) * Double(height) * Double(PixelLayers.bytesPerPixel) * 2.5
    guard bytes > Double(memory) / 2 else { return }
    throw LimitError(
      subject: "the layers", value: "\(decimals((bytes / 1_048_576).rounded(.up), 0)) MiB",
      limit: "\(memory >> 21) MiB, half of --memory",
      remedy: "choose a smaller --size or raise --memory")
  }

  /// All of them, or none.
  func write(to folder: String, isSynced: Bool) throws {
    let shape = [layers.height, layers.width]
    let scale = DepthScale(metersPerStep: depthStep, for: layers.depths)
    let classes = layers.classes.map { UInt16($0) }  // checked: widens
    let contents: [[UInt8]] = [
      NPY.encode(layers.depths, shape: shape),
      try PNG.encode(gray(bits: 16, depthSteps(scale)), compression: PNGCompression.standard),
      NPY.encode(layers.objects, shape: shape),
      try PNG.encode(gray(bits: 8, classes), compression: PNGCompression.standard),
      NPY.encode(layers.normals, shape: shape + [3]),
      NPY.encode(layers.positions, shape: shape + [3]),
      Array((JSONWriter.pretty(try description(scale)) + "\n").utf8),
    ]
    let files = try zip(Self.names, contents).map { name, bytes in
      (file: try AtomicFile(path: "\(folder)/\(name)"), bytes: bytes)
    }
    try AtomicFile.write(
      together: files, temporaries: { Interruption.note(temporaries: $0) },
      commit: Interruption.whole)
  }

  private func gray(bits: Int, _ samples: [UInt16]) -> Raster {
    Raster(
      width: layers.width, height: layers.height, channels: 1, bits: bits, samples: samples)
  }

  private func depthSteps(_ scale: DepthScale) -> [UInt16] {
    layers.depths.map(scale.step(of:))
  }

  private func description(_ scale: DepthScale) throws -> JSONValue {
    func rows(_ vectors: [Vector3]) -> JSONValue {
      JSONValue(.array(vectors.map(Self.numbers)))
    }
    func matrix(_ m: Matrix4) -> JSONValue {
      JSONValue(
        .array((0..<4).map { r in .numbers([m.c0[r], m.c1[r], m.c2[r], m.c3[r]]) }))
    }
    let viewport = layers.view.viewport
    var members: [JSONMember] = []
    func add(_ name: String, _ value: JSONValue) {
      members.append(JSONMember(name: name, value: value))
    }
    add("width", .integer(layers.width))
    add("height", .integer(layers.height))
    add("scale", .number(layers.scale))
    add("camera", CameraJSON.value(layers.camera))
    add("fieldOfView", .number(viewport.fieldOfView))
    add("frame", frame)
    if let pose = layers.pose {
      let openCV = pose.openCV
      add(
        "openCV",
        [
          "K": rows(viewport.openCVIntrinsics(scale: layers.scale)),
          "R": rows(openCV.rotation), "t": Self.numbers(openCV.translation),
        ])
      let near = max(Double(layers.depths.min() ?? 1) / 2, 1e-3)
      add(
        "openGL",
        [
          "view": matrix(pose.viewMatrix), "near": .number(near.isFinite ? near : 1),
          "projection": matrix(
            try viewport.clipMatrix(.openGL, near: near.isFinite ? near : 1)),
        ])
      add("eye", Self.numbers(pose.eye))
    }
    add("depth", scale.description)
    func range(_ range: Range<UInt32>) -> JSONValue {
      ["first": .integer(Int(range.lowerBound)), "count": .integer(range.count)]  // checked: widens
    }
    add(
      "objects",
      [
        "sky": .integer(0), "ground": .integer(1), "building": range(layers.numbers.buildings),
        "beam": range(layers.numbers.beams), "tree": range(layers.numbers.trees),
        "model": range(layers.numbers.models),
      ])
    add(
      "classes",
      JSONValue(
        .object(
          PixelClass.allCases.map {
            JSONMember(name: $0.name, value: .integer(Int($0.rawValue)))  // checked: widens
          })))
    return JSONValue(.object(members))
  }

  /// Where the frame of positions lies.
  private var frame: JSONValue {
    if let flat = layers.view as? CameraView {
      return [
        "projection": "flat", "origin": CameraJSON.value(flat.frame.center),
        "mapPoint": ["x": .number(flat.frame.origin.x), "y": .number(flat.frame.origin.y)],
        "metersPerMapPoint": .number(flat.frame.metersPerMapPoint),
      ]
    }
    guard let globe = layers.view as? GlobeView else { return nil }
    return [
      "projection": "globe", "origin": CameraJSON.value(globe.frame.origin.coordinate),
      "height": .number(globe.frame.origin.height),
      "ecefOrigin": Self.numbers(globe.frame.ecefOrigin),
      "ecefAxes": JSONValue(
        .array([globe.frame.east, globe.frame.north, globe.frame.up].map(Self.numbers))),
    ]
  }

  private static func numbers(_ v: Vector3) -> JSONValue { .numbers([v.x, v.y, v.z]) }
}

extension JSONValue {
  fileprivate static func numbers(_ values: [Double]) -> JSONValue {
    JSONValue(.array(values.map { .number($0) }))
  }
}
