// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// Sizes of keys in bits, for source code that still mentions them.
///
/// No function uses these sizes. Apple has deprecated them.
public enum SecKeySizes: UInt32, Sendable {
  /// The default size of a key, which depends on the algorithm.
  case secDefaultKeySize = 0
  /// The key size of Triple DES with three keys: 192 bits.
  case sec3DES192 = 192
  /// The key size of AES-128.
  case secAES128 = 128
  /// The key size of AES-256.
  case secAES256 = 256
  /// The key size of the curve P-384.
  case secp384r1 = 384
  /// The key size of the curve P-521.
  case secp521r1 = 521
  /// The smallest size of an RSA modulus in this enumeration.
  case secRSAMin = 1024
  /// The largest size of an RSA modulus in this enumeration.
  case secRSAMax = 4096
  /// The key size of AES-192.
  public static var secAES192: SecKeySizes { .sec3DES192 }
  /// The key size of the curve P-192.
  public static var secp192r1: SecKeySizes { .sec3DES192 }
  /// The key size of the curve P-256.
  public static var secp256r1: SecKeySizes { .secAES256 }
}
