// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Keybag
internal import KeychainEngine
internal import KeychainTypes
internal import SecureMemory

/// What a start finds after the device had stopped dead.
extension DeviceKeychain {
  /// What a store tells of passcodes.
  struct Survey {
    var passcode: String?
    var wrongPasscodes = 0
    /// Of the programs that the device knows, by their identifiers.
    var wrongByProgram: [String: Int] = [:]
  }

  /// The passcode and the counts of wrong ones, as the store has them now.
  ///
  /// Nothing is counted for it: passcodes are tried on a copy of the store.
  ///
  /// - Parameters:
  ///   - candidates: what the passcode can be.
  ///   - state: whose apps and counts say which programs can have tried.
  /// - Throws: `TemporaryKeychainError` where the store does not open, or by none of them.
  func survey(
    _ candidates: [String], _ state: DeviceState
  ) throws(TemporaryKeychainError) -> Survey {
    var survey = Survey()
    do throws(KeychainError) {
      let status = try owner().lockStatus()
      guard status.hasPasscode else { return survey }
      survey.wrongPasscodes = status.wrongTries
      let installed = state.apps.map { $1.entitlements.caller(named: $0).identifier }
      for program in Set(installed).union(state.throttle.wrongByProgram.keys) {
        let status = try session(as: Caller(identifier: program, groups: [])).lockStatus()
        if let own = status.programTries.first(where: \.isOwn), own.wrongTries > 0 {
          survey.wrongByProgram[program] = own.wrongTries
        }
      }
    } catch {
      throw TemporaryKeychainError("\(error)")
    }
    for candidate in candidates where try opensCopy(candidate) {
      survey.passcode = candidate
      return survey
    }
    throw TemporaryKeychainError("no passcode that was ever set opens the store")
  }

  /// A state, with the counts of wrong passcodes that the store has, where the store is as it says.
  ///
  /// - Parameter states: whose passcodes the store can have.
  func found(_ state: DeviceState, among states: [DeviceState]) -> DeviceState? {
    guard let survey = try? survey(states.compactMap(\.passcode), state),
      survey.passcode == state.passcode
    else { return nil }
    var found = state
    found.throttle.find(survey.wrongPasscodes, survey.wrongByProgram, at: state.bootMoment)
    return difference(from: found) == nil ? found : nil
  }

  private func opensCopy(_ candidate: String) throws(TemporaryKeychainError) -> Bool {
    let copy = try TemporaryDirectory()
    // The engine is closed before, and no earlier than at the end of this.
    return try withExtendedLifetime(copy) { () throws(TemporaryKeychainError) in
      try opens(copy.path + "/store", candidate)
    }
  }

  private func opens(
    _ target: String, _ candidate: String
  ) throws(TemporaryKeychainError) -> Bool {
    do {
      try copy(to: target)
      var environment = Environment.system
      environment.holder = ProcessKeyHolder(clock: environment.clock)
      environment.watchesLocks = false
      let session = try Engine.open(StoreLocation(directory: target), environment: environment)
        .session(as: Caller(identifier: "survey", groups: []))
      // A door of its own: the owner's may be in a delay.
      try session.unlockStore(
        Passcode(SecretBytes(copying: Array(candidate.utf8))), at: .data("survey"),
        for: UnlockLimit(seconds: nil))
      return true
    } catch let error as KeychainError where error.code == .authorizationFailed {
      return false
    } catch {
      throw TemporaryKeychainError("\(error)")
    }
  }

  /// Copies the files of the store to a new directory.
  ///
  /// Not by `FileManager.copyItem`: it never ends where a file becomes shorter while it is copied,
  /// as the log does when another thread lets go of the engine of before.
  private func copy(to target: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: target, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for name in try manager.contentsOfDirectory(atPath: path) {
      guard let bytes = manager.contents(atPath: path + "/" + name) else { continue }
      let isMade = manager.createFile(
        atPath: target + "/" + name, contents: bytes, attributes: [.posixPermissions: 0o600])
      guard isMade else { throw TemporaryKeychainError("a copy of the store could not be made") }
    }
  }
}
