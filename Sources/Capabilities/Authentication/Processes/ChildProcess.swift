// SPDX-License-Identifier: Apache-2.0
import CLatchkey
import Glibc

/// A program of ours at the other end of a socket, which is its standard input and output.
///
/// It is reached through a descriptor of the kernel, so a signal never meets another process that
/// got its number, also where the host reaps children that it did not start. It gets no
/// descriptor of the host but these, no blocked or ignored signal, and an environment of its own.
final class ChildProcess {
  /// How it ended.
  enum Ending: Hashable {
    case exited(Int32)
    case killed(signal: Int32)
    /// Somebody else in this process took the status.
    case unknown
  }

  /// How to end it.
  enum Manner {
    /// It was told to end, or will notice that the socket is closed: it has a second.
    case polite
    /// It does not listen.
    case atOnce
    /// It holds nothing that it would have to give back, and nobody waits for it.
    case killed
  }

  /// What each step of ending it may take (spec/access-control.md 3.8).
  private static let patience = 1000  // milliseconds
  /// Ends the program when the thread that started it ends.
  ///
  /// For the host may be killed while a prompt is up. Part of every Debian system; without it a
  /// prompt ends by its own time limit.
  private static let watcher = "/usr/bin/setpriv"

  /// Our end of the socket; nil when closed.
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
  /// - Throws: `notStarted` where there is no such program, or the system refuses.
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

  /// The socket; nil after `end`.
  var stream: Int32? { socket }

  /// Closes the socket and sees to it that nothing remains: no process, no zombie.
  ///
  /// A polite ending takes as long as the child needs, at most three seconds.
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

  /// Tells it to end.
  ///
  /// - Returns: whether it did.
  private func signalEnd() -> Bool {
    // A stopped process would not see the first signal.
    latchkey_child_signal(child, SIGTERM)
    latchkey_child_signal(child, SIGCONT)
    return waitForEnd()
  }

  private func waitForEnd() -> Bool {
    let deadline = Deadline(milliseconds: Self.patience)
    repeat {
      if reap() { return true }
      var entry = pollfd(fd: child, events: Int16(POLLIN), revents: 0)
      unsafe poll(&entry, 1, Int32(deadline.millisecondsLeft + 1))
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
