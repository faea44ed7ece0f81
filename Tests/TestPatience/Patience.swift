// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Waits for conditions in tests: it looks again and again until a deadline.
///
/// Tests have no other way of waiting.
///
/// A test passes the result to `#expect`, which records an issue at the line of the test:
/// `#expect(Patience.wait { pinentry.isRunning })`.
package enum Patience {
  /// The deadline of most waits.
  ///
  /// This deadline is long, because it guards only against hanging.
  package static let limit = Duration.seconds(300)

  /// The deadline for events that happen within a second on an idle machine.
  ///
  /// Choose it if the condition would also become true by itself, minutes later. A hung program
  /// that ends with its `sleep 600` must not pass for a program that was ended.
  package static let soon = Duration.seconds(30)

  /// The time between two looks: short compared with every event that a test waits for.
  private static let interval = Duration.milliseconds(2)

  /// Waits until the condition holds.
  ///
  /// - Returns: false if the condition still does not hold at the deadline.
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
  /// - Returns: false if the condition still does not hold at the deadline.
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

  /// Waits in a worker program, which has no test runner that could record an issue.
  ///
  /// At the deadline the program prints the awaited condition on standard error, and exits with 75.
  package static func waitOrExit(
    for condition: StaticString, within limit: Duration = limit, until isMet: () -> Bool
  ) {
    guard !wait(within: limit, until: isMet) else { return }
    let line = Array("gave up after \(limit): waited for \(condition)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    _exit(75)
  }

  /// Lets time pass, if there is no condition to wait for.
  ///
  /// A test that uses it shows that an event does *not* happen, or happens at a random moment, and
  /// says so in a comment. `Tests/ArchitectureTests/Words.swift` lists these tests.
  package static func pause(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    var asked = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var left = timespec()
    while unsafe nanosleep(&asked, &left) != 0, errno == EINTR { asked = left }
  }
}
