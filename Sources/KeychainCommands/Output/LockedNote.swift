// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Says that the store is locked, and how it is unlocked.
package enum LockedNote {
  /// Writes the note on standard error if the store says that it has a passcode and is locked.
  package static func tell(in invocation: Invocation) {
    guard let service = try? invocation.store.serviceIfMade(),
      let status = try? service.lockStatus(), status.hasPasscode, status.state != .unlocked
    else { return }
    guard let flaw = status.lockFileFlaw else {
      return invocation.terminal.complain("the store is locked; security unlock-store unlocks it")
    }
    // A store that is unlocked there could not be locked again.
    invocation.terminal.complain("the store is locked: the file lock of the store \(flaw)")
  }
}
