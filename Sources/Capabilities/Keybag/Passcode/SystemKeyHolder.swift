// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Holds unlock keys in the user's kernel keyring, for all processes of the user.
///
/// If the kernel refuses a key, this process alone holds it.
///
/// Each entry begins with the moment when it expires, because the kernel does not report how long a
/// key remains. The moment has 8 bytes, in microseconds since boot. All bits are ones if the key
/// never expires.
package final class SystemKeyHolder: UnlockKeyHolder {
  private static let never = UInt64.max
  private static let endSize = 8
  /// The size in bytes of an entry in the keyring: the moment when it expires, then a wrapped key.
  private static let size = endSize + 73

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

  package func isHeldForOthers(_ name: String) -> Bool { entry(name) != nil }

  package func held(_ name: String) -> SecretBytes? {
    entry(name)?.bytes ?? own.held(name)
  }

  package func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    let end = seconds.map { UInt64(clock.sinceBoot()) + UInt64($0) * 1_000_000 } ?? Self.never
    own.drop(name)
    // First remove an expired entry. Otherwise another process that finds it could drop the new
    // entry.
    _ = entry(name)
    do throws(KernelKeyring.Failure) {
      try KernelKeyring.put(Self.joined(end, bytes), as: name, for: seconds)
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

  private func entry(_ name: String) -> (end: UInt64, bytes: SecretBytes)? {
    guard let found = try? KernelKeyring.get(name) else { return nil }
    guard found.bytes.count >= Self.endSize else { return nil }
    let end = found.bytes.slice(0..<Self.endSize).withBytes { bytes in
      bytes.indices.reduce(0) { $0 | UInt64(bytes[$1]) << (8 * UInt64($1)) }
    }
    guard end > UInt64(clock.sinceBoot()) else {
      // The kernel counts by the wall clock: if that is set back, it keeps expired keys. Drop this
      // key and not its name: another process may have unlocked the store since.
      try? KernelKeyring.drop(found)
      return nil
    }
    return (end, found.bytes.slice(Self.endSize..<found.bytes.count))
  }

  private static func joined(_ end: UInt64, _ bytes: SecretBytes) -> SecretBytes {
    unsafe SecretBytes(count: endSize + bytes.count) { (target: UnsafeMutableRawBufferPointer) in
      unsafe target.copyBytes(from: Canonical.littleEndian(end))
      unsafe bytes.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[endSize...]).copyMemory(from: $0)
      }
    }
  }
}
