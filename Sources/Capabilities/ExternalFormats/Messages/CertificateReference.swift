// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
package import KeychainTypes

/// The certificate that a message names for a signer or a recipient (RFC 5652 5.3, 6.2.1).
package enum CertificateReference: Hashable, Sendable {
  /// The issuer's name as a whole DER element, and the content of the serial number's INTEGER.
  case serialNumber(issuer: [UInt8], [UInt8])
  /// The subject key identifier of the certificate.
  case keyIdentifier([UInt8])

  package init(_ certificate: Certificate) {
    self = .serialNumber(issuer: certificate.encodedIssuer, certificate.serialNumber)
  }

  /// Reads the name of a certificate: a SEQUENCE of issuer and serial number, or [0] with a key
  /// identifier.
  init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    switch element.tag {
    case .sequence:
      var walk = DERWalk(element)
      let issuer = bytes.array(try walk.next(.sequence, bytes).whole)
      self = .serialNumber(
        issuer: issuer, bytes.array(try walk.next(.integer, bytes).content))
      try walk.finish()
    case .context(0, isConstructed: false):
      self = .keyIdentifier(bytes.array(element.content))
    case .context(0, isConstructed: true):
      // The key identifier of a recipient of key agreement, or a key identifier that BER splits
      // into several pieces.
      var walk = DERWalk(element)
      var identifier: [UInt8] = []
      while !walk.isAtEnd, walk.peek(bytes) == .octetString {
        identifier += bytes.array(try walk.next(bytes).content)
      }
      self = .keyIdentifier(identifier)
    default: throw .tag
    }
  }

  /// True if this is a reference to the given certificate.
  package func names(_ certificate: Certificate) -> Bool {
    switch self {
    case .serialNumber(let issuer, let number):
      number == certificate.serialNumber && isIssuer(issuer, of: certificate)
    case .keyIdentifier(let identifier):
      !identifier.isEmpty && identifier == certificate.subjectKeyIdentifier
    }
  }

  /// The size in bytes of the largest name that is compared in its normalised form.
  ///
  /// The limit bounds the work for a hostile message that has many certificates with large names.
  private static let mostNormalised = 4096

  /// True if a name is the name of a certificate's issuer.
  ///
  /// Normalised names are compared as well, because some writers encode the name in another way
  /// than the certificate.
  private func isIssuer(_ name: [UInt8], of certificate: Certificate) -> Bool {
    let own = certificate.encodedIssuer
    if name == own { return true }
    guard max(name.count, own.count) <= Self.mostNormalised else { return false }
    guard let name = DistinguishedName(name), let issuer = certificate.issuer else { return false }
    return name.normalizedContent == issuer.normalizedContent
  }

  /// The reference as a DER element for a SignerInfo or a KeyTransRecipientInfo.
  var element: [UInt8] {
    switch self {
    case .serialNumber(let issuer, let number):
      DERWriter.sequence([issuer, DERWriter.element(.integer, number)])
    case .keyIdentifier(let identifier):
      DERWriter.element(.context(0, isConstructed: false), identifier)
    }
  }

  /// The attributes by which the item of the certificate is found in a keychain.
  ///
  /// Nil if the issuer is not a valid name.
  package var storedAttributes: [(Attribute, AttributeValue)]? {
    switch self {
    case .serialNumber(let issuer, let number):
      DistinguishedName(issuer).map {
        [(.issuer, .bytes($0.normalizedContent)), (.serialNumber, .bytes(number))]
      }
    case .keyIdentifier(let identifier): [(.subjectKeyIdentifier, .bytes(identifier))]
    }
  }
}
