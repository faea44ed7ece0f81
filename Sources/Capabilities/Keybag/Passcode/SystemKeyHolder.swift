// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeychainTypes
package import SecureMemory

/// Holds unlock keys in the user's kernel keyring, for all processes of the user.
///
/// If the kernel refuses keyrings, or has no room for another key of the user, the key agent holds
/// the key (Decisions/key-agent.md). If there is no agent, this process alone holds the key.
///
/// A name has one valid key. A key in the keyring is newer than a key of that name at the agent:
/// `hold` makes the agent forget the older one.
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
  /// A size in bytes that suffices for each entry: of a store, and of a keychain with a long path.
  private static let largestSize = 400

  package let canOutliveLocks = true
  private let clock: any KeychainClock
  private let own: ProcessKeyHolder
  private let agent: AgentProgram

  /// The program of the key agent, `latchkey-prompt`.
  package struct AgentProgram: Sendable {
    /// The value for a process that starts no agent.
    package static let missing = AgentProgram(isInstalled: { false }, start: { false })

    let isInstalled: @Sendable () -> Bool
    /// Starts the key agent, and returns true if it runs now.
    let start: @Sendable () -> Bool

    package init(
      isInstalled: @escaping @Sendable () -> Bool, start: @escaping @Sendable () -> Bool
    ) {
      (self.isInstalled, self.start) = (isInstalled, start)
    }
  }

  /// Makes a holder of unlock keys.
  ///
  /// - Parameter agent: the program that is started if the kernel does not take a key.
  package init(clock: any KeychainClock, agent: AgentProgram = .missing) {
    self.clock = clock
    self.agent = agent
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
    return obstacle(toFurther: missing, of: Self.size, startingAgent: true) == nil
  }

  package func obstacle(
    toFurther count: Int, startingAgent startsAgent: Bool
  ) -> KeySharingObstacle? {
    obstacle(toFurther: count, of: Self.largestSize, startingAgent: startsAgent)
  }

  private func obstacle(
    toFurther count: Int, of size: Int, startingAgent startsAgent: Bool
  ) -> KeySharingObstacle? {
    let isRefused = KernelKeyring.isRefused
    if !isRefused, KernelKeyring.hasRoom(for: count, of: size) { return nil }
    let names = (0..<count).map { "latchkey:probe:\(getpid()):\($0)" }
    let zeros = SecretBytes(copying: [UInt8](repeating: 0, count: size))
    var obstacle: KeySharingObstacle.Agent?
    var last = 0
    while obstacle == nil, last < names.count {
      obstacle = put(zeros, atAgentAs: names[last], for: 1, startingAgent: startsAgent)
      last += 1
    }
    for name in names.prefix(last) where obstacle != .notInstalled { try? KeyAgent.drop(name) }
    return obstacle.map {
      KeySharingObstacle(isRefused ? .refuses : .isFull(KernelKeyring.quota), $0)
    }
  }

  package func isHeldForOthers(_ name: String) -> Bool { entry(name) != nil }

  package func held(_ name: String) -> SecretBytes? {
    entry(name)?.bytes ?? own.held(name)
  }

  package func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    if let seconds, seconds <= 0 { return drop(name) }
    let end = seconds.map { UInt64(clock.sinceBoot()) + UInt64($0) * 1_000_000 } ?? Self.never
    own.drop(name)
    // First remove an expired entry. Otherwise another process that finds it could drop the new
    // entry.
    _ = try? kernelEntry(name)
    let entry = Self.joined(end, bytes)
    let isKept: Void? = try? KernelKeyring.put(entry, as: name, for: seconds)
    guard isKept == nil else {
      // The agent may have an older key, from a time without room in the keyring.
      try? KeyAgent.drop(name)
      return
    }
    guard put(entry, atAgentAs: name, for: seconds, startingAgent: true) != nil else { return }
    own.hold(bytes, as: name, for: seconds)
  }

  /// Gives an entry to the key agent.
  ///
  /// - Parameters:
  ///   - seconds: the time after which the agent forgets the entry; nil to keep it.
  ///   - startsAgent: true to start the agent if it does not run. If false, nothing is given then.
  /// - Returns: nil if the agent has the entry. With `startsAgent` false, also nil if no agent runs
  ///   and its program is installed.
  private func put(
    _ entry: SecretBytes, atAgentAs name: String, for seconds: Int?,
    startingAgent startsAgent: Bool
  ) -> KeySharingObstacle.Agent? {
    // An agent that has held nothing for some seconds may end at this moment.
    for _ in 0..<3 {
      do throws(KeyAgent.Failure) {
        try KeyAgent.put(entry, as: name, for: seconds)
        return nil
      } catch {
        switch error {
        case .notRunning: break
        case .silent, .unreachable: return .doesNotAnswer
        case .foreign: return .isForeign
        case .refused, .absent: return .isFull
        }
        guard agent.isInstalled() else { return .notInstalled }
        guard startsAgent else { return nil }
        guard agent.start() else { return .doesNotStart }
      }
    }
    return .doesNotStart
  }

  package func drop(_ name: String) {
    own.drop(name)
    try? KernelKeyring.drop(name)
    try? KeyAgent.drop(name)
  }

  package func names(beginningWith prefix: String) -> [String] {
    own.names(beginningWith: prefix)
      + ((try? KernelKeyring.names(beginningWith: prefix)) ?? [])
      + ((try? KeyAgent.names(beginningWith: prefix)) ?? [])
  }

  package func end(of name: String) -> Int64? {
    guard let entry = entry(name) else { return own.end(of: name) }
    return entry.end == Self.never ? nil : Int64(clamping: entry.end)
  }

  private func entry(_ name: String) -> (end: UInt64, bytes: SecretBytes)? {
    do throws(KernelKeyring.Failure) {
      return try kernelEntry(name)
    } catch {
      // The agent has keys for which the keyring had no room when they were held.
      guard let bytes = try? KeyAgent.get(name), let parts = Self.parts(bytes) else { return nil }
      return parts.end > UInt64(clock.sinceBoot()) ? parts : nil
    }
  }

  /// Returns the parts of an entry in the keyring; nil if it has expired.
  ///
  /// - Throws: the failure of `KernelKeyring.get` if the keyring has no entry with this name.
  private func kernelEntry(
    _ name: String
  ) throws(KernelKeyring.Failure) -> (end: UInt64, bytes: SecretBytes)? {
    let found = try KernelKeyring.get(name)
    guard let parts = Self.parts(found.bytes) else { return nil }
    if parts.end > UInt64(clock.sinceBoot()) { return parts }
    // The kernel counts by the wall clock: if the clock is set back, the kernel keeps expired keys.
    // Only this key is dropped, because another process may have put a new key under its name
    // since.
    try? KernelKeyring.drop(found)
    return nil
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
