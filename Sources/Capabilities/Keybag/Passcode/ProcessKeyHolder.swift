// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Holds unlock keys in the memory of this process, where other processes cannot use them.
///
/// This holder is for tests, and for keys that neither the kernel's keyring nor the key agent
/// takes.
package final class ProcessKeyHolder: UnlockKeyHolder {
  private struct Entry: Sendable {
    let name: String
    let bytes: SecretBytes
    /// The moment when the held key expires, in microseconds since boot.
    ///
    /// Nil if the key does not expire.
    let end: Int64?
  }

  package let canOutliveLocks = true
  private let clock: any KeychainClock
  /// The unlock keys that this process holds.
  ///
  /// The keys are a list, because each process makes this value, and a dictionary would cost a
  /// tenth of a millisecond. The Swift runtime searches all conformances of the program when a
  /// dictionary type is first used.
  private let entries = Lock<[Entry]>([])

  package init(clock: any KeychainClock) { self.clock = clock }

  package func isShared(_ names: HeldNames?) -> Bool { false }

  package func held(_ name: String) -> SecretBytes? { entry(name)?.bytes }

  package func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    let end = seconds.map { clock.sinceBoot() + Int64($0) * 1_000_000 }
    entries.withLock { entries in
      entries.removeAll { $0.name == name }
      entries.append(Entry(name: name, bytes: bytes, end: end))
    }
  }

  package func drop(_ name: String) { entries.withLock { $0.removeAll { $0.name == name } } }

  package func names(beginningWith prefix: String) -> [String] {
    entries.withLock { $0.map(\.name).filter { $0.hasPrefix(prefix) } }
  }

  package func end(of name: String) -> Int64? { entry(name)?.end }

  /// Forgets all held keys, which simulates a restart of the machine.
  package func dropAll() { entries.withLock { $0 = [] } }

  private func entry(_ name: String) -> Entry? {
    let now = clock.sinceBoot()
    return entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.name == name }) else { return nil }
      guard entries[place].end.map({ now < $0 }) ?? true else {
        entries.remove(at: place)
        return nil
      }
      return entries[place]
    }
  }
}
