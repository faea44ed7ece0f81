// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Who asks for more than a program may know shows that the store is his: by its passcode, where it
/// has one (spec/diagnostics.md 8.1).
///
/// Without one whoever can run `security` can read every item anyway.
package enum OwnerProof {
  /// Asks for the passcode, or reads it from the descriptor of `--passcode-fd`; a wrong one counts.
  ///
  /// - Returns: the exit status where it is not given; nil where it is, or there is none.
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
