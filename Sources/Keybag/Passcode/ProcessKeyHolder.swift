// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Holds unlock keys for this process alone: for tests, and where the kernel refuses keyrings.
package final class ProcessKeyHolder: UnlockKeyHolder {
  private struct Entry: Sendable {
    let bytes: SecretBytes
    /// Microseconds since boot; nil for never.
    let end: Int64?
  }

  package let canOutliveLocks = true
  private let clock: any KeychainClock
  private let entries = Lock<[String: Entry]>([:])

  package init(clock: any KeychainClock) { self.clock = clock }

  package func isShared(_ names: HeldNames?) -> Bool { false }

  package func held(_ name: String) -> SecretBytes? { entry(name)?.bytes }

  package func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    let end = seconds.map { clock.sinceBoot() + Int64($0) * 1_000_000 }
    entries.withLock { $0[name] = Entry(bytes: bytes, end: end) }
  }

  package func drop(_ name: String) { entries.withLock { $0[name] = nil } }

  package func names(beginningWith prefix: String) -> [String] {
    entries.withLock { $0.keys.filter { $0.hasPrefix(prefix) } }
  }

  package func end(of name: String) -> Int64? { entry(name)?.end }

  /// Forgets everything, as when the machine goes off.
  package func dropAll() { entries.withLock { $0 = [:] } }

  private func entry(_ name: String) -> Entry? {
    let now = clock.sinceBoot()
    return entries.withLock { entries in
      guard let entry = entries[name] else { return nil }
      guard entry.end.map({ now < $0 }) ?? true else {
        entries[name] = nil
        return nil
      }
      return entry
    }
  }
}
