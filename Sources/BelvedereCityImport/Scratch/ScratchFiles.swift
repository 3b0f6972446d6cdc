import BelvedereFiles

/// Temporary files for the reader of PBF, and why one could not be made.
final class ScratchFiles {
  private let folder: String?
  private(set) var failure: FileError?

  init(_ folder: String?) { self.folder = folder }

  /// A new file's descriptor; -1 where there is none.
  func descriptor() -> Int32 {
    guard let folder else { return -1 }
    do throws(FileError) {
      return try UnnamedFile(inFolder: folder).takeDescriptor()
    } catch {
      failure = error
      return -1
    }
  }
}
