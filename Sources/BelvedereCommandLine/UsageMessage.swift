import ArgumentParser
import Belvedere

/// Words for a wrong command line: what is wrong, what is probably meant, where the help is.
enum UsageMessage {
  static func text(for message: String, _ arguments: [String]) -> String {
    let names = RootCommand.subcommands.compactMap { $0.configuration.commandName }
    let first = arguments.first { !$0.hasPrefix("-") }
    let command = first.flatMap { names.contains($0) ? $0 : nil }
    var text = message
    if command == nil, let first {
      text = "there is no command \"\(first)\""
      if let meant = closestMatch(to: first, among: names) {
        text += "; did you mean \"\(meant)\"?"
      } else {
        text += "; the commands are \(names.joined(separator: ", "))"
      }
    } else if let command, let unknown = unknownOption(of: command, arguments) {
      text = unknown
    }
    if !text.hasSuffix("."), !text.hasSuffix("?") { text += "." }
    let path = ["belvedere", command, command.flatMap { part(of: $0, arguments)?.name }]
    return "\(text) See '\(path.compactMap { $0 }.joined(separator: " ")) --help'."
  }

  /// The command of a command that has several: `dem` `info`.
  private static func part(
    of command: String, _ arguments: [String]
  ) -> (name: String, type: any ParsableCommand.Type)? {
    let words = arguments.filter { !$0.hasPrefix("-") }.prefix(2)
    guard words.count == 2, words.first == command, let name = words.last,
      let type = type(of: command)?.configuration.subcommands.first(where: {
        $0.configuration.commandName == name
      })
    else { return nil }
    return (name, type)
  }

  private static func type(of command: String) -> (any ParsableCommand.Type)? {
    RootCommand.subcommands.first { $0.configuration.commandName == command }
  }

  /// The parser reports a missing option before a mistyped one, which is most often its cause.
  private static func unknownOption(of command: String, _ arguments: [String]) -> String? {
    guard let type = type(of: command) else { return nil }
    let commands =
      part(of: command, arguments).map { [$0.type] } ?? [type] + type.configuration.subcommands
    var known: Set<String> = ["--help", "--version"]
    for command in commands {
      let help = RootCommand.helpMessage(for: command)
      for word in help.split(whereSeparator: { " \n\t,/[]()".contains($0) })
      where word.hasPrefix("--") {
        known.insert(String(word.prefix { $0.isLetter || $0 == "-" }))
      }
    }
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
      let name = String(argument.prefix { $0 != "=" })
      if known.contains(name) { continue }
      let hint = closestMatch(to: name, among: known.sorted()).map { "; did you mean \($0)?" }
      return "there is no option \(name)" + (hint ?? "")
    }
    return nil
  }
}
