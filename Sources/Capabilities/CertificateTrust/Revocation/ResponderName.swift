// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainCrypto

/// How a response names its signer (RFC 6960 4.2.1, ResponderID).
enum ResponderName {
  /// nil for a name that is none.
  case name(FoldedName?)
  /// SHA-1 of the bits of the key.
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

  /// Whether a certificate is the signer's.
  func names(_ certificate: PathCertificate) -> Bool {
    switch self {
    case .name(let name): name != nil && name == certificate.subject
    case .key(let hash): (try? certificate.certificate.subjectPublicKey.hash()) == hash
    }
  }
}
