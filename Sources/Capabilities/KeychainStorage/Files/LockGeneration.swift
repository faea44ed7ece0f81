// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
package import KeychainTypes

/// The file `lock` of a store: a counter that rises when the store is locked or unlocked, or when
/// its passcode changes.
///
/// By this counter, every process notices that the store was locked or unlocked
/// (Specification/design.md, "Embedded or daemon"). The file is never synced to the disk: after a
/// start of the machine, no process remembers an earlier value of the counter.
package final class LockGeneration: Sendable {
  /// The kind of the last change, which the file stores after the counter.
  package enum Act: UInt32, Sendable {
    /// The store was unlocked, or its passcode was set, changed or removed.
    case other = 0
    /// The store was locked.
    case lock = 1
    /// The store was locked, including everything that normally stays available after the first
    /// unlock.
    case lockAll = 2
    /// The whole store was locked because its file `lock` was missing or replaced.
    case fileLost = 3
  }

  /// The reason why the file `lock` cannot tell other processes that the store was locked.
  package enum Flaw: Hashable, Sendable {
    case link, notAFile, foreignOwner
    case unreadable(errno: Int32)

    /// Text that describes the flaw and tells the user what to do.
    ///
    /// The text follows the file name in a sentence, for example "is a symbolic link: remove it".
    package var words: String {
      switch self {
      case .link: "is a symbolic link: remove it"
      case .notAFile: "is not a regular file: remove it"
      case .foreignOwner: "belongs to another user: remove it"
      case .unreadable(errno: EROFS):
        "cannot be opened for writing, as its file system is read-only: mount it for writing"
      case .unreadable(errno: EACCES), .unreadable(errno: EPERM):
        "cannot be opened for writing: give its user write permission, also to the directory"
      case .unreadable(let number):
        "cannot be opened for writing (\(unsafe String(cString: strerror(number)))): remove it"
      }
    }
  }

  /// The size of the file `lock` in bytes.
  ///
  /// The file has the size of a memory page, because `wait` maps it into memory to wait for a
  /// change of the counter.
  private static let size = 4096

  private let path: String
  private let descriptor: Int32
  /// The reason why this file cannot tell other processes that the store was locked.
  ///
  /// Nil if the file works.
  package let flaw: Flaw?

  /// Opens the file `lock` of a store at a path, and creates the file if it is missing.
  package init(_ path: String) {
    self.path = path
    (descriptor, flaw) = Self.open(path, O_RDWR | O_CREAT)
  }

  /// Opens a file `lock`, and returns its descriptor and its flaw.
  ///
  /// The flaw is nil if the file works. The descriptor is -1 if the file cannot be used at all.
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

  /// The counter and the flaw of a file `lock`, read without creating the file.
  package struct Look: Sendable {
    /// The counter in the file, or 0 if the file contains no counter.
    package let number: UInt32
    package let flaw: Flaw?
    /// True if the file `lock` does not exist.
    ///
    /// Processes that opened the file before it was removed do not notice that the store is locked.
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
    // A thread that waits for the counter of this store wakes, and checks whether to go on waiting.
    wake()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns the current counter in the file.
  ///
  /// 0 if the store was never locked or unlocked, or if the file cannot be read.
  package func read() -> UInt32 { Self.read(descriptor) }

  /// Returns the kind of the last change of the store that a file `lock` records.
  ///
  /// The file is not created. The result is `other` if the file cannot be read.
  package static func lastAct(_ path: String) -> Act {
    let (descriptor, _) = open(path, O_RDONLY)
    guard descriptor >= 0 else { return .other }
    defer { close(descriptor) }
    return Act(rawValue: read(descriptor, at: 4)) ?? .other
  }

  /// True if the store may contain unfinished tombstones.
  ///
  /// A tombstone is a row that marks a deleted item. The tombstone is unfinished if the item's
  /// protection class was locked when the item was deleted. Unfinished tombstones can be finished
  /// after an unlock. The flag is only a hint: a power failure may lose it without harm.
  package var hasUnfinished: Bool {
    get { Self.read(descriptor, at: 8) != 0 }
    set {
      var word = UInt32(newValue ? 1 : 0).littleEndian
      _ = unsafe withUnsafeBytes(of: &word) { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 8)
      }
    }
  }

  /// True if this file replaced a lost file `lock`, and the whole store was locked afterwards.
  ///
  /// The file records its inode number for this, so a copy of the file does not have this flag.
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
    // The token is never zero, because an empty file reads as zero.
    return UInt32(truncatingIfNeeded: number ^ number >> 32) | 1
  }

  /// The time at which the store was locked or will lock itself.
  ///
  /// Nil if the store was not locked and will not lock itself. The times in this property and in
  /// `firstUnlock` are only shown to users. No decision depends on these times, so they are not
  /// synced to the disk.
  package var locking: Instant? {
    get { moment(at: 16) }
    set { write(newValue, at: 16) }
  }

  /// The time at which the passcode was entered for the first time after the machine started or the
  /// whole store was locked.
  ///
  /// Nil if the passcode was not entered since then.
  package var firstUnlock: Instant? {
    get { moment(at: 24) }
    set { write(newValue, at: 24) }
  }

  private func moment(at offset: off_t) -> Instant? {
    var value: Int64 = 0
    let count = unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe pread(descriptor, bytes.baseAddress, bytes.count, offset)
    }
    // Zero means no time: nothing was locked in the first microsecond of 2001.
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

  /// Increments the counter, records the kind of the change, and wakes all threads that wait for a
  /// change.
  ///
  /// The caller must hold the advisory lock (`flock`) of the store's directory, unless the change
  /// is that the store is locked.
  ///
  /// A caller that locks the store calls this function before it waits for the advisory lock, so
  /// that other processes notice at once. If the file records another change when the caller gets
  /// the advisory lock, the caller calls this function again.
  ///
  /// If the store was locked but the file cannot be written, the file is removed. A process that
  /// finds the file missing treats the whole store as locked.
  ///
  /// - Returns: False if other processes cannot notice the change.
  @discardableResult
  package func raise(after act: Act = .other) -> Bool {
    let next = read() &+ 1
    // The counter is never zero, because a file without a counter reads as zero.
    var words = ((next == 0 ? 1 : next).littleEndian, act.rawValue.littleEndian)
    let isWritten = unsafe withUnsafeBytes(of: &words) { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
    }
    makeRoom()
    wake()
    guard !isWritten, act != .other, isInPlace else { return isWritten }
    return unsafe unlink(path) == 0
  }

  /// Extends the file to the size that `wait` needs, without changing the counter.
  ///
  /// - Returns: False if the file is too short and cannot be extended.
  @discardableResult
  package func makeRoom() -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    guard status.st_size < Self.size || status.st_blocks == 0 else { return true }
    // The blocks are allocated ahead, so that a lock can be announced on a full disk. If the file
    // system cannot allocate blocks ahead, the file is only extended.
    return posix_fallocate(descriptor, 0, off_t(Self.size)) == 0
      || status.st_size >= Self.size || ftruncate(descriptor, off_t(Self.size)) == 0
  }

  /// Waits until the counter differs from `value`, or until the given number of milliseconds has
  /// passed.
  ///
  /// - Returns: False if it is impossible to wait, because the file is too short or cannot be
  ///   mapped into memory.
  package func wait(while value: UInt32, milliseconds: UInt32) -> Bool {
    var answer: Int32 = EFAULT
    unsafe withMapping { mapping in
      answer = unsafe latchkey_word_wait(mapping, value.littleEndian, milliseconds)
    }
    return [0, EAGAIN, ETIMEDOUT, EINTR].contains(answer)
  }

  /// True if the path still names the file `lock` that was opened.
  package var isInPlace: Bool {
    var (own, named) = (stat(), stat())
    guard unsafe fstat(descriptor, &own) == 0, unsafe lstat(path, &named) == 0 else {
      return false
    }
    return own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }

  /// Wakes all threads that wait for a change of the counter.
  package func wake() { unsafe withMapping { unsafe latchkey_word_wake($0) } }

  /// Maps the file into memory, and passes the address to `body`, which passes it to the kernel.
  ///
  /// Never read the mapped memory in this process: another program may truncate the file, and the
  /// read would crash.
  private func withMapping(_ body: (UnsafeRawPointer) -> Void) {
    guard descriptor >= 0,
      let mapping = unsafe mmap(nil, Self.size, PROT_READ, MAP_SHARED, descriptor, 0),
      unsafe mapping != MAP_FAILED
    else { return }
    unsafe body(mapping)
    unsafe munmap(mapping, Self.size)
  }
}

