// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecureMemory

/// The one way in which a command writes a file that its user has named.
package enum WholeFile {
  /// Writes a file with mode 0600, which gets its name when it is whole and synced: nobody reads
  /// half of it, and what had the name before is there until then.
  ///
  /// What a process has left in the same directory that was killed while it wrote is removed.
  ///
  /// - Parameters:
  ///   - isReplacing: whether a file of that name gives way; else it is EEXIST.
  ///   - ways: of giving the file its name; fewer only in tests.
  /// - Returns: the `errno` of what the system refused; nil where the file is there.
  package static func write(
    _ content: UnsafeRawBufferPointer, to path: String, replacing isReplacing: Bool,
    by ways: [BackupDraft.Way] = BackupDraft.Way.allCases
  ) -> Int32? {
    let directory = directory(of: path)
    BackupDraft.sweep(directory)
    // A file without a name goes with a process that is killed, and gets none where nothing is
    // mounted that tells descriptors.
    let named = ways.filter { $0 != .unnamed }
    var failure = EINVAL
    for ways in named.count < ways.count ? [ways, named] : [named] {
      guard let draft = BackupDraft(in: directory, ways) else { return errno }
      if let failure = unsafe put(content, into: draft.descriptor) { return failure }
      guard fsync(draft.descriptor) == 0 else { return errno }
      let isNamed = isReplacing ? draft.replace(path, in: directory) : draft.name(path)
      guard !isNamed else { return synchronize(directory, path, keeping: isReplacing) }
      failure = errno
      if failure == EEXIST { break }
    }
    return failure
  }

  /// Writes to an open file.
  ///
  /// - Returns: the `errno` of a write that failed.
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

  /// The directory in which a path names something.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
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
    // What failed has changed nothing, where nothing gave way.
    if failure != nil, !isKept { unsafe unlink(path) }
    return failure
  }
}
