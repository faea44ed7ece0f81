// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine

/// The location of a process's store in the file system, even if the store does not exist yet.
package struct StoreOutline: Sendable {
  /// The location of the store of this process.
  ///
  /// Nil if this process has no directory for a store.
  package static let ofThisProcess: StoreOutline? = {
    guard let location = try? StoreLocation(.ofThisProcess) else { return nil }
    return StoreOutline(directory: location.directory)
  }()

  private let directory: String

  /// The path of the store's directory, with all symbolic links resolved.
  ///
  /// The path does not depend on the spelling of the directory in an environment variable.
  package var path: String { Self.real(directory) }

  init(directory: String) { self.directory = directory }

  /// Returns true if no trace or report may be written at this path, because the store needs it.
  ///
  /// The store needs all paths inside its directory. The store also needs the path of its directory
  /// and the paths of the parent directories, because a file there would be in the way.
  func holds(_ path: String) -> Bool {
    let (store, file) = (Self.real(directory), Self.real(path))
    if file == store || file.hasPrefix(store + "/") || store.hasPrefix(file + "/") { return true }
    // A directory may have several paths.
    var there = stat()
    guard unsafe stat(directory, &there) == 0 else { return false }
    var folder = TracePlace.folder(of: file)
    while true {
      var each = stat()
      if unsafe stat(folder, &each) == 0, each.st_ino == there.st_ino, each.st_dev == there.st_dev {
        return true
      }
      if folder == "/" { return false }
      folder = TracePlace.folder(of: folder)
    }
  }

  /// Returns a path with its symbolic links resolved, as far as the path exists.
  ///
  /// A link to a missing file is not resolved. This is harmless for the path of a file that is to
  /// be opened, because files are never opened through a link.
  package static func real(_ path: String) -> String {
    if let whole = unsafe realpath(path, nil) {
      defer { unsafe free(whole) }
      return unsafe String(cString: whole)
    }
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last else { return "/" }
    let above = real("/" + parts.dropLast().joined(separator: "/"))
    return (above == "/" ? "" : above) + "/" + name
  }
}
