// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
import SecureMemory

/// Holds unlock keys in the kernel's keyring of the user, and for this process alone where the
/// kernel does not take them.
///
/// Each entry begins with the moment at which it ends (8 bytes, microseconds since boot, all ones
/// for never), since the kernel does not tell how long a key has.
package final class SystemKeyHolder: UnlockKeyHolder {
  private static let never = UInt64.max
  /// Of an entry: its end and a wrapped key.
  private static let size = 8 + 73

  package let canOutliveLocks = true
  private let clock: any KeychainClock
  private let own: ProcessKeyHolder

  package init(clock: any KeychainClock) {
    self.clock = clock
    own = ProcessKeyHolder(clock: clock)
  }

  package func isShared(_ names: HeldNames?) -> Bool {
    var missing = 2
    for name in names.map({ [$0.unlock, $0.firstUnlock] }) ?? [] {
      if entry(name) != nil {
        missing -= 1
      } else if own.held(name) != nil {
        return false
      }
    }
    return KernelKeyring.hasRoom(for: missing, of: Self.size)
  }

  package func held(_ name: String) -> [UInt8]? {
    entry(name)?.bytes ?? own.held(name)
  }

  package func hold(_ bytes: [UInt8], as name: String, for seconds: Int?) {
    let end = seconds.map { UInt64(clock.sinceBoot()) + UInt64($0) * 1_000_000 } ?? Self.never
    own.drop(name)
    // What is past goes first, so that nobody who still means that drops what is held now.
    _ = entry(name)
    do throws(KernelKeyring.Failure) {
      try KernelKeyring.put(Canonical.littleEndian(end) + bytes, as: name, for: seconds)
    } catch {
      own.hold(bytes, as: name, for: seconds)
    }
  }

  package func drop(_ name: String) {
    own.drop(name)
    try? KernelKeyring.drop(name)
  }

  package func names(beginningWith prefix: String) -> [String] {
    let kept = (try? KernelKeyring.names(beginningWith: prefix)) ?? []
    return kept + own.names(beginningWith: prefix)
  }

  package func end(of name: String) -> Int64? {
    guard let entry = entry(name) else { return own.end(of: name) }
    return entry.end == Self.never ? nil : Int64(clamping: entry.end)
  }

  private func entry(_ name: String) -> (end: UInt64, bytes: [UInt8])? {
    guard let found = try? KernelKeyring.get(name) else { return nil }
    var reader = ByteReader(found.bytes)
    guard let end: UInt64 = reader.number(), let bytes = reader.take(reader.remaining) else {
      return nil
    }
    guard end > UInt64(clock.sinceBoot()) else {
      // The kernel counts by the wall clock: set back, it would keep what is over. Not by name:
      // somebody may have unlocked since.
      try? KernelKeyring.drop(found)
      return nil
    }
    return (end, bytes)
  }
}
