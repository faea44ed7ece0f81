// SPDX-License-Identifier: Apache-2.0
internal import Keybag
internal import KeychainTypes
internal import SecureMemory

/// Holds the unlock keys of a simulated device, and keeps those that a lock drops for biometry, as
/// a phone's enclave does until it restarts.
final class EnclaveHolder: UnlockKeyHolder {
  private struct State: Sendable {
    var held: [String: SecretBytes] = [:]
    /// What was dropped since boot.
    var kept: [String: SecretBytes] = [:]
  }

  let canOutliveLocks = false
  private let state = Lock(State())

  func isShared(_ names: HeldNames?) -> Bool { false }

  func held(_ name: String) -> SecretBytes? { state.withLock { $0.held[name] } }

  /// The device itself says when it locks, so that no limit is needed.
  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    state.withLock {
      $0.held[name] = bytes
      $0.kept = [:]
    }
  }

  func drop(_ name: String) {
    state.withLock { state in
      guard let bytes = state.held.removeValue(forKey: name) else { return }
      state.kept[name] = bytes
    }
  }

  func names(beginningWith prefix: String) -> [String] {
    state.withLock { $0.held.keys.filter { $0.hasPrefix(prefix) } }
  }

  func end(of name: String) -> Int64? { nil }

  /// A match: what the lock dropped is held again.
  func release() {
    state.withLock { state in
      state.held.merge(state.kept) { held, _ in held }
      state.kept = [:]
    }
  }

  /// The device goes off.
  func forget() { state.withLock { $0 = State() } }
}
