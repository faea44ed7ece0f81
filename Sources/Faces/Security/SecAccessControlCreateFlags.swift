// SPDX-License-Identifier: Apache-2.0 (table)

/// What an access control asks for (spec/secitem.md 11.1).
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: CFOptionFlags

  /// The options with these bits.
  public init(rawValue: CFOptionFlags) {
    self.rawValue = rawValue
  }

  /// Biometry or the passcode.
  public static let userPresence = Self(rawValue: 1 << 0)
  /// Any enrolled finger or face.
  public static let biometryAny = Self(rawValue: 1 << 1)
  /// The fingers or the face enrolled now.
  public static let biometryCurrentSet = Self(rawValue: 1 << 3)
  /// The passcode of the device.
  public static let devicePasscode = Self(rawValue: 1 << 4)
  /// A device of the user's nearby.
  public static let companion = Self(rawValue: 1 << 5)
  /// One of the constraints suffices.
  public static let or = Self(rawValue: 1 << 14)
  /// All constraints must be met.
  public static let and = Self(rawValue: 1 << 15)
  /// The constraints are on the use of a private key.
  public static let privateKeyUsage = Self(rawValue: 1 << 30)
  /// A password of the application's own is needed as well.
  public static let applicationPassword = Self(rawValue: 1 << 31)

  /// The former name of `biometryAny`.
  public static let touchIDAny = Self.biometryAny
  /// The former name of `biometryCurrentSet`.
  public static let touchIDCurrentSet = Self.biometryCurrentSet
  /// The former name of `companion`.
  public static let watch = Self.companion
}
