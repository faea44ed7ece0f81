// SPDX-License-Identifier: Apache-2.0 (table)

/// Sizes of keys in bits; deprecated on Apple's systems, where nothing uses them any more.
public enum SecKeySizes: UInt32, Sendable {
  /// Whatever the algorithm's default is.
  case secDefaultKeySize = 0
  /// Triple DES with three keys.
  case sec3DES192 = 192
  /// AES with a key of 128 bits.
  case secAES128 = 128
  /// AES with a key of 256 bits.
  case secAES256 = 256
  /// The curve P-384.
  case secp384r1 = 384
  /// The curve P-521.
  case secp521r1 = 521
  /// The smallest RSA modulus named here.
  case secRSAMin = 1024
  /// The largest RSA modulus named here.
  case secRSAMax = 4096

  /// AES with a key of 192 bits.
  public static var secAES192: SecKeySizes { .sec3DES192 }
  /// The curve P-192.
  public static var secp192r1: SecKeySizes { .sec3DES192 }
  /// The curve P-256.
  public static var secp256r1: SecKeySizes { .secAES256 }
}
