import ArgumentParser
import Belvedere

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program `belvedere`.
public enum CommandLineTool {
  /// Runs a command line, without the program's name.
  ///
  /// - Returns: the exit status, see ``ExitStatus``.
  public static func run(_ arguments: [String]) -> Int32 {
    Interruption.install()
    OpenFiles.raiseLimit()
    do {
      var command = try RootCommand.parseAsRoot(arguments)
      try command.run()
      return ExitStatus.success.rawValue
    } catch {
      return end(with: error, arguments)
    }
  }

  private static func end(with error: any Error, _ arguments: [String]) -> Int32 {
    var terminal = Terminal()
    if arguments.contains("--no-color") { terminal.hasColor = false }
    if error is BrokenPipe { return ExitStatus.success.rawValue }
    if let failure = CommandFailure(error) {
      terminal.fail(failure.message)
      return failure.status.rawValue
    }
    let code = RootCommand.exitCode(for: error)
    if code.isSuccess {
      // Help, the version or a completion script.
      do {
        try Terminal.output(RootCommand.fullMessage(for: error) + "\n")
      } catch {
        return end(with: error, arguments)
      }
      return ExitStatus.success.rawValue
    }
    if code == .validationFailure {
      terminal.fail(UsageMessage.text(for: message(for: error), arguments))
      return ExitStatus.usage.rawValue
    }
    terminal.fail(message(for: error))
    return ExitStatus.failure.rawValue
  }

  /// The words of the parser of arguments, in one line.
  private static func message(for error: any Error) -> String {
    RootCommand.message(for: error).split(separator: "\n").joined(separator: " ")
  }
}

/// `belvedere`
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "belvedere", abstract: "Draws pictures of 3D maps.",
    discussion: """
      Results go to standard output, messages to standard error. The exit status is 0 when all \
      went well, 1 for a failure, 2 for a wrong command line, 3 for refused input, 4 for output \
      that could not be written, 5 for a server, 6 for a limit, 130 after ctrl-C.
      """,
    version: belvedereVersion, subcommands: subcommands)

  static let subcommands: [any ParsableCommand.Type] = [
    RenderCommand.self, SnapshotCommand.self, PlanCommand.self, FlyCommand.self, EncodeCommand.self,
    FarmCommand.self, ImportCommand.self, InfoCommand.self, QueryCommand.self, DEMCommand.self,
    VersionCommand.self,
  ]
}
