// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The names of the entries in a folder.
package enum FolderNames {
  /// Returns the sorted names in a folder, without `.` and `..`.
  ///
  /// Empty if the folder cannot be read.
  package static func all(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the sorted names in a folder of keychain files, without drafts (unfinished files) and
  /// lock files.
  ///
  /// Drafts begin with a dot, and so do most lock files. Other lock files end in `.lock`.
  package static func withoutDrafts(in folder: String) -> [String] {
    all(in: folder).filter { !$0.hasPrefix(".") && !$0.hasSuffix(".lock") }
  }
}
