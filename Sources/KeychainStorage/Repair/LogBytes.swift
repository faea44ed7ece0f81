// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainFiles
import KeychainTypes

/// The log as bytes; it carries no locks, so a descriptor of one's own does no harm.
///
/// Used by one thread at a time.
final class LogBytes {
  private let path: String
  private let calls: FileCalls
  /// -1 where there is no log.
  private let descriptor: Int32
  /// The `errno` of the first read that the system refused.
  private var failure: Int32?

  /// - Throws: `refused` for a log that is there and cannot be opened: it may be needed.
  init(_ path: String, _ options: StoreOptions) throws(StorageError) {
    self.path = path
    calls = FileCalls(gate: options.gate)
    descriptor = calls.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, .log)
    guard descriptor >= 0 || errno == ENOENT else {
      throw StoreFile.refusal(.unreadable(errno: errno), path)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Bytes of the log; 0 where there is none.
  var size: Int {
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  /// Bytes at an offset; nil where the log ends before their end or is not there.
  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard descriptor >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = calls.read(&bytes, from: descriptor, at: offset, path, .log)
    if found < 0, failure == nil { failure = errno }
    return found == count ? bytes : nil
  }

  /// Refuses a log of which a part could not be read: it is not a log that ends there.
  func confirm() throws(StorageError) {
    if let failure { throw StoreFile.refusal(.unreadable(errno: failure), path) }
  }
}
