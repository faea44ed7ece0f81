// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Keybag
internal import KeychainEngine
internal import KeychainTypes
internal import SecureMemory

/// Functions that find out, after a crash, the store's passcode and how many wrong passcodes it has
/// counted.
extension DeviceKeychain {
  /// The passcode of a store, and the numbers of wrong passcodes that the store has counted.
  struct Survey {
    var passcode: String?
    var wrongPasscodes = 0
    /// The number of wrong passcodes that each program has given to the store, by the program's
    /// identifier.
    ///
    /// Wrong passcodes that the user typed at a prompt are not included.
    var wrongByProgram: [String: Int] = [:]
  }

  /// Finds the passcode of the store, and the numbers of wrong passcodes that the store has
  /// counted.
  ///
  /// The candidates are tried on a copy of the store, so that the store itself does not count these
  /// tries.
  ///
  /// - Parameters:
  ///   - candidates: the possible passcodes.
  ///   - state: the state of the device, which names the programs that may have given passcodes to
  ///     the store.
  /// - Throws: `TemporaryKeychainError` if the store cannot be opened, or if no candidate is its
  ///   passcode.
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
    throw TemporaryKeychainError("the store opens with no passcode that the test has set")
  }

  /// Checks whether the store agrees with a possible state of the device after a crash.
  ///
  /// - Parameters:
  ///   - state: the possible state.
  ///   - states: all possible states, whose passcodes are tried.
  /// - Returns: the possible state, with the numbers of wrong passcodes that the store has counted.
  ///   Nil if the store has another passcode or differs from the state in another way.
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
    // Keeps the directory until the engine is closed.
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
      // The tries are made for a program, because the user's passcodes may be refused during a
      // delay.
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
  /// This function does not use `FileManager.copyItem`, which never returns if a file becomes
  /// shorter during the copy. SQLite's write-ahead log becomes shorter when another thread releases
  /// the engine that was open before the restart of the device.
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
