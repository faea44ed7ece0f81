// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Keybag
internal import KeychainEngine
internal import KeychainTypes
internal import SecureMemory

/// What a start finds after the device had stopped dead.
extension DeviceKeychain {
  /// The passcode and the count of wrong ones, as the store has them now.
  ///
  /// Nothing is counted for it: passcodes are tried on a copy of the store.
  ///
  /// - Parameter candidates: what the passcode can be.
  /// - Throws: `TemporaryKeychainError` where the store does not open, or by none of them.
  func survey(
    _ candidates: [String]
  ) throws(TemporaryKeychainError) -> (passcode: String?, wrongPasscodes: Int) {
    let status: LockStatus
    do throws(KeychainError) {
      status = try owner().lockStatus()
    } catch {
      throw TemporaryKeychainError("\(error)")
    }
    guard status.hasPasscode else { return (nil, 0) }
    for candidate in candidates where try opensCopy(candidate) {
      return (candidate, status.wrongTries)
    }
    throw TemporaryKeychainError("no passcode that was ever set opens the store")
  }

  /// A state, with the count of wrong passcodes that the store has, where the store is as it says.
  ///
  /// - Parameter states: whose passcodes the store can have.
  func found(_ state: DeviceState, among states: [DeviceState]) -> DeviceState? {
    guard let status = try? owner().lockStatus(),
      let (passcode, wrong) = try? survey(states.compactMap(\.passcode)),
      passcode == state.passcode,
      status.programTries.map(\.wrongTries).sorted()
        == state.throttle.wrongByProgram.values.sorted()
    else { return nil }
    var found = state
    if found.throttle.wrongPasscodes != wrong { found.throttle.find(wrong, at: state.bootMoment) }
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
      try FileManager.default.copyItem(atPath: path, toPath: target)
      var environment = Environment.system
      environment.holder = ProcessKeyHolder(clock: environment.clock)
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
}
