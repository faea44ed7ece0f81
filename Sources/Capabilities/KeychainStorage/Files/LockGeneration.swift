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
    /// Everything was locked, because this file was missing or another one had its name.
    case fileLost = 3
  }

  /// Why a file under the name `lock` tells nobody of anything.
  package enum Flaw: Hashable, Sendable {
    case link, notAFile, foreignOwner
    case unreadable(errno: Int32)

    /// The end of a sentence whose subject is the file, with what to do.
    package var words: String {
      switch self {
      case .link: "is a symbolic link: remove it"
      case .notAFile: "is no regular file: remove it"
      case .foreignOwner: "belongs to another user: remove it"
      case .unreadable(errno: EROFS):
        "cannot be opened for writing, as its file system is read-only: mount it for writing"
      case .unreadable(errno: EACCES), .unreadable(errno: EPERM):
        "cannot be opened for writing: give its user that right, and to the directory"
      case .unreadable(let number):
        "cannot be opened for writing (\(unsafe String(cString: strerror(number)))): remove it"
      }
    }
  }

  /// The whole file, so that the word can be waited for by a mapping.
  private static let size = 4096

  private let path: String
  private let descriptor: Int32
  /// Why nobody hears of a lock by this file; nil where everybody does.
  package let flaw: Flaw?

  /// Opens the number of a store; a missing file is made.
  package init(_ path: String) {
    self.path = path
    (descriptor, flaw) = Self.open(path, O_RDWR | O_CREAT)
  }

  /// The file, unless it is none that a lock can be told by.
  private static func open(_ path: String, _ flags: Int32) -> (Int32, Flaw?) {
    let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var opened = unsafe Glibc.open(path, flags | common, 0o600)
    var flaw: Flaw?
    if opened < 0 {
      guard errno != ELOOP else { return (-1, .link) }
      flaw = .unreadable(errno: errno)
      opened = unsafe Glibc.open(path, O_RDONLY | common)
      guard opened >= 0 else { return (-1, flaw) }
    }
    var status = stat()
    guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else {
      close(opened)
      return (-1, status.st_mode & S_IFMT == S_IFREG ? .foreignOwner : .notAFile)
    }
    return (opened, flaw)
  }

  /// The findings of a look at a file, which makes none.
  package struct Look: Sendable {
    /// The number in the file; 0 where there is none.
    package let number: UInt32
    package let flaw: Flaw?
    /// Whether nothing has this name, so that whoever opened the file before hears of no lock.
    package let isMissing: Bool
  }

  package static func look(_ path: String) -> Look {
    let (descriptor, flaw) = open(path, O_RDWR)
    guard descriptor >= 0 else {
      let isMissing = flaw == .unreadable(errno: ENOENT)
      return Look(number: 0, flaw: isMissing ? nil : flaw, isMissing: isMissing)
    }
    defer { close(descriptor) }
    return Look(number: read(descriptor), flaw: flaw, isMissing: false)
  }

  deinit {
    // Who waits for the number of this store looks whether he is still wanted.
    wake()
    if descriptor >= 0 { close(descriptor) }
  }

  /// The number now; 0 where nothing was ever locked, or the file cannot be read.
  package func read() -> UInt32 { Self.read(descriptor) }

  /// What was done last in a file, without making one.
  package static func lastAct(_ path: String) -> Act {
    let (descriptor, _) = open(path, O_RDONLY)
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

  /// Whether everything was locked since this file is in the place of a missing or another one.
  ///
  /// Said by the number of the file itself, which a copy of it does not have.
  package var hasTakenPlace: Bool {
    get {
      let token = fileToken
      return token != 0 && Self.read(descriptor, at: 12) == token
    }
    set {
      var word = (newValue ? fileToken : 0).littleEndian
      _ = unsafe withUnsafeBytes(of: &word) { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 12)
      }
    }
  }

  private var fileToken: UInt32 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return 0 }
    let number = UInt64(status.st_ino)
    // Zero is what a file says in which nothing stands.
    return UInt32(truncatingIfNeeded: number ^ number >> 32) | 1
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
  /// A file that takes no writes is removed: who misses it takes everything for locked.
  ///
  /// - Returns: false where nobody hears of it.
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
    guard !isWritten, act != .other, isInPlace else { return isWritten }
    return unsafe unlink(path) == 0
  }

  /// Makes the file as long as `wait` needs it, where nothing was ever locked; the number stays.
  ///
  /// - Returns: false where the file takes no writes and is too short.
  @discardableResult
  package func makeRoom() -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    guard status.st_size < Self.size || status.st_blocks == 0 else { return true }
    // With its blocks, so that a lock can be told on a full disk; where the file system gives none
    // ahead, without.
    return posix_fallocate(descriptor, 0, off_t(Self.size)) == 0
      || status.st_size >= Self.size || ftruncate(descriptor, off_t(Self.size)) == 0
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

/// When the store was locked and unlocked, for reports (spec/diagnostics.md 2, F6).
extension LockGeneration {
  private static let century = 3_155_760_000  // seconds

  /// The store is unlocked, whose lock the caller holds.
  ///
  /// - Parameters:
  ///   - seconds: until it locks itself; nil for never.
  ///   - isFirst: whether it was not unlocked before since the machine started.
  package func noteUnlock(at now: Instant, for seconds: Int?, isFirst: Bool) {
    locking = seconds.map { now.advanced(byMicroseconds: Int64(min($0, Self.century)) * 1_000_000) }
    if isFirst { firstUnlock = now }
  }

  /// The store is being locked; where it was locked before, it is since then.
  package func noteLock(at now: Instant, from wasOpen: Bool, all: Bool) {
    if wasOpen || locking.map({ $0 > now }) ?? true { locking = now }
    if all { firstUnlock = nil }
  }
}
