// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// System calls that give a file its name when its content is complete, and never replace a file.
///
/// They are open(2) with O_TMPFILE, linkat(2), and rename(2) with RENAME_NOREPLACE. On failure,
/// they return -1 and set `errno`, as system calls do.
package enum NewFile {
  /// Opens a new file with mode 0600 and without a name, and returns its descriptor.
  ///
  /// The file disappears when its descriptor is closed, unless the function `name` has given it a
  /// name. Returns -1 on a file system that does not support unnamed files.
  package static func openUnnamed(in directory: String) -> Int32 {
    unsafe latchkey_open_unnamed(directory)
  }

  /// Gives a name to an open file that has no name, and returns 0.
  ///
  /// Returns -1 with the `errno` EEXIST if another file has that name.
  package static func name(_ descriptor: Int32, _ path: String) -> Int32 {
    unsafe latchkey_name_new(descriptor, path)
  }

  /// Renames a file, but never replaces another file, and returns 0.
  ///
  /// Returns -1 with the `errno` EEXIST if another file has the new name. The `errno` is EINVAL on
  /// a file system that does not support this check.
  package static func rename(_ path: String, to target: String) -> Int32 {
    unsafe latchkey_rename_new(path, target)
  }
}
