// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

/// Writes whole files: outputs of commands, preferences, trust settings and files beside a store.
///
/// All commands that write a file use these functions.
package enum WholeFile {
  /// Writes a file, and gives the file its path only after its content is complete and synced.
  ///
  /// So no program reads an incomplete file. An earlier file with that path stays until the new
  /// file is complete. If a process was killed while it wrote a file into the directory, this call
  /// removes the draft (unfinished file) of that process.
  ///
  /// - Parameters:
  ///   - isReplacing: True to replace a file that already has this path. If false and the path
  ///     exists, the result is EEXIST.
  ///   - mode: The mode of the file.
  ///   - ways: The methods of giving the file its name. Tests pass fewer methods.
  /// - Returns: The `errno` of the failed system call, or nil if the file was written.
  package static func write(
    _ content: UnsafeRawBufferPointer, to path: String, replacing isReplacing: Bool,
    mode: UInt32 = 0o600, by ways: [BackupDraft.Way] = BackupDraft.Way.allCases
  ) -> Int32? {
    let directory = directory(of: path)
    BackupDraft.sweep(directory)
    // A file without a name disappears if the process is killed. Without a file system for
    // descriptors, such as /proc, a draft of that kind cannot get a name.
    let named = ways.filter { $0 != .unnamed }
    var failure = EINVAL
    for ways in named.count < ways.count ? [ways, named] : [named] {
      guard let draft = BackupDraft(in: directory, ways) else { return errno }
      if let failure = unsafe put(content, into: draft.descriptor) { return failure }
      // A draft has mode 0600.
      guard mode == 0o600 || fchmod(draft.descriptor, mode) == 0 else { return errno }
      guard fsync(draft.descriptor) == 0 else { return errno }
      let isNamed = isReplacing ? draft.replace(path, in: directory) : draft.name(path)
      guard !isNamed else { return synchronize(directory, path, keeping: isReplacing) }
      failure = errno
      if failure == EEXIST { break }
    }
    return failure
  }

  /// Writes all bytes of `content` to an open file.
  ///
  /// - Returns: The `errno` of a failed write, or nil if all bytes were written.
  package static func put(_ content: UnsafeRawBufferPointer, into descriptor: Int32) -> Int32? {
    var done = 0
    while done < content.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: content[done...])
      let count = Interrupted.retry {
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      guard count > 0 else { return count < 0 ? errno : EIO }
      done += count
    }
    return nil
  }

  /// Returns the directory that contains the file at a path.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of a path: the name of the file in its directory.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func synchronize(
    _ directory: String, _ path: String, keeping isKept: Bool
  ) -> Int32? {
    var failure: Int32?
    let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder < 0 {
      failure = errno
    } else {
      // File systems that cannot sync a directory answer EINVAL.
      if fsync(folder) != 0, errno != EINVAL { failure = errno }
      close(folder)
    }
    // A failed write must leave no trace, unless a previous file was replaced.
    if failure != nil, !isKept { unsafe unlink(path) }
    return failure
  }
}
