// SPDX-License-Identifier: Apache-2.0 (table)

/// The constraints of an access control (Specification/secitem.md, "Access control flags").
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
  /// The flags as bits.
  public let rawValue: CFOptionFlags

  /// Makes a set of flags from its bits.
  public init(rawValue: CFOptionFlags) {
    self.rawValue = rawValue
  }

  /// The user must prove presence, by biometry or with the passcode.
  public static let userPresence = Self(rawValue: 1 << 0)
  /// The user must present an enrolled finger or face, including a finger or face enrolled later.
  public static let biometryAny = Self(rawValue: 1 << 1)
  /// The user must present a finger or face that was enrolled when the item was stored.
  ///
  /// If the enrolled fingers or faces change later, no finger or face opens the item any more.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)
  /// The user must enter the passcode of the device.
  public static let devicePasscode = Self(rawValue: 1 << 4)
  /// Another device of the user must be nearby.
  public static let companion = Self(rawValue: 1 << 5)
  /// The user must satisfy one of the constraints in the set, not all of them.
  public static let or = Self(rawValue: 1 << 14)
  /// The user must satisfy all constraints in the set.
  public static let and = Self(rawValue: 1 << 15)
  /// The constraints apply to the operations that use a private key of the secure element.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)
  /// The application must supply a password, in addition to the other constraints.
  public static let applicationPassword = Self(rawValue: 1 << 31)

  /// The former name of `biometryAny`.
  public static let touchIDAny = Self.biometryAny
  /// The former name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = Self.biometryCurrentSet
  /// The former name of `companion`.
  public static let watch = Self.companion
}
