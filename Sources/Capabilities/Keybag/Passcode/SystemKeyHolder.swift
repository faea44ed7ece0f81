// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes
package import SecureMemory

/// Holds unlock keys in the user's kernel keyring, for all processes of the user.
///
/// If the kernel refuses keyrings, the key agent holds the keys (Decisions/key-agent.md). If there
/// is no agent, or the keyring has no room, this process alone holds them.
///
/// Each held entry begins with the moment when it expires, because the kernel does not report how
/// long a key remains. The moment has 8 bytes, in microseconds since boot. All bits are ones if the
/// key never expires. The wrapped key follows.
package final class SystemKeyHolder: UnlockKeyHolder {
  private static let never = UInt64.max
  private static let endSize = 8
  /// The size in bytes of an entry in the keyring: the moment when the key expires, and the wrapped
  /// key.
  private static let size = endSize + 73

  package let canOutliveLocks = true
  private let clock: any KeychainClock
  private let own: ProcessKeyHolder
  private let startAgent: @Sendable () -> Bool

  /// Makes a holder of unlock keys.
  ///
  /// - Parameter startAgent: starts the key agent, and returns true if the agent runs now. The
  ///   function is called only if the kernel refuses keyrings and a key is to be held.
  package init(
    clock: any KeychainClock, startAgent: @escaping @Sendable () -> Bool = { false }
  ) {
    self.clock = clock
    self.startAgent = startAgent
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
    guard KernelKeyring.isRefused else { return KernelKeyring.hasRoom(for: missing, of: Self.size) }
    return KeyAgent.isThere || startAgent()
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
    let entry = Self.joined(end, bytes)
    let isKept: Void? = try? KernelKeyring.put(entry, as: name, for: seconds)
    guard isKept == nil else { return }
    if KernelKeyring.isRefused, giveToAgent(entry, as: name, for: seconds) { return }
    own.hold(bytes, as: name, for: seconds)
  }

  /// Gives a key to the key agent, which is started if it does not run.
  ///
  /// - Parameters:
  ///   - entry: the moment when the key expires (8 bytes), and the wrapped key.
  ///   - seconds: the time after which the agent forgets the key; nil to keep it until it is
  ///     dropped.
  /// - Returns: true if the agent has taken the key; false if it cannot be started or refuses the
  ///   key.
  private func giveToAgent(_ entry: SecretBytes, as name: String, for seconds: Int?) -> Bool {
    // An agent that has held nothing for some seconds may end at this moment.
    for _ in 0..<3 {
      do throws(KeyAgent.Failure) {
        try KeyAgent.put(entry, as: name, for: seconds)
        return true
      } catch {
        guard case .unreachable = error, startAgent() else { return false }
      }
    }
    return false
  }

  package func drop(_ name: String) {
    own.drop(name)
    do throws(KernelKeyring.Failure) {
      try KernelKeyring.drop(name)
    } catch {
      if error != .absent { try? KeyAgent.drop(name) }
    }
  }

  package func names(beginningWith prefix: String) -> [String] {
    own.names(beginningWith: prefix) + sharedNames(beginningWith: prefix)
  }

  private func sharedNames(beginningWith prefix: String) -> [String] {
    do throws(KernelKeyring.Failure) {
      return try KernelKeyring.names(beginningWith: prefix)
    } catch {
      return (try? KeyAgent.names(beginningWith: prefix)) ?? []
    }
  }

  package func end(of name: String) -> Int64? {
    guard let entry = entry(name) else { return own.end(of: name) }
    return entry.end == Self.never ? nil : Int64(clamping: entry.end)
  }

  private func entry(_ name: String) -> (end: UInt64, bytes: SecretBytes)? {
    do throws(KernelKeyring.Failure) {
      let found = try KernelKeyring.get(name)
      guard let parts = Self.parts(found.bytes) else { return nil }
      if parts.end > UInt64(clock.sinceBoot()) { return parts }
      // The kernel counts by the wall clock: if the clock is set back, the kernel keeps expired
      // keys. Only this key is dropped, because another process may have put a new key under its
      // name since.
      try? KernelKeyring.drop(found)
      return nil
    } catch {
      // The agent counts as `clock` does, and drops expired keys itself.
      guard error != .absent, let bytes = try? KeyAgent.get(name) else { return nil }
      return Self.parts(bytes)
    }
  }

  /// Splits a held entry into the moment when the key expires and the wrapped key.
  ///
  /// Nil if the entry is too short.
  private static func parts(_ entry: SecretBytes) -> (end: UInt64, bytes: SecretBytes)? {
    guard entry.count >= endSize else { return nil }
    let head = entry.slice(0..<endSize)
    guard let end = head.withBytes({ Canonical.number($0, as: UInt64.self) }) else { return nil }
    return (end, entry.slice(endSize..<entry.count))
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
