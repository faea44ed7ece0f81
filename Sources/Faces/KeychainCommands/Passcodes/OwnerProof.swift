// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The user's proof to own the store, before a command prints facts that a program must not see
/// (Specification/diagnostics.md, "Levels of detail").
///
/// The proof is the passcode of the store. If the store has no passcode, no proof is needed,
/// because every user who can run `security` can read every item.
package enum OwnerProof {
  /// Asks the user to prove to be the owner of the store, and returns the exit status if the proof
  /// fails.
  ///
  /// The user types the passcode, or the option `--passcode-fd` names a file descriptor from which
  /// the passcode is read. A wrong passcode increases the count of wrong passcodes of the store.
  ///
  /// - Returns: Nil if the passcode is right, or if there is no passcode or no store. Otherwise the
  ///   exit status, which is 3 if the store cannot be opened.
  package static func refusal(
    _ invocation: Invocation, _ options: OptionReader
  ) throws(Stop) -> Int32? {
    let source = try PasscodeSource("passcode-fd", options, of: invocation)
    let hasPasscode: Bool
    do throws(KeychainError) {
      hasPasscode = try invocation.store.serviceIfMade()?.lockStatus().hasPasscode ?? false
    } catch {
      invocation.terminal.complain("\(invocation.command.name): \(error)")
      return 3
    }
    guard hasPasscode else { return nil }
    let status = try PasscodeCommands.run(invocation.command.name, invocation) {
      () throws(KeychainError) in
      try invocation.store.existingService()
    } body: { (service) throws(PasscodeFailure) in
      try PasscodeCommands.requirePasscode(service, from: source, invocation.terminal)
      let passcode = try PasscodeCommands.stopped { () throws(Stop) in
        try source.read("passcode of the store: ")
      }
      try PasscodeCommands.told { () throws(KeychainError) in
        try service.requirePasscode(passcode, at: source.door)
      }
    }
    return status == 0 ? nil : status
  }
}