/// Records the times at which the store is locked and unlocked, to show them to users
/// (Specification/diagnostics.md, "Facts of a call", F6).
extension LockGeneration {
  private static let century = 3_155_760_000  // seconds

  /// Records that the store was unlocked, and when it will lock itself.
  ///
  /// The caller must hold the advisory lock (`flock`) of the store's directory.
  ///
  /// - Parameters:
  ///   - seconds: The number of seconds after which the store locks itself, or nil if it stays
  ///     unlocked.
  ///   - isFirst: True if this is the first unlock since the machine started or the whole store was
  ///     locked.
  package func noteUnlock(at now: Instant, for seconds: Int?, isFirst: Bool) {
    locking = seconds.map { now.advanced(byMicroseconds: Int64(min($0, Self.century)) * 1_000_000) }
    if isFirst { firstUnlock = now }
  }

  /// Records the time at which the store is locked.
  ///
  /// If the store was locked already, the earlier time is kept.
  ///
  /// - Parameters:
  ///   - wasOpen: True if the store was unlocked until now.
  ///   - all: True if the whole store is locked, including items that normally stay available after
  ///     the first unlock.
  package func noteLock(at now: Instant, from wasOpen: Bool, all: Bool) {
    if wasOpen || locking.map({ $0 > now }) ?? true { locking = now }
    if all { firstUnlock = nil }
  }
}
