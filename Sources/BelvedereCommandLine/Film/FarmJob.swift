import Belvedere
import BelvedereFiles
import BelvedereJSON

/// A film as a job for many machines.
struct FarmJob {
  private let command: FarmCommand
  private let frameCount: Int

  init(_ command: FarmCommand, frameCount: Int) {
    self.command = command
    self.frameCount = frameCount
  }

  private var name: String {
    String((command.job.name ?? DEMFormat.lastPart(command.output)).prefix(64))
  }

  private var framesFolder: String { command.framesFolder ?? command.output + ".frames" }

  /// An absolute path: jobs run in folders of their own.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), !path.contains("://") else { return path }
    return (resolvedPath(".") ?? ".") + "/" + path
  }

  // MARK: Open Job Description

  /// A file or a folder of the job, which a scheduler may map to another machine's.
  private struct Parameter {
    let name: String
    let path: String
    let isFolder: Bool
    let isOutput: Bool

    var value: JSONValue {
      [
        "name": .string(name), "type": "PATH", "objectType": isFolder ? "DIRECTORY" : "FILE",
        "dataFlow": isOutput ? "OUT" : "IN",
      ]
    }
  }

  private func parameter(_ name: String, _ path: String) -> Parameter {
    Parameter(
      name: name, path: Self.absolute(path), isFolder: InputFile.kind(of: path) == .folder,
      isOutput: false)
  }

  /// The files and folders of the job, and the options that name data by them.
  private var files: (parameters: [Parameter], options: [String]) {
    let film = command.film
    var parameters: [Parameter] = []
    // The scene's whole folder belongs to it.
    if let scene = film.scene { parameters.append(parameter("Scene", scene)) }
    parameters.append(parameter("Flight", film.flightFile))
    var options: [String] = []
    for (n, file) in FilmSettings.files(film).enumerated() {
      if file.path.contains("://") {
        options += [file.name, file.path]
      } else {
        parameters.append(parameter("Data\(n + 1)", file.path))
        options += [file.name, "{{Param.Data\(n + 1)}}"]
      }
    }
    parameters += [
      Parameter(
        name: "FramesFolder", path: Self.absolute(framesFolder), isFolder: true, isOutput: true),
      Parameter(
        name: "Film", path: Self.absolute(command.output), isFolder: false, isOutput: true),
    ]
    return (parameters, options)
  }

  /// The values of the template's files and folders: a template may name none outside its own folder.
  var parameterValues: String {
    JSONWriter.pretty(
      JSONValue(
        .object(files.parameters.map { JSONMember(name: $0.name, value: .string($0.path)) })))
  }

  /// A template of Open Job Description 2023-09.
  ///
  /// Source: How Jobs Are Constructed, Template Schemas 2023-09, and RFC 0001, task chunking; OpenJD.
  var template: String {
    let film = command.film
    let (parameters, named) = files
    var options = named
    for (name, value) in FilmSettings.arguments(film) + FilmSettings.access(film) {
      options += [name] + (value.map { [$0] } ?? [])
    }
    let fly =
      ["fly"] + (film.scene == nil ? [] : ["{{Param.Scene}}"])
      + ["{{Param.Flight}}", "-o", "{{Param.FramesFolder}}/", "--frames", "{{Task.Param.Frame}}"]
      + options + ["--progress", "openjd"]
    let encode =
      ["encode", "{{Param.FramesFolder}}", "-o", "{{Param.Film}}"]
      + (command.encoding.crf.map { ["--crf", "\($0)"] } ?? []) + ["--progress", "openjd"]
    let chunks: JSONValue = [
      "name": "Frame", "type": "CHUNK[INT]", "range": "{{Param.Frames}}",
      "chunks": [
        "defaultTaskCount": .integer(command.job.chunk), "rangeConstraint": "CONTIGUOUS",
      ],
    ]
    let frames: JSONValue = [
      "name": "Frames", "type": "STRING", "default": .string("0-\(frameCount - 1)"),
      "description": "The frames to draw.",
    ]
    let template: JSONValue = [
      "specificationVersion": "jobtemplate-2023-09", "extensions": ["TASK_CHUNKING"],
      "name": .string(name),
      "parameterDefinitions": JSONValue(.array(parameters.map(\.value) + [frames])),
      "steps": [
        [
          "name": "Frames", "parameterSpace": ["taskParameterDefinitions": [chunks]],
          "script": action(fly),
        ],
        [
          "name": "Encode", "dependencies": [["dependsOn": "Frames"]],
          "script": action(encode),
        ],
      ],
    ]
    return JSONWriter.pretty(template)
  }

  private func action(_ arguments: [String]) -> JSONValue {
    [
      "actions": [
        "onRun": [
          "command": .string(command.job.program), "args": .strings(arguments),
          // The frame that is being drawn is dropped at once.
          "cancelation": ["mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 30],
        ]
      ]
    ]
  }

  // MARK: Slurm

  private var taskCount: Int {
    let usual = min((frameCount + command.job.chunk - 1) / command.job.chunk, 1000)
    return min(command.job.tasks ?? usual, frameCount)
  }

  /// A script that submits itself: an array of parts of the film, and a job that depends on it.
  var slurmScript: String {
    let film = command.film
    var options: [String] = []
    for file in FilmSettings.files(film) { options += [file.name, Self.absolute(file.path)] }
    for (name, value) in FilmSettings.arguments(film) + FilmSettings.access(film) {
      options += [name] + (value.map { [$0] } ?? [])
    }
    let folder = Self.absolute(framesFolder)
    let fly =
      ["fly"] + [film.scene, film.flightFile].compactMap { $0.map(Self.absolute) }
      + ["-o", folder + "/"] + options
    let encode =
      ["encode", folder, "-o", Self.absolute(command.output)]
      + (command.encoding.crf.map { ["--crf", "\($0)"] } ?? [])
    func line(_ arguments: [String]) -> String { arguments.map(Self.quoted).joined(separator: " ") }
    let count = taskCount
    let array = "0-\(count - 1)" + (command.job.atOnce.map { "%\($0)" } ?? "")
    let further = command.job.sbatch.map { "#SBATCH \($0)\n" }.joined()
    return """
      #!/usr/bin/env bash
      # bash THIS-FILE submits \(count) tasks that draw \(frameCount) frames, and one that makes the film of
      # them. Frames that are there are kept: submitting again goes on where it ended.
      #SBATCH --job-name=\(Self.quoted(name))
      #SBATCH --requeue
      #SBATCH --open-mode=append
      #SBATCH --signal=B:TERM@60
      \(further)set -euo pipefail
      belvedere=\(Self.quoted(command.job.program))
      if [ -z "${SLURM_JOB_ID:-}" ]; then
        if ! command -v sbatch > /dev/null; then
          echo "$0: there is no sbatch here; submit this script on a machine of a Slurm cluster" >&2
          exit 127
        fi
        frames=$(sbatch --parsable --array=\(array) "$0")
        encode=$(sbatch --parsable --dependency="afterok:${frames%%;*}" "$0" encode)
        echo "frames: job ${frames%%;*}, \(count) tasks; film: job ${encode%%;*}"
        exit
      fi
      if [ "${1:-}" = encode ]; then
        exec "$belvedere" \(line(encode))
      fi
      "$belvedere" \(line(fly)) \\
        --shard "$((SLURM_ARRAY_TASK_ID + 1))/\(count)" --threads "${SLURM_CPUS_PER_TASK:-$(nproc)}" &
      task=$!
      trap 'kill -TERM "$task" 2>/dev/null || true' TERM
      status=0
      wait "$task" || status=$?
      # Ended from outside, by a limit of time or a signal: what was drawn is kept, the rest is tried again.
      if [ "$status" -gt 128 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 5 ]; then
        # The last task of an array has the array's own number, which would name all of them.
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
        sleep 60
      fi
      exit "$status"

      """
  }

  /// A word as the shell reads it.
  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,%+@".contains($0))
    }
    guard !plain || word.isEmpty else { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
