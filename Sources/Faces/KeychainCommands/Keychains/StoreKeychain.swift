// SPDX-License-Identifier: Apache-2.0
import KeychainTypes
import SecureMemory

/// Runs `unlock-keychain` and `show-keychain-info` on the store, which users name
/// `login.keychain`.
enum StoreKeychain {
  /// Unlocks the store, whose password is its passcode.
  ///
  /// A store without a passcode is always unlocked, and an unlocked keychain ignores the password.
  /// A passcode is never taken from an argument, which other programs can see
  /// (Documentation/Decisions/keychain-verbs.md).
  ///
  /// - Parameters:
  ///   - call: The start of the message about a failure: the name of Apple's function, with the
  ///     name of the keychain.
  ///   - question: The words with which the user is asked for the passcode.
  ///   - hasArgument: True if an option gives a password, which is ignored.
  static func unlock(
    _ invocation: Invocation, _ call: String, _ question: String, hasArgument: Bool
  ) throws(Stop) -> Int32 {
    do throws(KeychainError) {
      let status = try invocation.store.serviceIfMade()?.lockStatus()
      guard let status, status.hasPasscode, status.state != .unlocked else { return 0 }
    } catch {
      return Refusal.report(error, of: call, in: invocation)
    }
    if hasArgument {
      invocation.terminal.complain(
        "-p is not looked at: the passcode of the store comes from the terminal, or by"
          + " security unlock-store --passcode-fd N")
    }
    let typed: SecretBytes
    do throws(QuestionFailure) { typed = try invocation.terminal.ask(question) } catch {
      throw .status(
        error.tell(
          on: invocation.terminal, option: "security unlock-store --passcode-fd", of: call))
    }
    return KeychainAdministration.run(invocation, call) { () throws(KeychainError) in
      try invocation.store.existingService().unlockStore(
        Passcode(typed), at: .data(SecurityCommand.caller.identifier), for: .standard)
    }
  }

  /// Prints the line about the store, with the seconds until the store locks itself.
  static func show(_ keychain: NamedKeychain, _ invocation: Invocation) -> Int32 {
    let call = "SecKeychainCopySettings \(keychain.shown)"
    return KeychainAdministration.run(invocation, call) { () throws(KeychainError) in
      // Scripts run this command to learn if the keychain can be used. An existing store is
      // therefore opened, which shows if the store is locked.
      let status = try invocation.store.serviceIfMade()?.lockStatus()
      guard status.map({ $0.state == .unlocked }) ?? true else {
        throw KeychainError(.interactionNotAllowed, "")
      }
      let end = status?.secondsToLock.map { "timeout=\($0)s" } ?? "no-timeout"
      invocation.terminal.error(
        "Keychain \"\(VisibleText.of(keychain.shown))\" \(end)\n")
    }
  }
}
