// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// System calls for files that get a name only when they are whole, and never another's
/// (open(2) O_TMPFILE, linkat(2), rename(2) RENAME_NOREPLACE).
///
/// They answer as system calls do: -1 with `errno` where they fail.
package enum NewFile {
  /// A descriptor of a new file of mode 0600 that has no name and goes with the process.
  ///
  /// Not every file system has such files.
  package static func openUnnamed(in directory: String) -> Int32 {
    unsafe latchkey_open_unnamed(directory)
  }

  /// Gives a file without a name one, which nothing else may have (EEXIST).
  package static func name(_ descriptor: Int32, _ path: String) -> Int32 {
    unsafe latchkey_name_new(descriptor, path)
  }

  /// Gives a file another name, which nothing else may have (EEXIST).
  ///
  /// A file system that does not have this answers EINVAL.
  package static func rename(_ path: String, to target: String) -> Int32 {
    unsafe latchkey_rename_new(path, target)
  }
}

/// Calls that a signal can interrupt.
package enum Interrupted {
  /// Repeats `call` while it answers -1 with EINTR.
  package static func retry(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
