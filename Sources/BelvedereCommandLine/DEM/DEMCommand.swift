import ArgumentParser

/// `belvedere dem`
struct DEMCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dem", abstract: "Look into files of elevations, and make others of them.",
    subcommands: [
      DEMInfoCommand.self, DEMSampleCommand.self, DEMHillshadeCommand.self,
      DEMConvertCommand.self,
    ])
}
