// SPDX-License-Identifier: Apache-2.0
import Foundation
import Keybag
import KeychainEngine
import KeychainTypes

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

  /// What the files of a directory hold now, whoever has them open: that of a copy.
  func snapshot(ofFilesIn directory: String, copiedTo copy: String) throws -> StoreSnapshot {
    let files = FileManager.default
    try files.createDirectory(
      atPath: copy, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    defer { try? files.removeItem(atPath: copy) }
    for name in try files.contentsOfDirectory(atPath: directory) where name != "store.db-shm" {
      try files.copyItem(atPath: "\(directory)/\(name)", toPath: "\(copy)/\(name)")
    }
    var actor = CrashScript.Actor(directory: copy, environment: Self.environment)
    let session = try actor.working()
    let passcode = try unlock(session)
    var snapshot = try StoreSnapshot(session)
    snapshot.passcode = passcode
    return snapshot
  }
}
