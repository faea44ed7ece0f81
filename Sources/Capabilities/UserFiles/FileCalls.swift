// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import KeychainTypes

/// The system calls on the files of stores and keychains that are made directly, not by SQLite.
///
/// Tests can make each call fail (`FileGate`). The parameter `file` tells the test which file of
/// the store or keychain the call uses. If a call fails, the functions return -1 and `errno`
/// contains the error, as the system calls do.
package struct FileCalls: Sendable {
  private let gate: FileGate?
  /// The user who has called this process by sudo(8); nil for every other process.
  ///
  /// New directories in directories of this user belong to the user too, and not to root.
  package let sudoUser: uid_t?

  /// Creates the calls for one store or keychain.
  ///
  /// - Parameters:
  ///   - gate: Called before each system call, so that tests can make the call fail. Nil outside
  ///     tests.
  ///   - sudoUser: The user who has called this process by sudo(8).
  package init(gate: FileGate?, sudoUser: uid_t? = nil) {
    (self.gate, self.sudoUser) = (gate, sudoUser)
  }

  /// Calls open(2).
  ///
  /// - Parameter mode: the mode of the file if the call creates it.
  package func open(
    _ path: String, _ flags: Int32, _ file: FileOperation.File, mode: mode_t = 0o600
  ) -> Int32 {
    switch gate?(FileOperation(path, file, .open(creates: flags & O_CREAT != 0))) {
    case nil, .lost: unsafe Glibc.open(path, flags, mode)
    case let fault?: refuse(fault)
    }
  }

  /// Calls pwrite(2) once, and returns 0 if all bytes were written.
  ///
  /// If only a part of the bytes was written, the result is -1 with `errno` ENOSPC.
  package func write(
    _ bytes: [UInt8], to descriptor: Int32, at offset: Int64, _ path: String,
    _ file: FileOperation.File
  ) -> Int32 {
    let act = FileOperation.Act.write(offset: offset, count: bytes.count)
    switch gate?(FileOperation(path, file, act, bytes: bytes)) {
    case nil:
      let count = unsafe pwrite(descriptor, bytes, bytes.count, Int(offset))
      if count >= 0, count < bytes.count { errno = ENOSPC }
      return count == bytes.count ? 0 : -1
    case .lost: return 0
    case .torn(let kept, let code):
      _ = unsafe pwrite(descriptor, bytes, max(0, min(kept, bytes.count)), Int(offset))
      return refuse(.refused(errno: code))
    case let fault?: return refuse(fault)
    }
  }

  /// Calls pread(2) once, and returns the number of bytes read.
  ///
  /// Fewer bytes than requested are read at the end of the file.
  package func read(
    _ bytes: inout [UInt8], from descriptor: Int32, at offset: Int, _ path: String,
    _ file: FileOperation.File
  ) -> Int {
    let act = FileOperation.Act.read(offset: Int64(offset), count: bytes.count)
    guard passes(path, file, act) else { return -1 }
    return unsafe pread(descriptor, &bytes, bytes.count, offset)
  }

  /// Calls fsync(2), or fdatasync(2) if `onlyData` is true, to make a file durable.
  ///
  /// fdatasync(2) does not make the times of the file durable.
  package func sync(
    _ descriptor: Int32, _ path: String, _ file: FileOperation.File, onlyData: Bool = false
  ) -> Int32 {
    switch gate?(FileOperation(path, file, .sync)) {
    case nil: onlyData ? fdatasync(descriptor) : fsync(descriptor)
    case .lost: 0
    case let fault?: refuse(fault)
    }
  }

  /// Removes a file with unlink(2).
  package func remove(_ path: String, _ file: FileOperation.File) -> Int32 {
    named(path, file, .delete) { unsafe unlink(path) }
  }

  /// Gives a file a second name with link(2).
  package func link(_ path: String, to target: String, _ file: FileOperation.File) -> Int32 {
    named(path, file, .link(to: target)) { unsafe Glibc.link(path, target) }
  }

  /// Renames a file with rename(2).
  package func rename(_ path: String, to target: String, _ file: FileOperation.File) -> Int32 {
    named(path, file, .rename(to: target)) { unsafe Glibc.rename(path, target) }
  }

  /// Creates a directory with mkdir(2) and mode 0700.
  ///
  /// The directory belongs to `sudoUser` if the directory above it does.
  package func makeDirectory(_ path: String, mode: mode_t = 0o700) -> Int32 {
    let answer = named(path, .directory, .open(creates: true)) { unsafe mkdir(path, mode) }
    guard answer == 0, let sudoUser else { return answer }
    var above = stat()
    guard unsafe stat(WholeFile.directory(of: path), &above) == 0, above.st_uid == sudoUser else {
      return 0
    }
    // The user may have put a link in place of the new directory, which is not followed.
    let directory = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard directory >= 0 else { return 0 }
    _ = fchown(directory, above.st_uid, above.st_gid)
    close(directory)
    return 0
  }

  /// Reads the properties of a file: calls stat(2) if `following` is true, and lstat(2) if not.
  package func look(
    _ path: String, _ file: FileOperation.File, _ status: inout stat, following: Bool
  ) -> Int32 {
    guard passes(path, file, .look) else { return -1 }
    return unsafe following ? stat(path, &status) : lstat(path, &status)
  }

  /// Opens a file or directory, and syncs it to the disk.
  ///
  /// Do not call this function for a database that a connection of this process has open. Closing
  /// the descriptor would release the locks of the connection.
  package func sync(_ path: String, _ file: FileOperation.File) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC, file)
    guard descriptor >= 0 else { return -1 }
    let answer = sync(descriptor, path, file)
    let code = errno
    close(descriptor)
    errno = code
    // Some file systems have nothing to sync in a directory and answer EINVAL.
    return answer != 0 && code == EINVAL ? 0 : answer
  }

  /// Calls flock(2) on a lock file, or on the directory of a store.
  package func lock(_ descriptor: Int32, _ operation: Int32, _ path: String) -> Int32 {
    guard passes(path, .lock, .take) else { return -1 }
    return flock(descriptor, operation)
  }

  private func named(
    _ path: String, _ file: FileOperation.File, _ act: FileOperation.Act, _ call: () -> Int32
  ) -> Int32 {
    switch gate?(FileOperation(path, file, act)) {
    case nil: call()
    case .lost: 0
    case let fault?: refuse(fault)
    }
  }

  private func passes(
    _ path: String, _ file: FileOperation.File, _ act: FileOperation.Act
  ) -> Bool {
    guard let fault = gate?(FileOperation(path, file, act)), fault != .lost else { return true }
    errno = fault.errno
    return false
  }

  private func refuse(_ fault: FileFault) -> Int32 {
    errno = fault.errno
    return -1
  }
}
