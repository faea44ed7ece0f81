// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import Testing

@Suite("Signed messages")
struct SignedMessageTests {
  /// One way to sign a message.
  struct Row: CustomTestStringConvertible, Sendable {
    var key: String
    var hash: MessageHash
    var attributes: SignedAttributeKinds = []
    var isDetached = false
    var type = MessageOID.data
    var testDescription: String {
      "\(key) \(hash.rawValue) \(attributes.rawValue)\(isDetached ? " detached" : "") \(type)"
    }

    func message() throws -> [UInt8] {
      let identity = try MessageCase.identity(key)
      var draft = SignedMessageDraft()
      draft.signers = [identity]
      draft.certificates = [identity.certificate]
      draft.contentType = type
      (draft.hash, draft.attributes, draft.isDetached) = (hash, attributes, isDetached)
      return try #require(MessageCase.array(draft.message(of: MessageCase.content)))
    }
  }

  static let rows: [Row] =
    ["rsa2048", "p256", "p384", "p521", "ed25519"].flatMap { key in
      [MessageHash.sha1, .sha256, .sha384, .sha512].flatMap { hash in
        [Row(key: key, hash: hash), Row(key: key, hash: hash, attributes: [.signingTime])]
      }
    } + [
      Row(key: "p256", hash: .sha256, isDetached: true),
      Row(key: "p256", hash: .sha256, attributes: [.signingTime], isDetached: true),
      Row(
        key: "rsa2048", hash: .sha256,
        attributes: [
          .capabilities, .encryptionKeyPreference, .microsoftKeyPreference, .signingTime,
        ]),
      Row(key: "p256", hash: .sha256, type: OID(1, 2, 3)),
    ]

  @Test("are read and verified as they were written, in DER and in BER", arguments: rows)
  func again(_ row: Row) throws {
    let message = try row.message()
    let detached = row.isDetached ? MessageCase.content : nil
    for form in [message, try MessageCase.indefinite(message)] {
      let (verdict, content) = try MessageCase.verdict(form, detached: detached)
      #expect(verdict == .valid)
      #expect(content == (row.isDetached ? nil : MessageCase.array(MessageCase.content)))
    }
    guard row.isDetached else { return }
    #expect(try MessageCase.verdict(message).0 == .needsContent)
    let other = SecretBytes(copying: [1])
    #expect(try MessageCase.verdict(message, detached: other).0 == .invalid)
  }

  @Test("tell type, time and certificates")
  func parts() throws {
    let identity = try MessageCase.identity("p256")
    var draft = SignedMessageDraft()
    draft.signers = [identity]
    draft.contentType = OID(1, 2, 3)
    draft.attributes = [.signingTime]
    for (moment, tag) in [("2026-11-27T10:11:12Z", UInt8(0x17)), ("2055-01-02T03:04:05Z", 0x18)] {
      draft.signingTime = try #require(Instant(internetForm: moment))
      let bytes = try draft.message(of: MessageCase.content)
      let message = try ReceivedMessage(bytes, MessageCase.keys())
      let signed = try #require(message.signed)
      #expect(signed.signers[0].signingTime == draft.signingTime)
      #expect(signed.contentType == OID(1, 2, 3) && message.contentType == OID(1, 2, 3))
      #expect(try #require(MessageCase.array(bytes)).contains(tag))
      // The certificate is not in the message, but may be given.
      var checks = SignatureChecks(signed)
      #expect(try checks.verdict(ofSignerAt: 0) == .withoutCertificate)
      #expect(try checks.verdict(ofSignerAt: 0, among: [identity.certificate]) == .valid)
    }
  }

  @Test("have several signers")
  func severalSigners() throws {
    let identities = try ["rsa2048", "p256", "ed25519"].enumerated().map { place, name in
      try MessageCase.identity(name, serial: UInt8(place + 1))
    }
    var draft = SignedMessageDraft()
    draft.signers = identities
    draft.certificates = identities.map(\.certificate)
    let message = try ReceivedMessage(draft.message(of: MessageCase.content), MessageCase.keys())
    let signed = try #require(message.signed)
    #expect(signed.signers.count == 3)
    var checks = SignatureChecks(signed)
    for index in 0..<3 { #expect(try checks.verdict(ofSignerAt: index) == .valid) }
  }

  @Test("that have only certificates have neither signers nor content")
  func certificatesOnly() throws {
    let identity = try MessageCase.identity("p256")
    var draft = SignedMessageDraft()
    draft.certificates = [identity.certificate]
    let message = try ReceivedMessage(draft.message(of: nil), MessageCase.keys())
    #expect(message.signed?.certificates == [identity.certificate])
    #expect(message.signed?.signers.isEmpty == true && message.content == nil)
  }

  @Test("cut at any byte are refused", arguments: [rows[1], rows[10]])
  func cut(_ row: Row) throws {
    let message = try row.message()
    for form in [message, try MessageCase.indefinite(message)] {
      for count in 0..<form.count {
        #expect(throws: KeychainError.noMessage, "\(count)") {
          try ReceivedMessage(SecretBytes(copying: Array(form[..<count])), MessageCase.keys())
        }
      }
      #expect(throws: KeychainError.noMessage) {
        try ReceivedMessage(SecretBytes(copying: form + [0]), MessageCase.keys())
      }
    }
  }

  @Test(
    "with a changed byte never have another content that is valid", arguments: [rows[0], rows[11]])
  func changed(_ row: Row) throws {
    let message = try row.message()
    var refused = 0
    for place in message.indices {
      for bit in [UInt8(1), 0x80] {
        var changed = message
        changed[place] ^= bit
        guard let (verdict, content) = try? MessageCase.verdict(changed), verdict == .valid else {
          refused += 1
          continue
        }
        #expect(content == MessageCase.array(MessageCase.content), "\(place)")
      }
    }
    // Only bytes that no signature covers may be changed, and the certificate is most of a message.
    #expect(refused > message.count / 3)
  }

  @Test("with weak or unknown algorithms are not valid")
  func weak() throws {
    let message = try Self.rows[2].message()
    let sha256: [UInt8] = [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1]
    var changed = message
    for place in 0..<message.count - sha256.count
    where Array(message[place..<place + sha256.count]) == sha256 {
      changed[place + 8] = 99
    }
    #expect(changed != message)
    #expect(try MessageCase.verdict(changed).0 == .unsupported)
  }

  @Test("refuse a key that cannot sign")
  func unsuitable() throws {
    let identity = try MessageCase.identity("x25519")
    var draft = SignedMessageDraft()
    draft.signers = [identity]
    #expect(throws: KeychainError.parameter("")) { try draft.message(of: MessageCase.content) }
  }
}
