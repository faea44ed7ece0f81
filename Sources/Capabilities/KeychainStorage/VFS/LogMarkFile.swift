// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// The file `store.db-mark` in the hands of one connection.
///
/// Opened when it is first needed and kept open: a connection stays with the files that it opened.
/// It carries no locks; whoever writes it holds SQLite's lock for writers.
final class LogMarkFile {
  /// What a look into the file finds.
  enum Reading: Equatable {
    case mark(LogMark)
    /// No file, or none that is a mark of this store: nothing is claimed.
    case unknown
    /// The system does not let it be read now, so what it claims cannot be known.
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
    // One byte more than it should have, so that a longer file does not pass.
    var bytes = [UInt8].zeros(LogMark.size + 1)
    let count = calls.read(&bytes, from: descriptor, at: 0, path, .mark)
    guard count >= 0 else { return .failed }
    return LogMark(Array(bytes[..<count]), store: store).map { .mark($0) } ?? .unknown
  }

  /// Writes the mark, waiting until it is durable only if `synced`.
  ///
  /// False, with `errno`, where that failed.
  func write(_ mark: LogMark, synced: Bool) -> Bool {
    guard case .mark = open(creating: true),
      calls.write(mark.encoded, to: descriptor, at: 0, path, .mark) == 0
    else { return false }
    return !synced || calls.sync(descriptor, path, .mark, onlyData: true) == 0
  }

  private enum Opening { case mark, unknown, failed }

  private func open(creating: Bool) -> Opening {
    if descriptor >= 0, isWritable || !creating { return .mark }
    // A pipe under this name must not hold the program up; a link is not followed.
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (creating ? O_CREAT : 0)
    var opened = calls.open(path, O_RDWR | flags, .mark)
    let opensForWriting = opened >= 0
    // What may not be written may be readable all the same.
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
