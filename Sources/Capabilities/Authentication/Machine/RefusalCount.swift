// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Counts for each calling program how often the user has cancelled a prompt of that program
/// (Specification/access-control.md, "Threats, by promise").
///
/// After three cancelled prompts within ten minutes, the program may show no prompt for ten
/// minutes. So it cannot annoy the user until the user gives in. The counts are in the memory of
/// this process only. A successful prompt clears the count of its program.
package final class RefusalCount: Sendable {
  package typealias Clock = @Sendable () -> MonotonicTime

  /// The number of cancelled prompts after which a program may show no prompt for some time.
  package static let limit = 3
  /// The milliseconds after which a cancelled prompt is no longer counted.
  ///
  /// After too many cancelled prompts, a program may show no prompt for this time.
  package static let milliseconds = 600_000

  private struct Record: Sendable {
    /// The moments of the cancelled prompts that are still counted.
    var moments: [MonotonicTime] = []
    /// The moment from which the program may show prompts again.
    ///
    /// Nil if the program may show prompts now.
    var end: MonotonicTime?
  }

  private let clock: Clock
  private let records = Lock<[String: Record]>([:])

  package init(clock: @escaping Clock = { .now }) {
    self.clock = clock
  }

  /// Throws unless the program may show a prompt now.
  ///
  /// - Throws: `authenticationFailed`, which is status -25293.
  package func requireLeave(for caller: Caller) throws(AuthenticationFailure) {
    let now = clock()
    let end = records.withLock { $0[caller.identifier]?.end }
    if let end, now < end { throw .authenticationFailed }
  }

  /// Runs `ask` if the program may show a prompt, and counts the prompt if the user cancels it.
  ///
  /// - Parameter ask: shows the prompt, and returns its result.
  /// - Throws: `authenticationFailed` if the program may show no prompt now, or the error of `ask`.
  package func counting<Answer>(
    _ caller: Caller, _ ask: () throws(AuthenticationFailure) -> Answer
  ) throws(AuthenticationFailure) -> Answer {
    try requireLeave(for: caller)
    do {
      let answer = try ask()
      records.withLock { $0[caller.identifier] = nil }
      return answer
    } catch {
      if error == .userCancel { note(caller.identifier) }
      throw error
    }
  }

  private func note(_ caller: String) {
    let now = clock()
    let later = now.advanced(byMilliseconds: Self.milliseconds)
    records.withLock { records in
      var record = records[caller] ?? Record()
      record.moments.removeAll { $0.advanced(byMilliseconds: Self.milliseconds) <= now }
      record.moments.append(now)
      if record.moments.count >= Self.limit { record = Record(end: later) }
      records[caller] = record
    }
  }
}
