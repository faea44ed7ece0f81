// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc
import SecureMemory

/// A child process with which this process talks over a socket.
///
/// The socket is the child's standard input and output. The kernel's process descriptor (pidfd)
/// identifies the child. So a signal never reaches another process with the same number, even if
/// other code of this process waits for all children. The child inherits no other descriptor, no
/// blocked or ignored signal, and only the environment that `start` receives.
final class ChildProcess {
  /// The way in which the child process ended.
  enum Ending: Hashable {
    case exited(Int32)
    case killed(signal: Int32)
    /// The child ended, but other code of this process took its exit status.
    case unknown
  }

  /// The way in which the child process is ended.
  enum Manner {
    /// Only the socket is closed at first.
    ///
    /// If the child has not ended after a second, it receives SIGTERM, and SIGKILL after another
    /// second.
    case polite
    /// SIGTERM is sent at once: for a child that does not notice when its socket is closed.
    ///
    /// If the child has not ended after a second, it receives SIGKILL.
    case atOnce
    /// SIGKILL is sent at once: for a child that holds nothing that it must release.
    case killed
  }

  /// The milliseconds that the child has to end after each step: closed socket, SIGTERM, SIGKILL
  /// (Specification/access-control.md, "Deadlines and cancellation").
  private static let patience = 1000  // milliseconds
  /// The program through which the child is started, so that the prompt closes if this process is
  /// killed.
  ///
  /// `setpriv` makes the kernel send the child SIGTERM when the thread that called `start` ends.
  /// `setpriv` is part of every Debian system. If `setpriv` is missing and this process is killed,
  /// the prompt stays until its time limit.
  private static let watcher = "/usr/bin/setpriv"

  /// This process's end of the socket.
  ///
  /// Nil after `end` has closed it.
  private var socket: Int32?
  private let child: Int32
  private(set) var ending: Ending?

  private init(socket: Int32, child: Int32) {
    self.socket = socket
    self.child = child
  }

  deinit {
    end(.atOnce)
    close(child)
  }

  /// Starts a program by its absolute path.
  ///
  /// - Throws: `notStarted` if the program does not exist, or if the system cannot start it.
  static func start(
    _ program: String, arguments: [String] = [], environment: [String]
  ) throws(Unavailability) -> ChildProcess {
    guard unsafe access(program, X_OK) == 0 else { throw .notStarted }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .notStarted }
    defer { close(ends[1]) }
    var words = [program] + arguments
    if unsafe access(watcher, X_OK) == 0 { words = [watcher, "--pdeathsig", "TERM", "--"] + words }
    let child = unsafe withStrings(words) { arguments in
      unsafe withStrings(environment) { environment in
        unsafe latchkey_child_start(arguments, environment, ends[1])
      }
    }
    guard child >= 0 else {
      close(ends[0])
      throw .notStarted
    }
    return ChildProcess(socket: ends[0], child: child)
  }

  private static func withStrings<R>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers)
  }

  /// This process's end of the socket, for reading and writing.
  ///
  /// Nil after `end` has closed it.
  var stream: Int32? { socket }

  /// Closes the socket and ends the child process, so that no process and no zombie remains.
  ///
  /// Takes at most three seconds. If the child has already ended, only the socket is closed.
  func end(_ manner: Manner) {
    if let socket {
      close(socket)
      self.socket = nil
    }
    guard ending == nil else { return }
    if manner == .polite, waitForEnd() { return }
    if manner != .killed, signalEnd() { return }
    latchkey_child_signal(child, SIGKILL)
    _ = waitForEnd()
  }

  /// Sends the child process SIGTERM, and waits up to a second.
  ///
  /// - Returns: true if the child ended in that second.
  private func signalEnd() -> Bool {
    // A stopped process handles SIGTERM only after SIGCONT.
    latchkey_child_signal(child, SIGTERM)
    latchkey_child_signal(child, SIGCONT)
    return waitForEnd()
  }

  private func waitForEnd() -> Bool {
    let deadline = Deadline(milliseconds: Self.patience)
    repeat {
      if reap() { return true }
      var entries = [pollfd(fd: child, events: Int16(POLLIN), revents: 0)]
      _ = ForkBarrier.poll(&entries, milliseconds: Int32(deadline.millisecondsLeft + 1))
    } while !deadline.isPast
    return reap()
  }

  private func reap() -> Bool {
    var status: Int32 = 0
    switch unsafe latchkey_child_reap(child, &status) {
    case 0: return false
    case 1: ending = status < 0 ? .killed(signal: -status) : .exited(status)
    default: ending = .unknown
    }
    return true
  }
}
