// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainTypes
import SecureMemory

/// Who owns a store whose disk crashes or fails: knows every passcode that it ever had, and finds
/// out which one opens it.
struct CrashOwner {
  /// None for a store that never has one.
  let passcodes: [String]

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// As of a machine that has just started: nothing is held.
  static var environment: Environment {
    var environment = Environment.system
    environment.holder = ProcessKeyHolder(clock: SystemClock())
    environment.passcodeCost = .forTests
    return environment
  }

  /// Unlocks a store by the one passcode that opens it; nil where there is none.
  ///
  /// - Throws: where not exactly one does, or there is a delay.
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

  /// What an engine that goes on sees of its store, and the passcode that its keybag has now; what it
  /// may not see while it is locked is asked of another engine on the same files.
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

  /// Another engine, which has all keys and has written nothing for them.
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

/// Keys that no lock takes away.
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
