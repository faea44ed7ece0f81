// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTypes
import SecureMemory

/// Lets only one process of a user show a prompt at a time, while up to eight other processes wait
/// (Specification/access-control.md, "Concurrency", "Deadlines and cancellation").
///
/// A process that asks locks the first byte of a file in the user's runtime directory. A process
/// that waits locks one of the eight bytes behind it. The kernel releases the locks of a process
/// that ends. Without a runtime directory, each process asks at once.
final class PromptQueue: Sendable {
  private static let places: Range<Int> = 1..<9

  private struct State: Sendable {
    /// The descriptor of the queue's file.
    ///
    /// Nil before the first use. The file stays open while the process lives: closing it would
    /// release its locks.
    var file: Int32?
    /// The number of authentications of this process that show a prompt or wait to show one.
    ///
    /// The number may be greater than 1, because an authentication may begin before the previous
    /// authentication has left the queue. When the number is 0, the locks are released.
    var users = 0
    var place: Int?
    /// The number of forks (`ForkBarrier.generation`) of the process to which this state belongs.
    ///
    /// A forked child has a higher number than its parent, and so finds that the state is not its
    /// own.
    var generation = ForkBarrier.generation

    /// Resets the state in a forked child, which has copied it from the parent process.
    ///
    /// The child has neither the parent's authentications nor its locks on the queue's file.
    /// Without the reset, the child would keep the first byte locked after its own prompt.
    mutating func adopt() {
      let present = ForkBarrier.generation
      guard generation != present else { return }
      self = State(file: file, generation: present)
    }
  }

  private let state = Lock(State())

  /// Waits until this process may show a prompt.
  ///
  /// Call `leave` when the authentication is over.
  ///
  /// - Parameter directory: the user's runtime directory. Nil if it does not exist.
  /// - Throws: LAError -1004 (notInteractive) if eight processes wait already, or -4 (systemCancel)
  ///   at the deadline. `cancellation.failure` if `cancellation` was cancelled. After an error, do
  ///   not call `leave`.
  func enter(
    in directory: String?, until deadline: Deadline, _ cancellation: AuthenticationCancellation
  ) throws(AuthenticationFailure) {
    let canWait = state.withLock { state in
      state.adopt()
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

  /// Lets another process show its prompt, unless this process still has an authentication in the
  /// queue.
  ///
  /// Call it when an authentication is over.
  func leave() {
    state.withLock { state in
      state.users -= 1
      guard state.users == 0, let file = state.file else { return }
      state.place = nil
      _ = Self.set(Int16(F_UNLCK), 0..<Self.places.upperBound, of: file)
    }
  }

  /// Tries to lock the first byte of the queue's file, which belongs to the process that asks.
  ///
  /// If another process has locked that byte, locks a free byte for waiting. If no byte is free,
  /// `state.place` stays nil, and this process cannot wait.
  ///
  /// - Returns: true if this process may show a prompt now.
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

  /// Locks or unlocks bytes of the queue's file.
  ///
  /// - Parameter kind: `F_WRLCK` to lock, `F_UNLCK` to unlock.
  /// - Returns: false if another process has locked the bytes.
  private static func set(_ kind: Int16, _ bytes: Range<Int>, of file: Int32) -> Bool {
    var lock = flock()
    lock.l_type = kind
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = bytes.lowerBound
    lock.l_len = bytes.upperBound - bytes.lowerBound
    return unsafe fcntl(file, F_SETLK, &lock) == 0
  }

  /// Opens the queue's file in the user's runtime directory, and makes it if it does not exist.
  ///
  /// Nil if the file cannot be opened, if the directory belongs to another user, or if other users
  /// may write in it.
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
