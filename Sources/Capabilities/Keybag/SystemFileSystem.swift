// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
package import SecureMemory

/// The few acts on small files that the keybag needs; a parameter, so that tests can let each fail.
///
/// Callers hold the store's `lock` file while they write: nobody else does meanwhile.
package protocol FileSystem: Sendable {
  /// The user that files must belong to.
  var owner: UInt32 { get }

  /// The whole content of a regular file; no symbolic link is followed and no pipe waited for.
  ///
  /// - Throws: `tooLarge` beyond `limit` bytes.
  func read(_ path: String, limit: Int) throws(FileError) -> FileContent

  /// Makes a file with mode 0600, writes `bytes` and waits until they are durable.
  ///
  /// - Throws: `exists` where something has the name. What was made before another error stays.
  func create(_ path: String, _ bytes: Span<UInt8>) throws(FileError)

  /// Gives the file `path` the name `target`, in place of what has it if `replacing`.
  ///
  /// - Throws: `exists` if something has the name and `replacing` is false.
  func rename(_ path: String, to target: String, replacing: Bool) throws(FileError)

  /// Removes a file's name.
  func remove(_ path: String) throws(FileError)

  /// Waits until the names in a directory are durable.
  func synchronize(directory: String) throws(FileError)
}

/// What was read of a file.
package struct FileContent: Sendable {
  /// The bytes, in memory for secrets since one of the files is a key.
  package let bytes: SecretBytes
  /// The user it belongs to.
  package let owner: UInt32
  /// Its permission bits.
  package let mode: UInt32

  /// A content, as a file system found it.
  package init(bytes: SecretBytes, owner: UInt32, mode: UInt32) {
    self.bytes = bytes
    self.owner = owner
    self.mode = mode
  }
}

/// Why an act on a file failed.
package enum FileError: Error, Hashable, Sendable {
  case absent
  case exists
  /// A symbolic link, directory, pipe or device has the name.
  case notRegular
  case tooLarge
  /// It was written, but a failure of power may take it back: what was before or what is now.
  case notDurable
  /// Any other answer of the system, by its `errno`.
  case refused(errno: Int32)
}

/// The files of the machine.
package struct SystemFileSystem: FileSystem {
  private let gate: FileGate?

  /// The files as the effective user of this process sees them.
  ///
  /// - Parameter gate: asked before each call of the system; nil outside tests.
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
      // The process's umask may have taken bits away that we need.
      guard fchmod(file, 0o600) == 0 else { throw Self.failure() }
      try unsafe bytes.withUnsafeBytes { (memory) throws(FileError) in
        try unsafe write(memory, to: file, path)
      }
      if try pass(path, .sync) { guard fsync(file) == 0 else { throw Self.failure() } }
    } catch {
      failure = error
    }
    // Some file systems tell only here that the disk is full.
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
    // A second name, which the system never gives over an existing one, then the first taken away.
    guard try pass(path, .link(to: target)) else { return }
    if unsafe link(path, target) == 0 {
      try remove(path)
      return
    }
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw Self.failure() }
    // No second names on this file system; the store's lock keeps others away meanwhile.
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
    // Some file systems have nothing to synchronize here and say so.
    guard fsync(handle) == 0 || errno == EINVAL else { throw Self.failure() }
  }

  /// Whether an act is to be done; false where it only seems to be.
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
