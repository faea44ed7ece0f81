// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
import SecureMemory

/// The reason why a file operation failed.
package enum FileError: Error, Hashable, Sendable {
  case absent
  case exists
  /// The path names a symbolic link, directory, pipe or device.
  case notRegular
  case tooLarge
  /// The file was written, but the disk did not confirm the write.
  ///
  /// A power failure may restore the old content.
  case notDurable
  /// The system refused the operation, with this error number (`errno`).
  case refused(errno: Int32)
}

/// The implementation of `FileSystem` that calls the operating system.
package struct SystemFileSystem: FileSystem {
  private let gate: FileGate?

  /// Makes a file system that acts with the rights of the process's effective user.
  ///
  /// - Parameter gate: a test's function that is asked before each system call, and can make the
  ///   call fail. Nil outside tests.
  package init(gate: FileGate? = nil) {
    self.gate = gate
  }

  package var owner: UInt32 { geteuid() }

  package func read(_ path: String, limit: Int) throws(FileError) -> FileContent {
    try pass(path, .open(creates: false))
    let file = unsafe Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Self.failure() }
    defer { close(file) }
    var status = stat()
    try pass(path, .look)
    guard unsafe fstat(file, &status) == 0 else { throw Self.failure() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= limit else { throw .tooLarge }
    let count = Int(status.st_size)
    var got = 0
    let bytes = try unsafe SecretBytes(count: count) { (memory) throws(FileError) in
      while got < count {
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[got...])
        try pass(path, .read(offset: Int64(got), count: part.count))
        let step = unsafe Glibc.read(file, part.baseAddress, part.count)
        if step == 0 { break }
        if step > 0 { got += step } else if errno != EINTR { throw Self.failure() }
      }
    }
    return FileContent(
      bytes: bytes.slice(0..<got), owner: status.st_uid, mode: status.st_mode & 0o7777)
  }

  package func create(_ path: String, _ bytes: Span<UInt8>) throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    try pass(path, .open(creates: true))
    let file = unsafe Glibc.open(path, flags, 0o600)
    guard file >= 0 else { throw Self.failure() }
    var failure: FileError?
    do throws(FileError) {
      // The process's umask may have taken away bits that the owner needs.
      guard fchmod(file, 0o600) == 0 else { throw Self.failure() }
      try unsafe bytes.withUnsafeBytes { (memory) throws(FileError) in
        try unsafe write(memory, to: file, path)
      }
      if try pass(path, .sync) { guard fsync(file) == 0 else { throw Self.failure() } }
    } catch {
      failure = error
    }
    // Some file systems report only at `close` that the disk is full.
    if close(file) != 0 && failure == nil { failure = Self.failure() }
    if let failure { throw failure }
  }

  private func write(
    _ memory: UnsafeRawBufferPointer, to file: CInt, _ path: String
  ) throws(FileError) {
    var written = 0
    while written < memory.count {
      var part = unsafe UnsafeRawBufferPointer(rebasing: memory[written...])
      let fault = unsafe gate?(
        FileOperation(
          path, .keys, .write(offset: Int64(written), count: part.count), bytes: Array(part)))
      switch fault {
      case nil: break
      case .lost: return
      case .refused(let code): throw .refused(errno: code)
      case .torn(let kept, let code):
        unsafe part = UnsafeRawBufferPointer(rebasing: part.prefix(kept))
        _ = unsafe Glibc.write(file, part.baseAddress, part.count)
        throw .refused(errno: code)
      }
      let step = unsafe Glibc.write(file, part.baseAddress, part.count)
      if step > 0 { written += step } else if errno != EINTR { throw Self.failure() }
    }
  }

  package func rename(
    _ path: String, to target: String, replacing: Bool
  ) throws(FileError) {
    if replacing {
      guard try pass(path, .rename(to: target)) else { return }
      guard unsafe Glibc.rename(path, target) == 0 else { throw Self.failure() }
      return
    }
    // First give the file a second name, which the system never does over an existing file. Then
    // remove the first name.
    guard try pass(path, .link(to: target)) else { return }
    if unsafe link(path, target) == 0 {
      try remove(path)
      return
    }
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw Self.failure() }
    // This file system has no hard links. The store's lock keeps other writers away meanwhile.
    var status = stat()
    guard unsafe lstat(target, &status) != 0 else { throw .exists }
    try pass(path, .rename(to: target))
    guard unsafe Glibc.rename(path, target) == 0 else { throw Self.failure() }
  }

  package func remove(_ path: String) throws(FileError) {
    guard try pass(path, .delete) else { return }
    guard unsafe unlink(path) == 0 else { throw Self.failure() }
  }

  package func synchronize(directory: String) throws(FileError) {
    guard try pass(directory, .sync, .directory) else { return }
    let handle = unsafe Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { throw Self.failure() }
    defer { close(handle) }
    // Some file systems have nothing to synchronize for a directory, and return EINVAL.
    guard fsync(handle) == 0 || errno == EINVAL else { throw Self.failure() }
  }

  /// Asks the gate of a test whether to perform an operation on a file.
  ///
  /// - Returns: true if the caller has to perform the operation; also true if there is no gate.
  ///   False if the caller must skip it and report success: the test simulates a lost write.
  /// - Throws: the error that the test demands.
  @discardableResult
  private func pass(
    _ path: String, _ act: FileOperation.Act, _ file: FileOperation.File = .keys
  ) throws(FileError) -> Bool {
    switch gate?(FileOperation(path, file, act)) {
    case nil: return true
    case .lost: return false
    case .refused(let code), .torn(_, let code): throw Self.failure(code)
    }
  }

  private static func failure(_ code: Int32 = errno) -> FileError {
    switch code {
    case ENOENT, ENOTDIR: .absent
    case EEXIST: .exists
    case ELOOP, EISDIR, ENXIO: .notRegular
    default: .refused(errno: code)
    }
  }
}
