// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The conditions of a prompt in an access object.
public struct SecKeychainPromptSelector: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt16

  /// Makes a value from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The prompt asks for the keychain's password.
  public static let requirePassphase = Self(rawValue: 1)
  /// The prompt is shown for unsigned programs, if `unsignedAct` is set.
  public static let unsigned = Self(rawValue: 0x10)
  /// The option `unsigned` has an effect.
  public static let unsignedAct = Self(rawValue: 0x20)
  /// The prompt is shown for programs with an invalid signature, if `invalidAct` is set.
  public static let invalid = Self(rawValue: 0x40)
  /// The option `invalid` has an effect.
  public static let invalidAct = Self(rawValue: 0x80)
}
