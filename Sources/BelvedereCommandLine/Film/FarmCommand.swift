import ArgumentParser
import Belvedere
import BelvedereFiles

/// `belvedere farm`
struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm", abstract: "Write the job that makes a film on many machines.",
    usage: "belvedere farm [<scene>] <flight> [<options>] --output <output>",
    discussion: """
      Writes an Open Job Description template (jobtemplate-2023-09 with TASK_CHUNKING, which AWS Deadline \
      Cloud and others run, and openjd on one machine), a Slurm script, or both. Machines draw parts of the \
      frames into one folder that all of them see; a last step makes the film, and refuses, with a list, \
      where a frame is missing. What was drawn is kept: a job that is run again goes on where it ended. \
      The film has the same bytes as one machine's.

      Scene, flight and options are those of belvedere fly. The names of files must be the same on all \
      machines, or be mapped by the scheduler.

      EXAMPLES
        belvedere farm Scenes/san-francisco tour.kml -o film.mp4 \\
          --template film.json --chunk 50
        openjd run film.json --step Encode --run-dependencies \\
          -p file://film.parameters.json
        belvedere farm Scenes/san-francisco tour.kml -o film.mp4 --slurm film.sh \\
          --tasks 20
        bash film.sh
      """)

  @OptionGroup var film: FilmOptions

  @Option(name: [.short, .long], help: "The film: .mp4, .webm, .gif or .y4m.")
  var output: String

  @OptionGroup(title: "Encoding") var encoding: EncodingOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder of frames that all machines see. (default: the film's name and .frames)",
      valueName: "folder"))
  var framesFolder: String?

  @OptionGroup(title: "Job") var job: FarmJobOptions

  @Flag(
    name: [.short, .long], help: "Say nothing but warnings and errors.")
  var quiet = false

  func validate() throws {
    guard case .file(_, let format) = try FilmTarget(path: output) else {
      throw ValidationError("a farm makes a film; end its name in .mp4, .webm, .gif or .y4m")
    }
    try encoding.check(format)
    if let problem = format.problem(
      width: film.pixels.width, height: film.pixels.height, rate: film.rate)
    {
      throw ValidationError(problem)
    }
    if film.first == "-" || film.second == "-" {
      throw ValidationError(
        "other machines have no standard input; name files for scene and flight")
    }
    try job.check()
  }

  func run() throws {
    let outputs = [job.template, job.parameters, job.slurm].compactMap(\.self).filter { $0 != "-" }
    let inputs = film.sources.names + [film.flightFile]
    try OutputName.check(outputs, differFrom: inputs)
    let files = try outputs.map { ($0, try AtomicFile(path: $0, temporary: FilmFiles.follow())) }
    let plan = try FilmPlan(film, outputs: outputs, isQuiet: quiet)
    let farm = FarmJob(self, frameCount: plan.timing.frameCount)
    func write(_ text: String, to name: String) throws {
      guard name != "-" else { return try Terminal.output(text) }
      try files.first { $0.0 == name }?.1.write(Array(text.utf8), temporary: FilmFiles.follow())
    }
    if let name = job.template { try write(farm.template + "\n", to: name) }
    if let name = job.parameters { try write(farm.parameterValues + "\n", to: name) }
    if let name = job.slurm { try write(farm.slurmScript, to: name) }
    var terminal = Terminal()
    terminal.isQuiet = quiet
    let count = plan.timing.frameCount
    terminal.note("\(grouped(count)) frames, fingerprint \(plan.manifest.fingerprint)")
    for name in outputs { terminal.note("wrote \(name)") }
    if let name = job.template, let values = job.parameters {
      terminal.note("openjd run \(name) --step Encode --run-dependencies -p file://\(values)")
    }
    if let name = job.slurm, name != "-" { terminal.note("bash \(name)") }
  }
}

/// How a job is cut, and for whom.
struct FarmJobOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write an Open Job Description template, JSON; - writes to standard output.",
      valueName: "file"))
  var template: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write a Slurm script; bash FILE submits it; - writes to standard output.", valueName: "file")
  )
  var slurm: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Frames of a task in the template: parts of about the same size, of so many at most.")
  var chunk = 50

  @Option(
    name: .long, parsing: .unconditional,
    help: "Tasks of the Slurm array. (default: one for each --chunk frames, at most 1000)")
  var tasks: Int?

  @Option(
    name: .long, parsing: .unconditional, help: "Tasks of the Slurm array at a time. (default: all)"
  )
  var atOnce: Int?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A further option of sbatch for the array, such as --partition=render. May be repeated.",
      valueName: "option"))
  var sbatch: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The program on the farm's machines.", valueName: "path"))
  var program = "belvedere"

  @Option(name: .long, help: "The job's name. (default: the film's)")
  var name: String?

  /// Where the values of the template's files go: beside it.
  var parameters: String? {
    guard let template, template != "-" else { return nil }
    return (template.hasSuffix(".json") ? String(template.dropLast(5)) : template)
      + ".parameters.json"
  }

  func check() throws {
    guard template != nil || slurm != nil else {
      throw ValidationError("say what to write: --template FILE, --slurm FILE, or both")
    }
    if template == "-", slurm == "-" {
      throw ValidationError("--template - and --slurm - both write to standard output; give one")
    }
    if let template, template == slurm {
      throw ValidationError("--template and --slurm have the same name; choose another one")
    }
    guard (1...1_000_000).contains(chunk) else {
      throw ValidationError("--chunk must be between 1 and 1000000, got \(chunk)")
    }
    if let tasks, !(1...100_000).contains(tasks) {
      throw ValidationError("--tasks must be between 1 and 100000, got \(tasks)")
    }
    if let atOnce, !(1...100_000).contains(atOnce) {
      throw ValidationError("--at-once must be between 1 and 100000, got \(atOnce)")
    }
    for option in sbatch where !option.hasPrefix("--") || option.contains(where: \.isNewline) {
      throw ValidationError("--sbatch takes an option such as --partition=render, got \(option)")
    }
    if let name, name.isEmpty || name.count > 64 || name.contains(where: \.isNewline) {
      throw ValidationError("--name must have 1 to 64 characters on one line")
    }
  }
}
