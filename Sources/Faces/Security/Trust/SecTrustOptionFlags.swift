// SPDX-License-Identifier: Apache-2.0 (table)

/// Options of a trust evaluation, which Latchkey does not implement (Specification/certificates.md,
/// "SecTrust and SecPolicy functions").
public struct SecTrustOptionFlags: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt32

  /// Makes options from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Accepts expired certificates.
  public static let allowExpired = SecTrustOptionFlags(rawValue: 0x01)
  /// Allows the evaluated certificate to be the certificate of a certificate authority.
  public static let leafIsCA = SecTrustOptionFlags(rawValue: 0x02)
  /// Fetches the missing certificates of issuers from the network.
  public static let fetchIssuerFromNet = SecTrustOptionFlags(rawValue: 0x04)
  /// Accepts expired anchors.
  public static let allowExpiredRoot = SecTrustOptionFlags(rawValue: 0x08)
  /// Requires revocation information about every certificate in the chain.
  public static let requireRevPerCert = SecTrustOptionFlags(rawValue: 0x10)
  /// Applies the trust settings that the user or administrator has made for certificates.
  public static let useTrustSettings = SecTrustOptionFlags(rawValue: 0x20)
  /// Treats the caller's self-signed certificates as anchors.
  public static let implicitAnchors = SecTrustOptionFlags(rawValue: 0x40)
}

/// Would set options of a trust evaluation, but is not implemented.
///
/// - Returns: errSecUnimplemented. Use `SecTrustSetVerifyDate` and `SecTrustSetAnchorCertificates`
///   to set dates and anchors.
@discardableResult
public func SecTrustSetOptions(_ trustRef: SecTrust, _ options: SecTrustOptionFlags) -> OSStatus {
  errSecUnimplemented
}
