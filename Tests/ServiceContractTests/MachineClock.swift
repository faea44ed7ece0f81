// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainTypes
import SecureMemory

/// The system's clocks on a machine that a test can restart.
final class MachineClock: KeychainClock {
  private let clock = SystemClock()
  private let boots = Lock<[Int64]>([0])

  func now() -> Instant { clock.now() }
  func sinceBoot() -> Int64 { clock.sinceBoot() - boots.withLock { $0.last ?? 0 } }
  func boot() -> Identifier16 { Identifier16(high: 9, low: boots.withLock { UInt64($0.count) }) }
  func restart() { boots.withLock { $0.append(clock.sinceBoot()) } }
}
