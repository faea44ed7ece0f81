// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// A clock that stands still until it is told to move, and that can begin again.
final class ModelClock: KeychainClock {
  static let start: Int64 = 800_000_000_000_000
  private let time = Lock(ModelClock.start)

  func now() -> Instant { Instant(microseconds: time.withLock { $0 }) }
  func sinceBoot() -> Int64 { time.withLock { $0 } }
  func advance(by microseconds: Int64) { time.withLock { $0 += microseconds } }
  func reset() { time.withLock { $0 = Self.start } }
}
