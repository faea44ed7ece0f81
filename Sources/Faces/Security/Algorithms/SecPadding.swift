// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The padding that selects the algorithm of an old key function, such as `SecKeyRawSign`
/// (Specification/seckey.md, "Old functions").
///
/// The values are numbers and cannot be combined, although the type is an option set. `[]` means no
/// padding.
public struct SecPadding: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt32

  /// Makes a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// PKCS#1 v1.5 padding.
  public static let PKCS1 = Self(rawValue: 1)
  /// OAEP padding with SHA-1.
  public static let OAEP = Self(rawValue: 2)
  /// ECDSA signatures as r‖s (the two numbers side by side), without DER.
  public static let sigRaw = Self(rawValue: 0x4000)
  /// PKCS#1 v1.5 signatures with MD2, which every function refuses.
  public static let PKCS1MD2 = Self(rawValue: 0x8000)
  /// PKCS#1 v1.5 signatures with MD5, which every function refuses.
  public static let PKCS1MD5 = Self(rawValue: 0x8001)
  /// PKCS#1 v1.5 signatures of a SHA-1 digest.
  public static let PKCS1SHA1 = Self(rawValue: 0x8002)
  /// PKCS#1 v1.5 signatures of a SHA-224 digest.
  public static let PKCS1SHA224 = Self(rawValue: 0x8003)
  /// PKCS#1 v1.5 signatures of a SHA-256 digest.
  public static let PKCS1SHA256 = Self(rawValue: 0x8004)
  /// PKCS#1 v1.5 signatures of a SHA-384 digest.
  public static let PKCS1SHA384 = Self(rawValue: 0x8005)
  /// PKCS#1 v1.5 signatures of a SHA-512 digest.
  public static let PKCS1SHA512 = Self(rawValue: 0x8006)
}
