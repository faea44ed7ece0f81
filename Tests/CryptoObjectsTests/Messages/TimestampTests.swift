// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import Testing

@Suite("Timestamps of signatures")
struct TimestampTests {
  private static let kind = OID(1, 2, 840, 113549, 1, 9, 16, 2, 14)
  private static let statement = OID(1, 2, 840, 113549, 1, 9, 16, 1, 4)
  private static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)

  private static func name(_ identifier: OID) -> [UInt8] {
    DERWriter.element(.objectIdentifier, identifier.content)
  }

  /// Returns a timestamp of a time about bytes, which an authority signs.
  private static func token(
    _ time: String, of bytes: [UInt8], by authority: MessageIdentity, type: OID = statement
  ) throws -> [UInt8] {
    let imprint = DERWriter.sequence([
      DERWriter.sequence([name(sha256)]),
      DERWriter.element(.octetString, try HashFunction.sha256.hash(bytes.span)),
    ])
    let info = DERWriter.sequence([
      DERWriter.integer([1]), name(OID(1, 2, 3)), imprint, DERWriter.integer([5]),
      DERWriter.element(.generalizedTime, Array(time.utf8)),
    ])
    var draft = SignedMessageDraft()
    draft.signers = [authority]
    draft.certificates = [authority.certificate]
    draft.contentType = type
    return try #require(MessageCase.array(draft.message(of: SecretBytes(copying: info))))
  }

  /// Returns a signed message with an unsigned attribute, which is made of the signature.
  private static func message(
    _ attribute: (_ signature: [UInt8]) throws -> [UInt8]?
  ) throws -> SignedMessage {
    var draft = SignedMessageDraft()
    draft.signers = [try MessageCase.identity("p256")]
    let bytes = try #require(MessageCase.array(draft.message(of: MessageCase.content)))
    let span = bytes.span
    var outside = DERWalk(span)
    var walk = DERWalk(try outside.next(span))
    let type = span.array(try walk.next(span).whole)
    var inner = DERWalk(try walk.next(span))
    var parts = DERWalk(try inner.next(span))
    var head: [UInt8] = []
    for _ in 0..<3 { head += span.array(try parts.next(span).whole) }
    var set = DERWalk(try parts.next(.set, span))
    let signer = try set.next(span)
    var fields = DERWalk(signer)
    var last = try fields.next(span)
    while !fields.isAtEnd { last = try fields.next(span) }
    var content = span.array(signer.content)
    if let value = try attribute(span.array(last.content)) {
      let entry = DERWriter.sequence([name(kind), DERWriter.element(.set, value)])
      content += DERWriter.element(.context(1, isConstructed: true), entry)
    }
    let signers = DERWriter.element(.set, DERWriter.element(.sequence, content))
    let body = DERWriter.element(.sequence, head + signers)
    let whole = DERWriter.sequence([
      type, DERWriter.element(.context(0, isConstructed: true), body),
    ])
    let message = try ReceivedMessage(SecretBytes(copying: whole), MessageCase.keys())
    return try #require(message.signed)
  }

  @Test(
    "tell their time",
    arguments: ["20261127101112Z", "20261127101112.5Z", "20261127101112.123456Z"])
  func right(_ time: String) throws {
    let authority = try MessageCase.identity("rsa2048", serial: 2)
    let signed = try Self.message { try Self.token(time, of: $0, by: authority) }
    let token = try TimestampToken(signed.signers[0])
    #expect(token.moment == Instant(internetForm: "2026-11-27T10:11:12Z"))
    #expect(token.certificate == authority.certificate)
    #expect(token.certificates == [authority.certificate])
    // The timestamp is not signed with the message, and does not spoil its signature.
    var checks = SignatureChecks(signed)
    let certificate = try MessageCase.identity("p256").certificate
    #expect(try checks.verdict(ofSignerAt: 0, among: [certificate]) == .valid)
  }

  @Test("that prove nothing are refused")
  func wrong() throws {
    let authority = try MessageCase.identity("rsa2048", serial: 2)
    let time = "20261127101112Z"
    let none = try Self.message { _ in nil }
    #expect(throws: TimestampToken.Flaw.missing) { try TimestampToken(none.signers[0]) }
    let other = try Self.message { try Self.token(time, of: $0 + [1], by: authority) }
    #expect(throws: TimestampToken.Flaw.invalid) { try TimestampToken(other.signers[0]) }
    let changed = try Self.message { signature in
      var token = try Self.token(time, of: signature, by: authority)
      token[token.count - 1] ^= 1
      return token
    }
    #expect(throws: TimestampToken.Flaw.invalid) { try TimestampToken(changed.signers[0]) }
    let unlike = try Self.message {
      try Self.token(time, of: $0, by: authority, type: OID(1, 2, 3))
    }
    #expect(throws: TimestampToken.Flaw.malformed) { try TimestampToken(unlike.signers[0]) }
    let odd = try Self.message { try Self.token("today", of: $0, by: authority) }
    #expect(throws: TimestampToken.Flaw.malformed) { try TimestampToken(odd.signers[0]) }
    let text = try Self.message { _ in [4, 1, 0] }
    #expect(throws: TimestampToken.Flaw.malformed) { try TimestampToken(text.signers[0]) }
  }
}
