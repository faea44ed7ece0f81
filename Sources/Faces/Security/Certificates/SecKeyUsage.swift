// SPDX-License-Identifier: Apache-2.0 (table)

/// What the key of a certificate may be used for (spec/certificates.md 1.1).
public struct SecKeyUsage: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Uses by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Signing anything but certificates and lists of revoked ones.
  public static let digitalSignature = SecKeyUsage(rawValue: 1)
  /// Signing what the signer cannot deny later.
  public static let nonRepudiation = SecKeyUsage(rawValue: 2)
  /// The newer name of `nonRepudiation`.
  public static let contentCommitment = SecKeyUsage(rawValue: 2)
  /// Encrypting keys.
  public static let keyEncipherment = SecKeyUsage(rawValue: 4)
  /// Encrypting data directly.
  public static let dataEncipherment = SecKeyUsage(rawValue: 8)
  /// Agreeing on keys.
  public static let keyAgreement = SecKeyUsage(rawValue: 0x10)
  /// Signing certificates.
  public static let keyCertSign = SecKeyUsage(rawValue: 0x20)
  /// Signing lists of revoked certificates.
  public static let crlSign = SecKeyUsage(rawValue: 0x40)
  /// With key agreement: encrypting only.
  public static let encipherOnly = SecKeyUsage(rawValue: 0x80)
  /// With key agreement: decrypting only.
  public static let decipherOnly = SecKeyUsage(rawValue: 0x100)
  /// The extension is critical; no use.
  public static let critical = SecKeyUsage(rawValue: 0x8000_0000)
  /// Every use.
  public static let all = SecKeyUsage(rawValue: 0x7FFF_FFFF)
}
