// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Lets the programs of a user ask one at a time; eight more wait (spec/access-control.md 1.8,
/// 3.8).
///
/// A process that asks locks the first byte of a file in the user's runtime directory, one that
/// waits one of the eight behind it. The kernel unlocks what a process leaves. Without such a
/// directory each process asks for itself.
final class PromptQueue: Sendable {
  private static let places: Range<Int> = 1..<9

  private struct State: Sendable {
    /// Open as long as the process lives: to close it would unlock what is locked through it.
    var file: Int32?
    /// Evaluations of this process that ask or wait: a newcomer is here before the last has gone.
    var users = 0
    var place: Int?
  }

  private let state = Lock(State())

  /// Waits for the turn of this process; `leave` ends it.
  ///
  /// - Parameter directory: the runtime directory; nil where there is none.
  /// - Throws: -1004 where eight wait already, -4 at the deadline, what it is cancelled with.
  func enter(
    in directory: String?, until deadline: Deadline, _ cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) {
    let canWait = state.withLock { state in
      state.users += 1
      return Self.moveUp(&state, directory) || state.place != nil
    }
    do throws(AuthenticationFailure) {
      guard canWait else { throw .notInteractive }
      let stop = Cancellation()
      cancellation.onCancel { _ in stop.cancel() }
      let waiting = Waiting(deadline: deadline, cancellation: stop)
      while !state.withLock({ Self.moveUp(&$0, directory) }) {
        do { try waiting.pause() } catch { throw cancellation.failure ?? .systemCancel }
      }
    } catch {
      leave()
      throw error
    }
  }

  /// The evaluation is over.
  func leave() {
    state.withLock { state in
      state.users -= 1
      guard state.users == 0, let file = state.file else { return }
      state.place = nil
      _ = Self.set(Int16(F_UNLCK), 0..<Self.places.upperBound, of: file)
    }
  }

  /// Takes the turn, or else a place in the queue where the process has none.
  ///
  /// - Returns: whether it has the turn.
  private static func moveUp(_ state: inout State, _ directory: String?) -> Bool {
    if state.file == nil { state.file = directory.flatMap(open) }
    guard let file = state.file else { return true }
    let write = Int16(F_WRLCK)
    if set(write, 0..<1, of: file) {
      if let place = state.place { _ = set(Int16(F_UNLCK), place..<place + 1, of: file) }
      state.place = nil
      return true
    }
    state.place = state.place ?? places.first { set(write, $0..<$0 + 1, of: file) }
    return false
  }

  /// - Returns: false where another process has it.
  private static func set(_ kind: Int16, _ bytes: Range<Int>, of file: Int32) -> Bool {
    var lock = flock()
    lock.l_type = kind
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = bytes.lowerBound
    lock.l_len = bytes.upperBound - bytes.lowerBound
    return unsafe fcntl(file, F_SETLK, &lock) == 0
  }

  /// The file, in a directory that nobody else writes to.
  private static func open(in directory: String) -> Int32? {
    var about = stat()
    guard directory.hasPrefix("/"), unsafe stat(directory, &about) == 0,
      about.st_uid == getuid(), about.st_mode & 0o022 == 0
    else { return nil }
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe Glibc.open(directory + "/latchkey-prompts", flags, 0o600)
    return file >= 0 ? file : nil
  }
}
