// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// An event of a keychain (Specification/file-keychain.md, "Events").
public enum SecKeychainEvent: UInt32, Sendable {
  /// A keychain was locked.
  case lockEvent = 1
  /// A keychain was unlocked.
  case unlockEvent = 2
  /// An item was added.
  case addEvent = 3
  /// An item was deleted.
  case deleteEvent = 4
  /// The access object of an item was replaced.
  case updateEvent = 5
  /// The password of a keychain was changed.
  case passwordChangedEvent = 6
  /// Another keychain became the default.
  case defaultChangedEvent = 9
  /// The secret of an item was read; this event is never posted.
  case dataAccessEvent = 10
  /// The search list was changed.
  case keychainListChangedEvent = 11
  /// Trust settings were changed.
  case trustSettingsChangedEvent = 12
}
