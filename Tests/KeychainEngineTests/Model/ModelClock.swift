// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// The clocks of a machine, which stand still until a test moves them.
final class ModelClock: KeychainClock {
  static let start: Int64 = 800_000_000_000_000

  private struct State: Sendable {
    var now = ModelClock.start
    var sinceBoot: Int64 = 0
    var boots: UInt64 = 1
  }

  private let state = Lock(State())

  func now() -> Instant { Instant(microseconds: state.withLock { $0.now }) }
  func sinceBoot() -> Int64 { state.withLock { $0.sinceBoot } }
  func boot() -> Identifier16 { Identifier16(high: 9, low: state.withLock { $0.boots }) }

  /// Lets time pass.
  ///
  /// A negative time sets only the civil clock back.
  func advance(by microseconds: Int64) {
    state.withLock { state in
      state.now += microseconds
      state.sinceBoot += max(0, microseconds)
    }
  }

  func restart() {
    state.withLock { state in
      state.sinceBoot = 0
      state.boots += 1
    }
  }

  func setStart() { state.withLock { $0.now = Self.start } }
}
