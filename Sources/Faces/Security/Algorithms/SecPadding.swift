// SPDX-License-Identifier: Apache-2.0 (table)

/// The paddings of the old functions; numbers rather than options, `[]` is none
/// (spec/seckey.md 1.2).
public struct SecPadding: OptionSet, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// The padding with a number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// PKCS#1 v1.5.
  public static let PKCS1 = Self(rawValue: 1)
  /// OAEP with SHA-1.
  public static let OAEP = Self(rawValue: 2)
  /// ECDSA signatures as r‖s.
  public static let sigRaw = Self(rawValue: 0x4000)
  /// PKCS#1 v1.5 signatures with MD2; refused everywhere.
  public static let PKCS1MD2 = Self(rawValue: 0x8000)
  /// PKCS#1 v1.5 signatures with MD5; refused everywhere.
  public static let PKCS1MD5 = Self(rawValue: 0x8001)
  /// PKCS#1 v1.5 signatures of a digest that SHA-1 made.
  public static let PKCS1SHA1 = Self(rawValue: 0x8002)
  /// PKCS#1 v1.5 signatures of a digest that SHA-224 made.
  public static let PKCS1SHA224 = Self(rawValue: 0x8003)
  /// PKCS#1 v1.5 signatures of a digest that SHA-256 made.
  public static let PKCS1SHA256 = Self(rawValue: 0x8004)
  /// PKCS#1 v1.5 signatures of a digest that SHA-384 made.
  public static let PKCS1SHA384 = Self(rawValue: 0x8005)
  /// PKCS#1 v1.5 signatures of a digest that SHA-512 made.
  public static let PKCS1SHA512 = Self(rawValue: 0x8006)
}
