// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes
import SecureMemory

/// The keychain and the item that one recorded call of a `SecKeychain` function uses.
final class CalledKeychain: Sendable {
  /// The record of the call that the current task makes; nil if no call is being recorded.
  @TaskLocal static var current: CalledKeychain?

  private let item: SecKeychainItem?
  private let keychain: Lock<SecKeychain?>

  init(_ item: SecKeychainItem?) {
    self.item = item
    keychain = Lock(item?.keychain)
  }

  /// Notes the keychain of the current call, and returns the keychain unchanged.
  ///
  /// Only the first keychain that a call notes is kept.
  static func noted(_ keychain: SecKeychain) -> SecKeychain {
    guard Watchers.isAny else { return keychain }
    current?.keychain.withLock { known in if known == nil { known = keychain } }
    return keychain
  }

  /// Returns the trail of the call, with one step: the keychain, and the error as the keychain's
  /// answer.
  ///
  /// The trail is empty if the call noted no keychain.
  ///
  /// - Parameter error: nil if the call succeeded.
  func trail(of function: KeychainFunction, _ error: KeychainError?) -> KeychainTrail {
    guard let keychain = keychain.withLock({ $0 }) else { return KeychainTrail() }
    var trail = keychain.keychains.emptyTrail(isNamed: true)
    var step = keychain.keychains.unasked(keychain.member)
    (step.isAsked, step.error, step.endsCall) = (true, error, error != nil)
    if item != nil, error?.code != .invalidItemReference { step.matches = 1 }
    if error?.code == .duplicateItem { step.matches = 1 }
    if let error, let file = keychain.fileKeychain { judge(file, function, error, &step) }
    trail.steps = [step]
    return trail
  }

  /// Notes in a step of the trail why the keychain refused the call: it is locked, or its access
  /// list stopped the program.
  private func judge(
    _ file: Keychain, _ function: KeychainFunction, _ error: KeychainError,
    _ step: inout KeychainTrail.Step
  ) {
    // If the program gives the keychain's password, the lock is not the reason for the error.
    guard !function.takesPassword,
      [.interactionNotAllowed, .authorizationFailed, .userCancelled].contains(error.code)
    else { return }
    step.isLocked = (try? file.status().contains(.unlocked)) == false
    guard !step.isLocked, let operation = function.operation, case .file(let item)? = item?.place
    else { return }
    step.gate = (try? file.gate(of: item, operation, for: file.client)) ?? nil
  }
}
