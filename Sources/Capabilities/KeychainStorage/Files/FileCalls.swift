// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import KeychainTypes

/// The system calls on files that the store makes itself, beside SQLite's, each behind the gate.
///
/// They answer as the calls of the same name do: -1 with `errno` where they fail.
package struct FileCalls: Sendable {
  private let gate: FileGate?

  /// - Parameter gate: asked before each call; nil outside tests.
  package init(gate: FileGate?) {
    self.gate = gate
  }

  /// open(2), with mode 0600 for a file that it makes.
  package func open(_ path: String, _ flags: Int32, _ file: FileOperation.File) -> Int32 {
    switch gate?(FileOperation(path, file, .open(creates: flags & O_CREAT != 0))) {
    case nil, .lost: unsafe Glibc.open(path, flags, 0o600)
    case let fault?: refuse(fault)
    }
  }

  /// pwrite(2) of all bytes; a part that arrived is a failure.
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

  /// pread(2); the number of bytes that were there.
  package func read(
    _ bytes: inout [UInt8], from descriptor: Int32, at offset: Int, _ path: String,
    _ file: FileOperation.File
  ) -> Int {
    let act = FileOperation.Act.read(offset: Int64(offset), count: bytes.count)
    guard passes(path, file, act) else { return -1 }
    return unsafe pread(descriptor, &bytes, bytes.count, offset)
  }

  /// fdatasync(2) or, with the file's size and times, fsync(2).
  package func sync(
    _ descriptor: Int32, _ path: String, _ file: FileOperation.File, onlyData: Bool = false
  ) -> Int32 {
    switch gate?(FileOperation(path, file, .sync)) {
    case nil: onlyData ? fdatasync(descriptor) : fsync(descriptor)
    case .lost: 0
    case let fault?: refuse(fault)
    }
  }

  /// unlink(2).
  package func remove(_ path: String, _ file: FileOperation.File) -> Int32 {
    named(path, file, .delete) { unsafe unlink(path) }
  }

  /// link(2).
  package func link(_ path: String, to target: String, _ file: FileOperation.File) -> Int32 {
    named(path, file, .link(to: target)) { unsafe Glibc.link(path, target) }
  }

  /// rename(2).
  package func rename(_ path: String, to target: String, _ file: FileOperation.File) -> Int32 {
    named(path, file, .rename(to: target)) { unsafe Glibc.rename(path, target) }
  }

  /// mkdir(2) with mode 0700.
  package func makeDirectory(_ path: String) -> Int32 {
    named(path, .directory, .open(creates: true)) { unsafe mkdir(path, 0o700) }
  }

  /// lstat(2), or stat(2), which follows a link.
  package func look(
    _ path: String, _ file: FileOperation.File, _ status: inout stat, following: Bool
  ) -> Int32 {
    guard passes(path, file, .look) else { return -1 }
    return unsafe following ? stat(path, &status) : lstat(path, &status)
  }

  /// Opens a file or directory and waits until it is durable.
  ///
  /// Not for a database that a connection of this process is open on: closing would drop its locks.
  package func sync(_ path: String, _ file: FileOperation.File) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC, file)
    guard descriptor >= 0 else { return -1 }
    let answer = sync(descriptor, path, file)
    let code = errno
    close(descriptor)
    errno = code
    // Some file systems have nothing to synchronize in a directory and say so.
    return answer != 0 && code == EINVAL ? 0 : answer
  }

  /// flock(2).
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
