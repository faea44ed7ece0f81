// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory

/// The owner of a store whose disk crashes or fails: it knows every passcode that the store ever
/// had, and finds the passcode that opens it.
struct CrashOwner {
  /// All passcodes of the store.
  ///
  /// Empty for a store that never has a passcode.
  let passcodes: [String]

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// The environment of a machine that has just started: no keys are held.
  static var environment: Environment {
    var environment = Environment.system
    environment.holder = ProcessKeyHolder(clock: SystemClock())
    environment.passcodeCost = .forTests
    return environment
  }

  /// Unlocks a store by the only passcode that opens it.
  ///
  /// Returns nil if the store has no passcode.
  ///
  /// - Throws: `Refusal` if not exactly one passcode opens the store, or if there is a delay.
  func unlock(_ session: Session) throws -> String? {
    guard !passcodes.isEmpty else { return nil }
    let status = try session.lockStatus()
    guard status.hasPasscode else { return nil }
    guard status.secondsToWait == 0, status.wrongTries <= 1 else {
      throw Refusal(description: "\(status.wrongTries) wrong tries")
    }
    let opening = try passcodes.filter { text in
      do {
        _ = try session.openWithPasscode(passcode(text))
        return true
      } catch let error as KeychainError where error.code == .authorizationFailed {
        return false
      }
    }
    guard opening.count == 1 else {
      throw Refusal(description: "\(opening) open, and not one passcode")
    }
    try session.unlockStore(passcode(opening[0]), at: .prompt, for: UnlockLimit(seconds: nil))
    return opening[0]
  }

  /// Returns the content of the store as its engine sees it, and the passcode that its keybag has
  /// now.
  ///
  /// If the store is locked, another engine reads the same files.
  func snapshot(_ session: Session, in directory: String) throws -> StoreSnapshot {
    let keybag = KeybagFiles(directory: directory)
    let hasPasscode = try keybag.open(randomness: SystemRandomness()).hasPasscode
    let opening = (hasPasscode ? passcodes : []).filter { text in
      (try? keybag.open(with: passcode(text), randomness: SystemRandomness())) != nil
    }
    guard opening.count == (hasPasscode ? 1 : 0) else {
      throw Refusal(description: "\(opening) open, and not one passcode")
    }
    let seen =
      try session.lockStatus().state == .unlocked
      ? session
      : try unlocked(
        directory, keybag.open(with: passcode(opening[0]), randomness: SystemRandomness()))
    var snapshot = try StoreSnapshot(seen)
    snapshot.passcode = opening.first
    return snapshot
  }

  /// Opens another engine, which has all keys and has written nothing to get them.
  private func unlocked(_ directory: String, _ keybag: UnlockedKeybag) throws -> Session {
    var environment = Self.environment
    environment.holder = KeptKeys()
    environment.watchesLocks = false
    try keybag.hold(
      in: environment.holder, for: UnlockLimit(seconds: nil), randomness: SystemRandomness())
    var actor = CrashScript.Actor(directory: directory, environment: environment)
    return try actor.working()
  }
}

/// A holder whose keys no lock removes.
private final class KeptKeys: UnlockKeyHolder {
  private let keys = Lock<[String: SecretBytes]>([:])
  let canOutliveLocks = false

  func isShared(_ names: HeldNames?) -> Bool { false }
  func held(_ name: String) -> SecretBytes? { keys.withLock { $0[name] } }
  func hold(_ bytes: SecretBytes, as name: String, for seconds: Int?) {
    keys.withLock { $0[name] = bytes }
  }
  func drop(_ name: String) {}
  func names(beginningWith prefix: String) -> [String] { [] }
  func end(of name: String) -> Int64? { nil }
}
