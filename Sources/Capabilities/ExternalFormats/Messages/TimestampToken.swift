// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainCrypto
package import KeychainTypes
import SecureMemory

/// A timestamp beside a signature: the statement of a time-stamp authority that the signature
/// existed at a moment (RFC 3161 2.4.2).
package struct TimestampToken: Sendable {
  /// The certificate of the authority that signed the timestamp.
  ///
  /// Never nil, although its type permits nil: for a timestamp without this certificate, the
  /// initializer throws `invalid`.
  package let certificate: Certificate?
  /// All certificates in the timestamp, among them the authority's.
  package let certificates: [Certificate]
  /// The moment at which the signature existed, as the authority states.
  package let moment: Instant

  /// The reason why a timestamp proves nothing.
  package enum Flaw: Error, Hashable, Sendable {
    /// The signature has no timestamp.
    case missing
    /// The timestamp is not of the expected form.
    case malformed
    /// The timestamp is about another signature, or its own signature cannot be verified.
    ///
    /// Also thrown if the timestamp lacks the certificate of the authority.
    case invalid
  }

  /// Reads the timestamp of a signature, and verifies that it is about this signature.
  ///
  /// The trust in the authority is not evaluated.
  package init(_ signer: SignedMessage.Signer) throws(Flaw) {
    guard let token = signer.unsigned?.value(MessageOID.timestampToken) else { throw .missing }
    let keys = ReceivedMessage.Keys { (_) throws(KeychainError) in nil }
    guard let message = try? ReceivedMessage(SecretBytes(copying: token), keys),
      let signed = message.signed, signed.contentType == MessageOID.timestampContent,
      let content = signed.content, signed.signers.count == 1,
      let statement = try? content.withBytes({ (bytes) throws(DERFailure) in
        try Statement(bytes)
      })
    else { throw .malformed }
    guard let hash = MessageOID.digests[statement.algorithm],
      let digest = try? hash.hash(signer.signature.span), digest == statement.digest
    else { throw .invalid }
    var checks = SignatureChecks(signed)
    guard (try? checks.verdict(ofSignerAt: 0)) == .valid else { throw .invalid }
    certificate = signed.certificate(of: signed.signers[0])
    certificates = signed.certificates
    moment = statement.moment
  }

  /// The content of a timestamp: a TSTInfo.
  private struct Statement {
    let algorithm: OID
    let digest: [UInt8]
    let moment: Instant

    init(_ bytes: Span<UInt8>) throws(DERFailure) {
      var walk = try DERWalk.inSequence(bytes)
      _ = try walk.next(.integer, bytes)
      _ = try walk.next(.objectIdentifier, bytes)
      var imprint = DERWalk(try walk.next(.sequence, bytes))
      algorithm = try AlgorithmIdentifier(imprint.next(bytes), bytes).algorithm
      digest = bytes.array(try imprint.next(.octetString, bytes).content)
      _ = try walk.next(.integer, bytes)
      let time = bytes.array(try walk.next(.generalizedTime, bytes).content)
      // The fraction of a second, which this type of time may have, is left out.
      let whole = time.prefix { $0 != UInt8(ascii: ".") }
      let text = whole.count < time.count ? whole + [UInt8(ascii: "Z")] : whole
      let element = DERWriter.element(.generalizedTime, Array(text))
      var inner = DERWalk(element.span)
      moment = try inner.next(element.span).time(element.span)
    }
  }
}
