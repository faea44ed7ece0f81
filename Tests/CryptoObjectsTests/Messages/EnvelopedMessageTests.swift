// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import Testing

@Suite("Encrypted messages")
struct EnvelopedMessageTests {
  private static func message(_ identities: MessageIdentity...) throws -> [UInt8] {
    let draft = EnvelopedMessageDraft(for: identities.map(\.certificate))
    return try #require(MessageCase.array(draft.message(of: MessageCase.content).message))
  }

  private static func read(
    _ bytes: [UInt8], _ identities: MessageIdentity...
  ) throws(KeychainError) -> [UInt8]? {
    let keys = ReceivedMessage.Keys { (reference) throws(KeychainError) in
      identities.first { reference.names($0.certificate) }
    }
    return MessageCase.array(try ReceivedMessage(SecretBytes(copying: bytes), keys).content)
  }

  private static let content = MessageCase.array(MessageCase.content)

  @Test(
    "are opened by their recipient, in DER and in BER",
    arguments: ["rsa2048", "p256", "p384", "p521"])
  func again(_ name: String) throws {
    let identity = try MessageCase.identity(name)
    let message = try Self.message(identity)
    #expect(try Self.read(message, identity) == Self.content)
    #expect(try Self.read(MessageCase.indefinite(message), identity) == Self.content)
    let read = try ReceivedMessage(SecretBytes(copying: message), MessageCase.keys(identity))
    #expect(read.isEncrypted && read.signed == nil)
  }

  @Test("have several recipients, and each opens them")
  func several() throws {
    let first = try MessageCase.identity("rsa2048", serial: 1)
    let second = try MessageCase.identity("p256", serial: 2)
    let message = try Self.message(first, second)
    #expect(try Self.read(message, first) == Self.content)
    #expect(try Self.read(message, second) == Self.content)
  }

  @Test("are not opened by others")
  func others() throws {
    let message = try Self.message(MessageCase.identity("p256"))
    let other = try MessageCase.identity("p384", serial: 9)
    #expect(throws: KeychainError.noRecipient) { try Self.read(message, other) }
    #expect(throws: KeychainError.noRecipient) { try Self.read(message) }
  }

  @Test("for a key that is another one are refused in one way", arguments: ["rsa2048", "p256"])
  func wrongKey(_ name: String) throws {
    let identity = try MessageCase.identity(name)
    let message = try Self.message(identity)
    let wrong: SoftwareKey =
      name == "p256"
      ? try SoftwareKey(generating: .ec, bits: 256) : try SoftwareKey(generating: .rsa, bits: 2048)
    let other = MessageIdentity(identity.certificate, wrong)
    // By chance a wrong RSA key could give a text with a right padding.
    for _ in 0..<4 {
      #expect(throws: KeychainError.noMessage) { try Self.read(message, other) }
    }
  }

  @Test("cut at any byte are refused", arguments: ["rsa2048", "p256"])
  func cut(_ name: String) throws {
    let identity = try MessageCase.identity(name)
    let message = try Self.message(identity)
    for form in [message, try MessageCase.indefinite(message)] {
      for count in 0..<form.count {
        #expect(throws: KeychainError.noMessage, "\(count)") {
          try Self.read(Array(form[..<count]), identity)
        }
      }
    }
  }

  @Test("with a changed byte are read or refused, never more")
  func changed() throws {
    let identity = try MessageCase.identity("p256")
    let message = try Self.message(identity)
    var refused = 0
    for place in message.indices {
      for bit in [UInt8(1), 0x80] {
        var changed = message
        changed[place] ^= bit
        do throws(KeychainError) { _ = try Self.read(changed, identity) } catch {
          #expect([-25257, -25300].contains(error.code.rawValue), "\(place)")
          refused += 1
        }
      }
    }
    #expect(refused > message.count)
  }

  @Test("hold signed messages")
  func signedInside() throws {
    let (signer, reader) = (
      try MessageCase.identity("p256"), try MessageCase.identity("rsa2048", serial: 2)
    )
    var draft = SignedMessageDraft()
    draft.signers = [signer]
    draft.certificates = [signer.certificate]
    let envelope = EnvelopedMessageDraft(for: [reader.certificate])
    for body in [
      try draft.body(of: MessageCase.content), try draft.message(of: MessageCase.content),
    ] {
      let bytes = try envelope.message(of: body, MessageOID.signedData).message
      let message = try ReceivedMessage(bytes, MessageCase.keys(reader))
      #expect(message.levels.count == 2 && message.isEncrypted)
      #expect(MessageCase.array(message.content) == Self.content)
      var checks = SignatureChecks(try #require(message.signed))
      #expect(try checks.verdict(ofSignerAt: 0) == .valid)
    }
  }

  @Test("of more levels than any sender makes are refused")
  func levels() throws {
    let identity = try MessageCase.identity("p256")
    var draft = SignedMessageDraft()
    draft.signers = [identity]
    var bytes = try draft.message(of: MessageCase.content)
    draft.contentType = MessageOID.signedData
    for count in 2...10 {
      bytes = try draft.message(of: bytes)
      let isRead = (try? ReceivedMessage(bytes, MessageCase.keys())) != nil
      #expect(isRead == (count <= 8), "\(count)")
    }
  }

  @Test("under the key of an envelope")
  func contentKey() throws {
    let identity = try MessageCase.identity("p256")
    let envelope = try ReceivedMessage(
      SecretBytes(copying: Self.message(identity)), MessageCase.keys(identity))
    let key = try #require(envelope.contentKey)
    let message = try EncryptedMessage.message(of: MessageCase.content, key: key)
    let keys = ReceivedMessage.Keys(contentKey: key) { (_) throws(KeychainError) in nil }
    #expect(MessageCase.array(try ReceivedMessage(message, keys).content) == Self.content)
    #expect(throws: KeychainError.noRecipient) {
      try ReceivedMessage(message, MessageCase.keys(identity))
    }
    let wrong = SecretBytes(copying: [UInt8](repeating: 1, count: 32))
    let other = ReceivedMessage.Keys(contentKey: wrong) { (_) throws(KeychainError) in nil }
    #expect(throws: KeychainError.noMessage) { try ReceivedMessage(message, other) }
  }

  @Test("are for keys that can encrypt a content key", arguments: ["ed25519", "x25519"])
  func unsuitable(_ name: String) throws {
    let identity = try MessageCase.identity(name)
    #expect(throws: KeychainError.parameter("")) { try Self.message(identity) }
  }
}
