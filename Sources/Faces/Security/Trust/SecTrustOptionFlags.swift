// SPDX-License-Identifier: Apache-2.0 (table)
// Written by Tests/Surface/swift_constants.py.

/// Options of a trust evaluation, which Latchkey does not implement (Specification/certificates.md,
/// "SecTrust and SecPolicy functions").
public struct SecTrustOptionFlags: OptionSet, Hashable, Sendable {
  /// The value as bits.
  public let rawValue: UInt32

  /// Makes a value from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Accepts expired certificates.
  public static let allowExpired = Self(rawValue: 1)
  /// Allows the evaluated certificate to be the certificate of a certificate authority.
  public static let leafIsCA = Self(rawValue: 2)
  /// Fetches the missing certificates of issuers from the network.
  public static let fetchIssuerFromNet = Self(rawValue: 4)
  /// Accepts expired anchors.
  public static let allowExpiredRoot = Self(rawValue: 8)
  /// Requires revocation information about every certificate in the chain.
  public static let requireRevPerCert = Self(rawValue: 0x10)
  /// Applies the trust settings that the user or administrator has made for certificates.
  public static let useTrustSettings = Self(rawValue: 0x20)
  /// Treats the caller's self-signed certificates as anchors.
  public static let implicitAnchors = Self(rawValue: 0x40)
}
