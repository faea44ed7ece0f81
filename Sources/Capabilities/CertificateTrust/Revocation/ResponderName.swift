// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// The name of the signer of an OCSP response (RFC 6960 4.2.1, ResponderID).
enum ResponderName {
  /// The subject of the signer's certificate, or nil if the subject is not a valid name.
  case name(FoldedName?)
  /// The SHA-1 hash of the bits of the signer's public key.
  case key([UInt8])

  init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    var walk = DERWalk(element)
    switch element.tag {
    case .context(1, isConstructed: true):
      let name = bytes.array(try walk.next(.sequence, bytes).whole)
      self = .name(DistinguishedName(name).map { FoldedName($0) })
    case .context(2, isConstructed: true):
      self = .key(bytes.array(try walk.next(.octetString, bytes).content))
    default: throw .tag
    }
    try walk.finish()
  }

  /// True if the certificate belongs to the named signer.
  func names(_ certificate: PathCertificate) -> Bool {
    switch self {
    case .name(let name): name != nil && name == certificate.subject
    case .key(let hash): (try? certificate.certificate.subjectPublicKey.hash()) == hash
    }
  }
}
