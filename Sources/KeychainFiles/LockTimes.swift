// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// When the store was locked and unlocked, for reports (spec/diagnostics.md 2, F6).
extension LockGeneration {
  private static let century = 3_155_760_000  // seconds

  /// The store is unlocked, whose lock the caller holds.
  ///
  /// - Parameters:
  ///   - seconds: until it locks itself; nil for never.
  ///   - isFirst: whether it was not unlocked before since the machine started.
  package func noteUnlock(at now: Instant, for seconds: Int?, isFirst: Bool) {
    locking = seconds.map { now.advanced(byMicroseconds: Int64(min($0, Self.century)) * 1_000_000) }
    if isFirst { firstUnlock = now }
  }

  /// The store is being locked; where it was locked before, it is since then.
  package func noteLock(at now: Instant, from wasOpen: Bool, all: Bool) {
    if wasOpen || locking.map({ $0 > now }) ?? true { locking = now }
    if all { firstUnlock = nil }
  }
}
