// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes

/// The attributes of certificates in keychain files (Specification/keychain-file-format.md,
/// "Attribute lists").
extension RecordValues {
  /// The value of the attribute for the certificate's encoding: 3 means DER.
  private static let derEncoding: UInt32 = 3

  /// Makes the attributes of a certificate.
  ///
  /// Subject and issuer are normalised names in DER, with their tag and length. Each e-mail address
  /// of the certificate is a value of the attribute `alis`.
  ///
  /// - Throws: -50 if the issuer is not a valid name: the issuer is part of a certificate's primary
  ///   key.
  package init(of certificate: Certificate) throws(KeychainError) {
    guard let issuer = certificate.issuer else {
      throw .parameter("the issuer of the certificate is not a name")
    }
    self.init(.certificates)
    self[Relation.code("ctyp")] = .number(UInt32(certificate.version))
    self[Relation.code("cenc")] = .number(Self.derEncoding)
    self[Relation.code("labl")] = .text(certificate.fileKeychainLabel)
    set(certificate.emailAddresses.map { .text($0) }, for: Relation.code("alis"))
    self[Relation.code("subj")] = certificate.subject.map { .bytes($0.normalizedSequence) }
    self[Relation.code("issu")] = .bytes(issuer.normalizedSequence)
    self[Relation.code("snbr")] = .bytes(certificate.serialNumber)
    self[Relation.code("skid")] = certificate.subjectKeyIdentifier.map { .bytes($0) }
    let hash = try KeychainError.translating("SHA-1 is not available") {
      () throws(CryptoError) in
      try certificate.subjectPublicKey.hash()
    }
    self[Relation.code("hpky")] = .bytes(hash)
  }
}

extension KeychainItem {
  /// Returns the certificate of the item; nil if the item has no readable certificate.
  ///
  /// The keychain may be locked, because certificates are not encrypted.
  package func certificate() throws(KeychainError) -> Certificate? {
    guard relation == Relation.certificates.id else { return nil }
    let der = try content()
    return try? Certificate(der.span)
  }
}
