// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainEngine

/// Where the store of a process is, whether it is made or not.
package struct StoreOutline: Sendable {
  /// Nil where there is no place for a store.
  package static let ofThisProcess: StoreOutline? = {
    guard let location = try? StoreLocation(.ofThisProcess) else { return nil }
    return StoreOutline(directory: location.directory)
  }()

  private let directory: String

  /// The one path that its directory has, however a variable names it.
  package var path: String { Self.real(directory) }

  init(directory: String) { self.directory = directory }

  /// Whether a file of this path would be part of the store, or in the way of its directory.
  func holds(_ path: String) -> Bool {
    let (store, file) = (Self.real(directory), Self.real(path))
    if file == store || file.hasPrefix(store + "/") || store.hasPrefix(file + "/") { return true }
    // The same directory may have several paths.
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

  /// A path without links, as far as it is there; what its last part may point to does not count
  /// for a file, which is never reached through a link.
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
