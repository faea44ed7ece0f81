// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The note that the store is locked, with the command that unlocks it.
package enum LockedNote {
  /// Prints on standard error that the store is locked, if it is locked with a passcode.
  ///
  /// Otherwise the function does nothing.
  package static func tell(in invocation: Invocation) {
    guard let service = try? invocation.store.serviceIfMade(),
      let status = try? service.lockStatus(), status.hasPasscode, status.state != .unlocked
    else { return }
    guard let flaw = status.lockFileFlaw else {
      return invocation.terminal.complain("the store is locked; security unlock-store unlocks it")
    }
    // Without its file named lock, an unlocked store could not be locked again.
    invocation.terminal.complain("the store is locked: the file lock of the store \(flaw)")
  }
}
