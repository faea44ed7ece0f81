// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory
import UserFiles

/// The mark file `store.db-mark` of one connection, which says how many frames of the log are
/// needed.
///
/// The file is opened at first use and stays open, because a connection always uses the files that
/// it opened first. The file itself is not locked: a connection that writes it holds a lock of
/// SQLite that excludes other writers.
final class LogMarkFile {
  /// The result of reading the mark file `store.db-mark`.
  enum Reading: Equatable {
    case mark(LogMark)
    /// There is no mark file, or its content is not valid for this store.
    ///
    /// No frames of the log are then required.
    case unknown
    /// The system refuses to read the mark file now, so it is unknown how many frames are needed.
    case failed
  }

  private let path: String
  private let calls: FileCalls
  private var descriptor: Int32 = -1
  private var isWritable = false

  init(_ path: String, gate: FileGate?) {
    self.path = path
    calls = FileCalls(gate: gate)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func read(store: UInt64) -> Reading {
    switch open(creating: false) {
    case .unknown: return .unknown
    case .failed: return .failed
    case .mark: break
    }
    // One byte more than the size of a mark, so that a longer file is noticed.
    var bytes = [UInt8].zeros(LogMark.size + 1)
    let count = calls.read(&bytes, from: descriptor, at: 0, path, .mark)
    guard count >= 0 else { return .failed }
    return LogMark(Array(bytes[..<count]), store: store).map { .mark($0) } ?? .unknown
  }

  /// Writes `mark` as the content of the mark file (`store.db-mark`).
  ///
  /// If `synced` is true, the file is also synced to the disk. Returns false, with `errno` set, if
  /// this fails.
  func write(_ mark: LogMark, synced: Bool) -> Bool {
    guard case .mark = open(creating: true),
      calls.write(mark.encoded, to: descriptor, at: 0, path, .mark) == 0
    else { return false }
    return !synced || calls.sync(descriptor, path, .mark, onlyData: true) == 0
  }

  private enum Opening { case mark, unknown, failed }

  private func open(creating: Bool) -> Opening {
    if descriptor >= 0, isWritable || !creating { return .mark }
    // `O_NONBLOCK`: a pipe with this name must not block the program. A link is not followed.
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (creating ? O_CREAT : 0)
    var opened = calls.open(path, O_RDWR | flags, .mark)
    let opensForWriting = opened >= 0
    // A file that cannot be written may still be readable.
    if opened < 0, !creating, [EROFS, EACCES, EPERM].contains(errno) {
      opened = calls.open(path, O_RDONLY | flags, .mark)
    }
    guard opened >= 0 else {
      return [ENOENT, ELOOP, EISDIR, ENXIO].contains(errno) ? .unknown : .failed
    }
    var status = stat()
    guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      return .unknown
    }
    if descriptor >= 0 { close(descriptor) }
    descriptor = opened
    isWritable = opensForWriting
    return .mark
  }
}
