// SPDX-License-Identifier: Apache-2.0 (table)

/// What an evaluation of trust overlooks or wants more of (spec/certificates.md 1.5).
public struct SecTrustOptionFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// A set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Certificates that have expired.
  public static let allowExpired = SecTrustOptionFlags(rawValue: 0x01)
  /// A certificate that is asked about and is an authority's.
  public static let leafIsCA = SecTrustOptionFlags(rawValue: 0x02)
  /// Missing issuers are fetched.
  public static let fetchIssuerFromNet = SecTrustOptionFlags(rawValue: 0x04)
  /// Anchors that have expired.
  public static let allowExpiredRoot = SecTrustOptionFlags(rawValue: 0x08)
  /// Every certificate needs a statement about its revocation.
  public static let requireRevPerCert = SecTrustOptionFlags(rawValue: 0x10)
  /// Trust settings count.
  public static let useTrustSettings = SecTrustOptionFlags(rawValue: 0x20)
  /// Certificates that were given and signed themselves count as anchors.
  public static let implicitAnchors = SecTrustOptionFlags(rawValue: 0x40)
}

/// Sets what an evaluation overlooks or wants more of.
///
/// - Returns: errSecUnimplemented: dates and anchors are set by functions of their own.
@discardableResult
public func SecTrustSetOptions(_ trustRef: SecTrust, _ options: SecTrustOptionFlags) -> OSStatus {
  errSecUnimplemented
}
