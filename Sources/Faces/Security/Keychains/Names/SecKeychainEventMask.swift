// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// A set of events of keychains; the bit of an event is 1 shifted by its number.
public struct SecKeychainEventMask: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt32

  /// Makes a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The event: a keychain was locked.
  public static let lockEventMask = Self(rawValue: 2)
  /// The event: a keychain was unlocked.
  public static let unlockEventMask = Self(rawValue: 4)
  /// The event: an item was added.
  public static let addEventMask = Self(rawValue: 8)
  /// The event: an item was deleted.
  public static let deleteEventMask = Self(rawValue: 0x10)
  /// The event: the access object of an item was replaced.
  public static let updateEventMask = Self(rawValue: 0x20)
  /// The event: the password of a keychain was changed.
  public static let passwordChangedEventMask = Self(rawValue: 0x40)
  /// The event: another keychain became the default.
  public static let defaultChangedEventMask = Self(rawValue: 0x200)
  /// The event: the secret of an item was read; this event is never posted.
  public static let dataAccessEventMask = Self(rawValue: 0x400)
  /// The event: the search list was changed.
  public static let keychainListChangedMask = Self(rawValue: 0x800)
  /// The event: trust settings were changed.
  public static let trustSettingsChangedEventMask = Self(rawValue: 0x1000)
  /// All events.
  public static let everyEventMask = Self(rawValue: 0xFFFF_FFFF)
}
