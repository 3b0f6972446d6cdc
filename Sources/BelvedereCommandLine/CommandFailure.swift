import Belvedere
import BelvedereFiles
import BelvedereLimits

/// Why a command ends early, in words for a person.
struct CommandFailure: Error {
  let status: ExitStatus
  /// One paragraph: what is wrong, and what helps.
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The status and words for whatever the library throws; `nil` for errors of the parser of
  /// arguments.
  init?(_ error: any Error) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as SceneError: self.init(.inputRefused, error.description)
    case let error as TerrainFileError: self.init(.inputRefused, error.description)
    case let error as ElevationMosaic.DatumMismatch: self.init(.inputRefused, error.description)
    case let error as TileNetworkError:
      self.init(error.kind == .forbidden ? .inputRefused : .network, error.description)
    case let error as LimitError: self.init(.limit, error.description)
    case FlightError.domain(let error): self.init(.usage, error.description)
    case let error as FlightError: self.init(.failure, error.description)
    case let error as DomainError: self.init(.usage, error.description)
    case let error as FileError:
      self.init(error.operation == .read ? .inputRefused : .outputNotWritten, error.description)
    case let error as FontError: self.init(.inputRefused, error.description)
    case let error as PNGError: self.init(Self.status(of: error), error.description)
    case let error as EncoderError: self.init(.outputNotWritten, error.description)
    case let error as FrameStoreError: self.init(Self.status(of: error), error.description)
    case let error as RenderError:
      if case .cancelled = error {
        self.init(.interrupted, error.description)
      } else {
        self.init(.usage, error.description)
      }
    default: return nil
    }
  }

  private static func status(of error: FrameStoreError) -> ExitStatus {
    switch error {
    case .noFilm, .unreadable, .incomplete: .inputRefused
    case .otherFilm, .unknown, .busy: .outputNotWritten
    }
  }

  private static func status(of error: PNGError) -> ExitStatus {
    switch error {
    case .corrupt: .failure
    case .tooLarge, .outOfMemory: .limit
    }
  }
}

/// Whoever read standard output has gone away: the command ends quietly.
struct BrokenPipe: Error {}
