// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The uses of a certificate's key that a trust setting is about (Specification/certificates.md,
/// "Trust settings").
public struct SecTrustSettingsKeyUsage: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt32

  /// Makes a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Signing and verifying data.
  public static let useSignature = Self(rawValue: 1)
  /// Encrypting and decrypting data.
  public static let useEnDecryptData = Self(rawValue: 2)
  /// Encrypting and decrypting keys.
  public static let useEnDecryptKey = Self(rawValue: 4)
  /// Signing certificates.
  public static let useSignCert = Self(rawValue: 8)
  /// Signing revocation lists and responses about revocation.
  public static let useSignRevocation = Self(rawValue: 0x10)
  /// Agreeing on a common key.
  public static let useKeyExchange = Self(rawValue: 0x20)
  /// All uses.
  public static let useAny = Self(rawValue: 0xFFFF_FFFF)
}
