// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The only way in which tests wait: looking again and again, with a deadline.
///
/// A test passes the answer to `#expect`, which records an issue at the line of the test:
/// `#expect(Patience.wait { pinentry.isRunning })`.
package enum Patience {
  /// The deadline of most waits.
  ///
  /// It is there against hanging only, so it has much room.
  package static let limit = Duration.seconds(300)

  /// The deadline for what an idle machine does within a second.
  ///
  /// Choose it where the condition would also come true by itself, minutes later: a hung program
  /// that ends with its `sleep 600` must not pass for one that was ended.
  package static let soon = Duration.seconds(30)

  /// The time between two looks: short beside anything that a test waits for.
  private static let interval = Duration.milliseconds(2)

  /// Waits until the condition holds.
  ///
  /// - Returns: false if it does not hold at the deadline either.
  package static func wait(
    within limit: Duration = limit, until isMet: () throws -> Bool
  ) rethrows -> Bool {
    let stopwatch = Stopwatch()
    while try !isMet() {
      guard stopwatch.elapsed < limit else { return false }
      pause(interval)
    }
    return true
  }

  /// Suspends the task until the condition holds: the thread is free for other tasks meanwhile.
  ///
  /// - Returns: false if it does not hold at the deadline either.
  package static func suspend(
    within limit: Duration = limit, until isMet: () async throws -> Bool
  ) async rethrows -> Bool {
    let stopwatch = Stopwatch()
    while try await !isMet() {
      guard stopwatch.elapsed < limit else { return false }
      try? await Task.sleep(for: interval)
    }
    return true
  }

  /// Waits in a worker program, which has no runner that records an issue.
  ///
  /// At the deadline the program says on standard error what it waited for, and exits with 75.
  package static func waitOrExit(
    for condition: StaticString, within limit: Duration = limit, until isMet: () -> Bool
  ) {
    guard !wait(within: limit, until: isMet) else { return }
    let line = Array("gave up after \(limit): waited for \(condition)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    _exit(75)
  }

  /// Lets time pass, for nothing that could be seen.
  ///
  /// A test that uses it shows that something does *not* happen, or happens at a random moment,
  /// and says so in a comment. `Tests/ArchitectureTests/Words.swift` lists these tests.
  package static func pause(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    var asked = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var left = timespec()
    while unsafe nanosleep(&asked, &left) != 0, errno == EINTR { asked = left }
  }
}
