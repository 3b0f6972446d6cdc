// Times the stages of pictures: milliseconds of the processors' time, the least and the median of some.
import BelvedereCameraModel
import BelvedereSceneModel
import BelvedereSceneRendering
import Foundation
import Synchronization

func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
let words = CommandLine.arguments
let scene = try SceneLoader().load(path: words[1]).scene
let repeats = Int(words[2]) ?? 5
let paths: [ShadingPath] = words[3] == "scalar" ? [.scalar, .best] : words[3] == "all" ? ShadingPath.available : [.best]
let threads = words.count > 4 ? Int(words[4]) ?? 1 : 1
let only = words.count > 5 ? Set(words[5].split(separator: ",").map(String.init)) : []
let renderer = SceneRenderer(scene: scene)
var cameras: [(String, MapCamera)] = [("default", scene.camera!)]
for n in scene.namedCameras { cameras.append((n.name, n.camera)) }
var totals: [String: Double] = [:]
for (name, camera) in cameras where only.isEmpty || only.contains(name) {
  var times: [String: [String: [Double]]] = [:]
  for _ in 0..<repeats {
    for path in paths {
      var options = RenderOptions(width: 1280, height: 720, fieldOfView: scene.fieldOfView ?? 30, threads: threads, limits: CameraLimits(pitchLimit: .none))
      options.shading = path
      let marks = Mutex<[(String, Double)]>([])
      _ = try renderer.render(camera: camera, options: options) { part, stage in
        marks.withLock { if $0.last?.0 != stage { $0.append((stage, processorTime())) } }
        return true
      }
      let end = processorTime()
      let all = marks.withLock { $0 } + [("end", end)]
      for (a, b) in zip(all, all.dropFirst()) { times[path.description, default: [:]][a.0, default: []].append(b.1 - a.1) }
    }
  }
  for path in paths {
    var line = "\(name) \(path):"
    for (stage, values) in times[path.description]!.sorted(by: { $0.key < $1.key }) {
      let s = values.sorted()
      line += " \(stage) \(String(format: "%.1f/%.1f", s[0], s[s.count / 2]))"
      totals["\(path) \(stage)", default: 0] += s[0]
    }
    print(line)
  }
}
for (k, v) in totals.sorted(by: { $0.key < $1.key }) { print(k, String(format: "%.1f", v / Double(only.isEmpty ? cameras.count : only.count))) }
