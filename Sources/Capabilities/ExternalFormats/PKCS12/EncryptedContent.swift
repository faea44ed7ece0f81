// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The encryption scheme and the ciphertext of an EncryptedData (RFC 2315 13).
struct EncryptedContent {
  let scheme: AlgorithmIdentifier
  let ciphertext: [UInt8]

  init(_ element: DERElement, _ bytes: Span<UInt8>) throws(DERFailure) {
    guard element.tag == .sequence else { throw .tag }
    var walk = DERWalk(element)
    guard try walk.next(bytes).count(bytes) <= 2 else { throw .content }
    var inner = DERWalk(try walk.next(.sequence, bytes))
    guard try inner.next(bytes).objectIdentifier(bytes) == FormatOID.data else { throw .content }
    scheme = try AlgorithmIdentifier(inner.next(bytes), bytes)
    let content = try inner.next(bytes)
    try inner.finish()
    switch content.tag {
    case .context(0, isConstructed: false): ciphertext = bytes.array(content.content)
    case .context(0, isConstructed: true):
      // BER allows the string to be in pieces.
      var pieces = DERWalk(content)
      var joined: [UInt8] = []
      while !pieces.isAtEnd {
        joined += bytes.array(try pieces.next(.octetString, bytes).content)
      }
      ciphertext = joined
    default: throw .tag
    }
  }
}
