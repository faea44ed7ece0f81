// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Holds unlock keys for this process alone: for tests, and where the kernel refuses keyrings.
package final class ProcessKeyHolder: UnlockKeyHolder {
  private struct Entry: Sendable {
    let name: String
    let bytes: SecretBytes
    /// Microseconds since boot; nil for never.
    let end: Int64?
  }

  package let canOutliveLocks = true
  private let clock: any KeychainClock
  /// A list: each process makes one, and a dictionary of a new type costs it a tenth of a
  /// millisecond, in which the runtime looks through all conformances of the program.
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

  /// Forgets everything, as when the machine goes off.
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
