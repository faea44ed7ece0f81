// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainCrypto
import KeychainTypes
import SecureMemory
import UserFiles

/// The lock that every writer of a keychain file holds while it reads and replaces the file
/// (Specification/keychain-file-format.md, "File handling").
///
/// The lock is flock(2) on a file beside the keychain. The format demands this, so the lock also
/// excludes other programs that write keychain files.
final class FileLock {
  private let descriptor: Int32

  /// The longest wait for another writer: 30 seconds, in microseconds.
  static let deadline: Int64 = 30_000_000
  /// The most attempts to lock the lock file, which other processes can remove meanwhile.
  private static let mostAttempts = 100

  /// Takes the lock of the keychain at a path.
  ///
  /// - Parameter limit: the longest wait for another process that holds the lock, in microseconds.
  /// - Throws: `busy` if another process still holds the lock after this time.
  init(
    of path: String, _ calls: FileCalls, _ clock: any KeychainClock, waiting limit: Int64 = deadline
  ) throws(FileFailure) {
    let lockPath = try Self.path(beside: path)
    let end = clock.sinceBoot() + limit
    for _ in 0..<Self.mostAttempts {
      let file = calls.open(
        lockPath, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, .lock, mode: 0o444)
      guard file >= 0 else { throw FileFailure(errno: errno) }
      do throws(FileFailure) {
        try Self.wait(for: file, lockPath, calls, clock, until: end)
      } catch {
        close(file)
        throw error
      }
      // A process that deletes the keychain removes the lock file. Then another file is the lock.
      if Self.isCurrent(file, lockPath) {
        Self.permitReading(file)
        descriptor = file
        return
      }
      close(file)
    }
    throw .busy
  }

  /// Releases the lock; the lock cannot be used afterwards.
  func release() { close(descriptor) }

  /// Removes the lock file of a keychain.
  ///
  /// Only a process that deletes the keychain calls this function, as its last step.
  static func remove(beside path: String, _ calls: FileCalls) {
    guard let lockPath = try? self.path(beside: path) else { return }
    _ = calls.remove(lockPath, .lock)
  }

  /// Returns the path of the lock file in the keychain's directory.
  ///
  /// The name is `.fl` and the first eight hexadecimal digits of the SHA-1 of the keychain's file
  /// name.
  static func path(beside path: String) throws(FileFailure) -> String {
    let name = path.split(separator: "/").last.map { Array($0.utf8) } ?? []
    do throws(CryptoError) {
      let hash = try Hash.sha1(name.span)
      return WholeFile.directory(of: path) + "/.fl" + HexText.upperCase(hash.prefix(4))
    } catch {
      throw .refused(.blob(.crypto(error)))
    }
  }

  private static func wait(
    for file: Int32, _ path: String, _ calls: FileCalls, _ clock: any KeychainClock,
    until end: Int64
  ) throws(FileFailure) {
    var pause: UInt32 = 500  // microseconds
    while calls.lock(file, LOCK_EX | LOCK_NB, path) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw FileFailure(errno: errno) }
      guard clock.sinceBoot() < end else { throw .busy }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }

  /// Gives a new lock file the right to be read, which a umask can have taken away.
  ///
  /// Without this right the owner could not take the lock again.
  private static func permitReading(_ file: Int32) {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IRUSR == 0 else { return }
    _ = fchmod(file, 0o444)
  }

  private static func isCurrent(_ file: Int32, _ path: String) -> Bool {
    var (mine, named) = (stat(), stat())
    return unsafe fstat(file, &mine) == 0 && lstat(path, &named) == 0 && mine.st_nlink > 0
      && mine.st_dev == named.st_dev && mine.st_ino == named.st_ino
  }
}
