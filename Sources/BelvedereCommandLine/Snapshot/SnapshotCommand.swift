import ArgumentParser
import Belvedere
import BelvedereLimits

/// `belvedere snapshot`
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Draw many pictures of one scene, one for each line of a list of jobs.",
    discussion: """
      The scene is loaded once. A job is a JSON object on a line; for each job the picture is written and \
      then a line to standard output, in order: the picture's size, its camera, and where the places \
      are that the job asks for; or {"line": …, "error": …}, and the next job is done. Empty lines are \
      passed over. The exit status is 0 only when every job was.

      A JOB HAS
        output                      the file to write: .png, .rgb or .y4m, below
                                    --output
        camera                      a camera {"centerCoordinate", "distance",
                                    "pitch", "heading"}, or the name of one of the
                                    scene's
        region, mapRect             instead of it, what to fit in; with pitch and
                                    heading
        width, height, scale        points, and pixels a point
        fieldOfView, projection, limits, elevationStyle, quality, samples, depth
        sun                         {"azimuth", "elevation"}, or time, a date and
                                    time with its offset
        overlays, annotations       false leaves the scene's out; an array, as in a
                                    scene file, comes beside them, or instead of
                                    them with "showsOverlays": false or
                                    "showsAnnotations": false
        configuration               the map: "standard", "hybrid", "imagery", or an
                                    object as in a scene
        flattenUnderOverlays        true draws the ground flat where overlays that
                                    are no routes are
        coordinates                 places whose "points" in the picture are
                                    answered
        points                      points of the picture whose "coordinates" are
                                    answered
        id                          repeated in the answer
      All but output may be left out.

      EXAMPLES
        belvedere snapshot Scenes/san-francisco --jobs jobs.ndjson -o pictures
        echo '{"output":"city.png","camera":"downtown","scale":2}' | \\
          belvedere snapshot Scenes/san-francisco
        echo '{"output":"here.png","camera":"downtown","points":[{"x":9,"y":9}],
          "coordinates":[{"latitude":37.8024,"longitude":-122.4058}]}' | \\
          tr -d '\\n' | belvedere snapshot Scenes/san-francisco -o .
      """)

  @OptionGroup var source: SourceOptions

  @Option(
    name: .long,
    help: "The jobs, a JSON object a line; - reads them from standard input, each as it comes.")
  var jobs = "-"

  @Option(name: [.short, .long], help: "The folder below which pictures are written.")
  var output = "."

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The size in points of jobs that name none. (default: 512x512)", valueName: "WxH"),
    transform: PictureSize.init(parsing:))
  var size = PictureSize(width: 512, height: 512)

  @Option(
    name: .long, parsing: .unconditional,
    help: "Pixels a point of jobs that do not say it, 1 to 4. (default: 1)",
    transform: { try RangedNumber.parse($0, "a number", 1...4) })
  var scale = 1.0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Pictures from above for jobs of hybrid and imagery maps: colour tiles in a folder, an .mbtiles or a "
        + ".pmtiles file. (default: the scene's)", valueName: "tiles"))
  var imagery: String?

  @OptionGroup var typeface: FontOption

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A picture of this colour is written for a job whose data are missing, beside its error.",
      valueName: "#rrggbb"),
    transform: { text in
      guard let color = Color(hex: text) else {
        throw ValidationError("expected a colour, such as #e0e0e0")
      }
      return color
    })
  var placeholder: Color?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Threads that draw. (default: one for each core)")
  var threads: Int?

  @Flag(name: .long, help: "Do not wait until the disk has the files.")
  var noFsync = false

  @Flag(name: [.short, .long], help: "Say nothing but warnings and errors.")
  var quiet = false

  func validate() throws {
    if source.sources.isEmpty {
      throw ValidationError(
        "there is nothing to draw; name a scene, or data with --dem, --buildings, --roads, "
          + "--land-cover or --overlay")
    }
    if source.scene == "-", jobs == "-" {
      throw ValidationError(
        "the scene and the jobs cannot both come from standard input; name a file for one of them")
    }
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads must be between 1 and 1024, got \(threads)")
    }
  }

  func run() throws {
    try SnapshotRun(command: self).run()
  }
}
