// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import KeychainTypes
internal import SecureMemory

/// A clock whose time changes only if a test moves it.
public final class TestClock: Sendable {
  let source: Source

  /// Makes a clock that shows a date, by default 2026-01-01 00:00 UTC.
  public init(_ date: Date = Date(timeIntervalSinceReferenceDate: 788_918_400)) {
    let start = Instant(secondsSinceReference: date.timeIntervalSinceReferenceDate)
    source = Source(start ?? .reference)
  }

  /// The date that the clock shows.
  public var now: Date {
    Date(timeIntervalSinceReferenceDate: source.now().secondsSinceReference)
  }

  /// Moves the clock forward by `seconds`, or back if `seconds` is negative.
  ///
  /// A move back simulates a user who sets the clock of the device back.
  public func advance(by seconds: Double) {
    source.advance(by: seconds)
  }

  /// The part of the test clock that the keychain engine reads: the date, and the time since boot.
  struct Source: KeychainClock {
    private let state: Lock<State>

    private struct State: Sendable {
      var now: Instant
      var sinceBoot: Int64 = 0
    }

    init(_ start: Instant) {
      state = Lock(State(now: start))
    }

    func now() -> Instant { state.withLock { $0.now } }
    func sinceBoot() -> Int64 { state.withLock { $0.sinceBoot } }

    func advance(by seconds: Double) {
      guard let step = Instant(secondsSinceReference: seconds)?.microseconds else { return }
      state.withLock { state in
        state.now = state.now.advanced(byMicroseconds: step)
        // The clock since boot never goes back, even if the civil clock does.
        state.sinceBoot += max(0, step)
      }
    }
  }
}
