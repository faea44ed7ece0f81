// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// The uses that a certificate permits for its key (Specification/certificates.md, "SecCertificate:
/// iOS and macOS").
public struct SecKeyUsage: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt32

  /// Makes a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The key may sign data, but not certificates and revocation lists.
  public static let digitalSignature = Self(rawValue: 1)
  /// The key may sign data so that the signer cannot deny the signature later.
  public static let nonRepudiation = Self(rawValue: 2)
  /// The newer name of `nonRepudiation`.
  public static let contentCommitment = Self(rawValue: 2)
  /// The key may encrypt other keys.
  public static let keyEncipherment = Self(rawValue: 4)
  /// The key may encrypt data directly, without another key in between.
  public static let dataEncipherment = Self(rawValue: 8)
  /// The key may be used for key agreement (computing a shared secret).
  public static let keyAgreement = Self(rawValue: 0x10)
  /// The key may sign certificates.
  public static let keyCertSign = Self(rawValue: 0x20)
  /// The key may sign revocation lists.
  public static let crlSign = Self(rawValue: 0x40)
  /// A key that results from key agreement may only be used for encryption.
  public static let encipherOnly = Self(rawValue: 0x80)
  /// A key that results from key agreement may only be used for decryption.
  public static let decipherOnly = Self(rawValue: 0x100)
  /// A mark that the certificate's key usage extension is critical; the mark itself permits no use.
  public static let critical = Self(rawValue: 0x8000_0000)
  /// All uses of the key are permitted.
  public static let all = Self(rawValue: 0x7FFF_FFFF)
}
