// SPDX-License-Identifier: Apache-2.0

/// The facts about a store that an authentication needs: its passcode, its lock state and the time.
package struct StoreFacts: Hashable, Sendable {
  package let hasPasscode: Bool
  /// A number that differs for each passcode of the store.
  ///
  /// 0 if the store has no passcode.
  package let passcodeVersion: UInt64
  package let isUnlocked: Bool
  /// A number that changes whenever the store is locked or unlocked, or the machine is restarted.
  package let era: UInt64
  /// The moment at which the facts were read, in microseconds since boot.
  package let now: Int64

  package init(
    hasPasscode: Bool, passcodeVersion: UInt64, isUnlocked: Bool, era: UInt64, now: Int64
  ) {
    self.hasPasscode = hasPasscode
    self.passcodeVersion = passcodeVersion
    self.isUnlocked = isUnlocked
    self.era = era
    self.now = now
  }
}
