// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainStorage
import KeychainTypes
import SecureMemory
import UserFiles

/// The files beside a store that a copy of the whole store takes along: keychain files, the lists
/// of keychains, and trust settings (Decisions/copy.md).
///
/// Each of these files is replaced whole by its writers, so a file that was opened is complete.
struct StoreCompanions {
  /// The paths of the files to copy, below the store's directory, for example
  /// `keychains/build.keychain-db`.
  let paths: [String]
  private let source: String

  /// The directories of keychain files and of lists of keychains, in the store's directory.
  private static let folders = ["keychains", "preferences"]
  private static let trustSettings = "TrustSettings.plist"

  /// Finds the files beside the store in a directory.
  ///
  /// Only regular files are found. Lock files and drafts (unfinished files) are left out: their
  /// names begin with a dot or end in `.lock`.
  init(of source: String) {
    self.source = source
    var paths: [String] = []
    for folder in Self.folders {
      paths += FolderNames.withoutDrafts(in: source + "/" + folder).map { folder + "/" + $0 }
    }
    paths.append(Self.trustSettings)
    self.paths = paths.filter { Self.isOrdinary(source + "/" + $0) }
  }

  /// True if a path leads to a regular file; false for a directory, a pipe or a broken link.
  private static func isOrdinary(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Copies the files beside the store into another directory.
  ///
  /// A file that was deleted meanwhile is left out, and so is anything but a regular file.
  func copy(to target: String) throws(KeychainError) {
    for folder in Self.folders where paths.contains(where: { $0.hasPrefix(folder + "/") }) {
      let made = target + "/" + folder
      guard unsafe mkdir(made, 0o700) == 0 else { throw DraftDirectory.refusal(errno, made) }
    }
    for path in paths { try copy(path, to: target) }
  }

  private func copy(_ path: String, to target: String) throws(KeychainError) {
    let (from, to) = (source + "/" + path, target + "/" + path)
    let file = unsafe open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENXIO { return }
      throw Self.unreadable(errno, from)
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw Self.unreadable(errno, from) }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    let bytes = try Self.content(of: file, count: Int(status.st_size), from)
    let failure = unsafe bytes.withUnsafeBytes { bytes in
      unsafe WholeFile.write(bytes, to: to, replacing: false, mode: status.st_mode & 0o700)
    }
    if let failure { throw DraftDirectory.refusal(failure, to) }
  }

  private static func content(
    of file: Int32, count: Int, _ path: String
  ) throws(KeychainError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = Interrupted.retry {
        unsafe bytes.withUnsafeMutableBytes { bytes in
          unsafe Glibc.read(file, bytes.baseAddress?.advanced(by: done), count - done)
        }
      }
      guard read >= 0 else { throw unreadable(errno, path) }
      guard read > 0 else { break }
      done += read
    }
    return Array(bytes.prefix(done))
  }

  private static func unreadable(_ number: Int32, _ path: String) -> KeychainError {
    guard number != EIO else {
      return KeychainError(
        .ioFailed, "the system failed to read a file of the copy", context: .path(path))
    }
    return KeychainError(
      .notAvailable, "the system does not permit to read a file of the copy",
      context: .path(path), advice: "look at the owner and mode of the file")
  }
}
