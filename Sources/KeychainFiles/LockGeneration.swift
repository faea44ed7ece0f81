// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
package import KeychainTypes

/// A number in the file `lock` of a store that is raised whenever the store is locked or unlocked
/// or its passcode changes, so that every process notices (DESIGN section 5).
///
/// It tells only that something has changed. It is never synced: a machine that starts has no
/// process that could know an older value.
package final class LockGeneration: Sendable {
  /// What was done last; the word behind the number.
  package enum Act: UInt32, Sendable {
    /// Unlocked, or the passcode was set, changed or removed.
    case other = 0
    /// Locked.
    case lock = 1
    /// Locked, and what stays after the first unlock too.
    case lockAll = 2
  }

  /// The whole file, so that the word can be waited for by a mapping.
  private static let size = 4096

  private let path: String
  private let descriptor: Int32

  /// Opens the number of a store; a missing file is made.
  package init(_ path: String) {
    self.path = path
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let writable = unsafe open(path, flags, 0o600)
    descriptor =
      writable >= 0 ? writable : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  }

  deinit {
    // Who waits for the number of this store looks whether he is still wanted.
    wake()
    if descriptor >= 0 { close(descriptor) }
  }

  /// The number in a file, without making one.
  package static func read(_ path: String) -> UInt32 {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    return read(descriptor)
  }

  /// The number now; 0 where nothing was ever locked, or the file cannot be read.
  package func read() -> UInt32 { Self.read(descriptor) }

  /// What was done last in a file, without making one.
  package static func lastAct(_ path: String) -> Act {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return .other }
    defer { close(descriptor) }
    return Act(rawValue: read(descriptor, at: 4)) ?? .other
  }

  /// Whether deletes while something was locked may have left what can be finished once it is not.
  ///
  /// A hint that a failure of power may take away: nothing is lost by it.
  package var hasUnfinished: Bool {
    get { Self.read(descriptor, at: 8) != 0 }
    set {
      var word = UInt32(newValue ? 1 : 0).littleEndian
      _ = unsafe withUnsafeBytes(of: &word) { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 8)
      }
    }
  }

  /// When the store was locked, or is going to lock itself; nil where it does neither.
  ///
  /// With the next one what reports say of a lock, and nothing is decided by it: nobody syncs it.
  package var locking: Instant? {
    get { moment(at: 16) }
    set { write(newValue, at: 16) }
  }

  /// When the passcode was first given since the machine started, or since everything was locked.
  package var firstUnlock: Instant? {
    get { moment(at: 24) }
    set { write(newValue, at: 24) }
  }

  private func moment(at offset: off_t) -> Instant? {
    var value: Int64 = 0
    let count = unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, offset)
    }
    // Nothing was locked in the first microsecond of 2001.
    guard count == 8, value != 0 else { return nil }
    return Instant(microseconds: Int64(littleEndian: value))
  }

  private func write(_ moment: Instant?, at offset: off_t) {
    var value = (moment?.microseconds ?? 0).littleEndian
    _ = unsafe withUnsafeBytes(of: &value) { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
    }
  }

  private static func read(_ descriptor: Int32, at offset: off_t = 0) -> UInt32 {
    var value: UInt32 = 0
    let count = unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, offset)
    }
    return count == 4 ? UInt32(littleEndian: value) : 0
  }

  /// Raises the number and wakes all who wait; the caller holds the store's lock.
  ///
  /// - Returns: false where the file takes no writes.
  @discardableResult
  package func raise(after act: Act = .other) -> Bool {
    let next = read() &+ 1
    // Zero is what a file without a number says.
    var words = ((next == 0 ? 1 : next).littleEndian, act.rawValue.littleEndian)
    let isWritten = unsafe withUnsafeBytes(of: &words) { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
    }
    makeRoom()
    wake()
    return isWritten
  }

  /// Makes the file as long as `wait` needs it, where nothing was ever locked; the number stays.
  ///
  /// - Returns: false where the file takes no writes and is too short.
  @discardableResult
  package func makeRoom() -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return status.st_size >= Self.size || ftruncate(descriptor, off_t(Self.size)) == 0
  }

  /// Sleeps while the number is `value`, at most so many milliseconds.
  ///
  /// - Returns: false where it cannot be waited for: the file is too short, or cannot be mapped.
  package func wait(while value: UInt32, milliseconds: UInt32) -> Bool {
    var answer: Int32 = EFAULT
    unsafe withMapping { mapping in
      answer = unsafe latchkey_word_wait(mapping, value.littleEndian, milliseconds)
    }
    return [0, EAGAIN, ETIMEDOUT, EINTR].contains(answer)
  }

  /// Whether the file is still the one that the store's path names.
  package var isInPlace: Bool {
    var (own, named) = (stat(), stat())
    guard unsafe fstat(descriptor, &own) == 0, unsafe lstat(path, &named) == 0 else {
      return false
    }
    return own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }

  /// Wakes all who wait for the number.
  package func wake() { unsafe withMapping { unsafe latchkey_word_wake($0) } }

  /// The file in memory; never read from here, since somebody may cut it short: the kernel does.
  private func withMapping(_ body: (UnsafeRawPointer) -> Void) {
    guard descriptor >= 0,
      let mapping = unsafe mmap(nil, Self.size, PROT_READ, MAP_SHARED, descriptor, 0),
      unsafe mapping != MAP_FAILED
    else { return }
    unsafe body(mapping)
    unsafe munmap(mapping, Self.size)
  }
}
