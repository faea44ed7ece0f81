// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
package import KeychainTypes

extension Certificate {
  /// DER, as CSSM counted encodings.
  private static let encoding: Int64 = 3

  /// What a certificate brings with it when it is added or looked for by reference
  /// (spec/certificates.md 2.10); nil where the issuer is no name.
  ///
  /// The subject is missing where it is no name, the key's identifier where the extension is
  /// missing: neither is computed. The label is not among them.
  package func storedAttributes() throws(CryptoError) -> AttributeSet? {
    guard let issuer else { return nil }
    var attributes = AttributeSet()
    attributes[.certificateType] = .number(Int64(version))
    attributes[.certificateEncoding] = .number(Self.encoding)
    attributes[.issuer] = .bytes(issuer.normalizedContent)
    attributes[.serialNumber] = .bytes(serialNumber)
    attributes[.subject] = subject.map { .bytes($0.normalizedContent) }
    attributes[.subjectKeyIdentifier] = subjectKeyIdentifier.map { .bytes($0) }
    attributes[.publicKeyHash] = .bytes(try subjectPublicKey.hash())
    return attributes
  }

  /// The octets in the extension of that name.
  package var subjectKeyIdentifier: [UInt8]? {
    guard let value = value(of: .subjectKeyIdentifier) else { return nil }
    var walk = DERWalk(value.span)
    return (try? walk.next(.octetString, value.span)).map { value.span.array($0.content) }
  }
}
