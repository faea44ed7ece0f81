// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The constraints of an access control (Specification/secitem.md, "Access control flags").
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: CFOptionFlags

  /// Makes a value from its bits.
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

  /// The user must prove presence, by biometry or with the passcode.
  public static let userPresence = Self(rawValue: 1)
  /// The user must present an enrolled finger or face, including a finger or face enrolled later.
  public static let biometryAny = Self(rawValue: 2)
  /// The user must present a finger or face that was enrolled when the item was stored.
  ///
  /// If the enrolled fingers or faces change later, no finger or face opens the item any more.
  public static let biometryCurrentSet = Self(rawValue: 8)
  /// The user must enter the passcode of the device.
  public static let devicePasscode = Self(rawValue: 0x10)
  /// Another device of the user must be nearby.
  public static let companion = Self(rawValue: 0x20)
  /// The user must satisfy one of the constraints in the set, not all of them.
  public static let or = Self(rawValue: 0x4000)
  /// The user must satisfy all constraints in the set.
  public static let and = Self(rawValue: 0x8000)
  /// The constraints apply to the operations that use a private key of the secure element.
  public static let privateKeyUsage = Self(rawValue: 0x4000_0000)
  /// The application must supply a password, in addition to the other constraints.
  public static let applicationPassword = Self(rawValue: 0x8000_0000)
  /// The former name of `biometryAny`.
  public static let touchIDAny = Self(rawValue: 2)
  /// The former name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = Self(rawValue: 8)
  /// The former name of `companion`.
  public static let watch = Self(rawValue: 0x20)
}
