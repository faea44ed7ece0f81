// SPDX-License-Identifier: Apache-2.0

/// What a store knows of who authenticates.
package struct StoreFacts: Hashable, Sendable {
  package let hasPasscode: Bool
  /// Another number for another passcode.
  package let passcodeVersion: UInt64
  package let isUnlocked: Bool
  /// Another number after each lock, unlocking and restart.
  package let era: UInt64
  /// Microseconds since boot.
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
