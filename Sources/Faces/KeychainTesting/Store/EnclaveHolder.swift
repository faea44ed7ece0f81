// SPDX-License-Identifier: Apache-2.0
internal import Keybag
internal import KeychainTypes
internal import SecureMemory

/// Keeps the unlock keys of a simulated device; on a real machine, the kernel or a key agent does
/// so.
///
/// If a lock makes the keys unavailable, this object sets them aside, so that biometry can make
/// them available again. A restart of the device discards the keys, as in the secure element of a
/// phone.
final class EnclaveHolder: UnlockKeyHolder {
  private struct State: Sendable {
    var held: [String: SecretBytes] = [:]
    /// The keys that a lock has made unavailable since the last boot, by their names.
    ///
    /// An unlock by biometry makes these keys available again.
    var kept: [String: SecretBytes] = [:]
  }

  let canOutliveLocks = false
  private let state = Lock(State())

  func isShared(_ names: HeldNames?) -> Bool { false }

  /// Returns nil: only the process of the test uses a simulated device, so nothing is missing.
  func obstacle(toFurther count: Int, startingAgent startsAgent: Bool) -> KeySharingObstacle? {
    nil
  }

  func held(_ name: String) -> SecretBytes? { state.withLock { $0.held[name] } }

  /// Keeps an unlock key under a name, without a time limit.
  ///
  /// The limit `seconds` is ignored, because the simulated device decides when its keys become
  /// unavailable.
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

  /// Makes the keys in `kept` available again, because biometry has unlocked the device.
  func release() {
    state.withLock { state in
      state.held.merge(state.kept) { held, _ in held }
      state.kept = [:]
    }
  }

  /// Forgets all keys, because the device was restarted or gets a new store.
  func forget() { state.withLock { $0 = State() } }
}
