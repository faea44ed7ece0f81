// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// How often the person has refused whom: after three refusals within ten minutes a caller is
/// answered without a prompt for ten minutes, so that nobody is worn down by asking
/// (spec/access-control.md 4.4).
///
/// In memory only, of this process. A prompt that succeeds clears its caller.
package final class RefusalCount: Sendable {
  package typealias Clock = @Sendable () -> MonotonicTime

  /// So many refusals are enough.
  package static let limit = 3
  /// How long a refusal counts, and how long nobody is asked after the last of them.
  package static let milliseconds = 600_000

  private struct Record: Sendable {
    /// When the person refused, as far as that counts.
    var moments: [MonotonicTime] = []
    /// Until when nobody is asked.
    var end: MonotonicTime?
  }

  private let clock: Clock
  private let records = Lock<[String: Record]>([:])

  package init(clock: @escaping Clock = { .now }) {
    self.clock = clock
  }

  /// - Throws: `authenticationFailed`, which is -25293, while the caller is not let ask.
  package func requireLeave(for caller: Caller) throws(AuthenticationFailure) {
    let now = clock()
    let end = records.withLock { $0[caller.identifier]?.end }
    if let end, now < end { throw .authenticationFailed }
  }

  /// Asks, where the caller is let, and counts what the person says.
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
