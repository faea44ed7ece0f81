// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests of the statuses of encoder and decoder (Specification/certificates.md, "CMS messages").
@Suite("CMSEncoder and CMSDecoder")
struct CMSCoderTests {
  private static let content = Data("The content".utf8)

  private static func signed(
    _ identity: SecIdentity, _ change: (CMSEncoder) -> Void = { _ in }
  ) throws -> Data {
    let encoder = try MessageCalls.encoder()
    #expect(CMSEncoderAddSigners(encoder, identity) == errSecSuccess)
    change(encoder)
    #expect(MessageCalls.update(encoder, content) == errSecSuccess)
    return try #require(MessageCalls.encoded(encoder).data)
  }

  @Test("an encoder keeps its options until the content begins")
  func options() throws {
    let encoder = try MessageCalls.encoder()
    let made = try MadeIdentity()
    let other = try MessageCalls.encoder()
    #expect(encoder != other && CFGetTypeID(encoder) == CMSEncoderGetTypeID())
    var list: CFArray?
    #expect(unsafe CMSEncoderCopySigners(encoder, &list) == errSecSuccess && list == nil)
    #expect(CMSEncoderAddSigners(encoder, made.certificate) == errSecParam)
    #expect(CMSEncoderAddSigners(encoder, [made.object] as NSArray) == errSecSuccess)
    #expect(unsafe CMSEncoderCopySigners(encoder, &list) == errSecSuccess)
    #expect(list?.count == 1)
    #expect(CMSEncoderAddRecipients(encoder, made.object) == errSecParam)
    #expect(CMSEncoderAddSupportingCerts(encoder, "text" as NSString) == errSecParam)
    #expect(CMSEncoderAddSupportingCerts(encoder, made.certificate) == errSecSuccess)
    #expect(unsafe CMSEncoderCopySupportingCerts(encoder, &list) == errSecSuccess)
    #expect(list?.count == 1)
    #expect(CMSEncoderSetSignerAlgorithm(encoder, "md5") == errSecParam)
    #expect(CMSEncoderSetEncapsulatedContentTypeOID(encoder, "1.2.x" as NSString) == errSecParam)
    #expect(CMSEncoderSetEncapsulatedContentTypeOID(encoder, "3.1" as NSString) == errSecParam)
    var type: CFData?
    for object in [
      "1.2.3" as NSString, NSData(data: Data([6, 2, 0x2a, 3])), NSData(data: Data([0x2a, 3])),
    ] as [AnyObject] {
      #expect(CMSEncoderSetEncapsulatedContentTypeOID(encoder, object) == errSecSuccess)
      #expect(unsafe CMSEncoderCopyEncapsulatedContentType(encoder, &type) == errSecSuccess)
      #expect(type as Data? == Data([0x2a, 3]))
    }
    var mode = CMSCertificateChainMode.none
    #expect(unsafe CMSEncoderGetCertificateChainMode(encoder, &mode) == errSecSuccess)
    #expect(mode == .chain)
    #expect(MessageCalls.update(encoder, Self.content) == errSecSuccess)
    #expect(CMSEncoderSetHasDetachedContent(encoder, true) == errSecParam)
    #expect(CMSEncoderAddSigners(encoder, made.object) == errSecParam)
    #expect(CMSEncoderAddRecipients(encoder, made.certificate) == errSecParam)
    #expect(CMSEncoderAddSignedAttributes(encoder, .attrSigningTime) == errSecParam)
    #expect(CMSEncoderSetCertificateChainMode(encoder, .none) == errSecParam)
    #expect(MessageCalls.encoded(encoder).status == errSecSuccess)
    #expect(MessageCalls.update(encoder, Self.content) == errSecParam)
  }

  @Test("an encoder without signers, recipients and certificates has nothing to write")
  func nothing() throws {
    let encoder = try MessageCalls.encoder()
    #expect(MessageCalls.update(encoder, Self.content) == errSecParam)
    #expect(MessageCalls.encoded(encoder).status == errSecParam)
    let made = try MadeIdentity()
    #expect(CMSEncoderAddSigners(encoder, made.object) == errSecSuccess)
    #expect(MessageCalls.encoded(encoder).status == errSecParam)
    var data: CFData?
    #expect(unsafe CMSEncodeContent(nil, nil, nil, false, [], "a", 1, &data) == errSecParam)
    #expect(
      unsafe CMSEncodeContent(made.object, nil, nil, false, [], "a", -1, &data) == errSecParam)
    #expect(unsafe CMSEncodeContent(made.object, nil, nil, false, [], "a", 1, nil) == errSecParam)
    #expect(
      unsafe CMSEncodeContent(nil, made.certificate, nil, true, [], "a", 1, &data) == errSecParam)
  }

  @Test("a message with certificates only")
  func certificatesOnly() throws {
    let encoder = try MessageCalls.encoder()
    let made = try MadeIdentity()
    #expect(CMSEncoderAddSupportingCerts(encoder, made.certificate) == errSecSuccess)
    let data = try #require(MessageCalls.encoded(encoder).data)
    let (decoder, status) = try MessageCalls.decoder(data)
    #expect(status == errSecSuccess)
    var certificates: CFArray?
    #expect(unsafe CMSDecoderCopyAllCerts(decoder, &certificates) == errSecSuccess)
    #expect(certificates as? [SecCertificate] == [made.certificate])
    #expect(MessageCalls.content(decoder) == nil)
    #expect(MessageCalls.status(decoder).signer == .unsigned)
    var count = 7
    #expect(unsafe CMSDecoderGetNumSigners(decoder, &count) == errSecSuccess && count == 0)
  }

  @Test("a decoder that has read no message answers nothing")
  func early() throws {
    var decoder: CMSDecoder?
    #expect(unsafe CMSDecoderCreate(&decoder) == errSecSuccess)
    let empty = try #require(decoder)
    #expect(CFGetTypeID(empty) == CMSDecoderGetTypeID())
    func expectNothing() {
      var (count, time) = (7, CFAbsoluteTime(7))
      var (data, list, text): (CFData?, CFArray?, CFString?)
      var isEncrypted: DarwinBoolean = true
      var certificate: SecCertificate?
      #expect(unsafe CMSDecoderGetNumSigners(empty, &count) == errSecParam && count == 7)
      #expect(MessageCalls.status(empty).call == errSecParam)
      #expect(unsafe CMSDecoderCopyContent(empty, &data) == errSecParam)
      #expect(unsafe CMSDecoderCopyAllCerts(empty, &list) == errSecParam)
      #expect(unsafe CMSDecoderCopyEncapsulatedContentType(empty, &data) == errSecParam)
      #expect(unsafe CMSDecoderIsContentEncrypted(empty, &isEncrypted) == errSecParam)
      #expect(unsafe CMSDecoderCopySignerCert(empty, 0, &certificate) == errSecParam)
      #expect(unsafe CMSDecoderCopySignerEmailAddress(empty, 0, &text) == errSecParam)
      #expect(unsafe CMSDecoderCopySignerSigningTime(empty, 0, &time) == errSecParam)
      #expect(unsafe CMSDecoderCopySignerTimestamp(empty, 0, &time) == errSecParam)
    }
    expectNothing()
    #expect(CMSDecoderFinalizeMessage(empty) == errSecParam)
    expectNothing()
    for bad in [Data([1]), Data("text".utf8), Data(count: 100), Data([0x30, 0x80])] {
      let (decoder, status) = try MessageCalls.decoder(bad)
      #expect(status == errSecUnknownFormat)
      #expect(MessageCalls.status(decoder).call == errSecParam)
      #expect(CMSDecoderFinalizeMessage(decoder) == errSecParam)
      #expect(unsafe CMSDecoderUpdateMessage(decoder, "a", 1) == errSecParam)
    }
  }

  @Test("the status of a signer")
  func signerStatus() throws {
    let made = try MadeIdentity { $0.addresses = ["ann@example.org"] }
    let message = try Self.signed(made.object)
    let (decoder, _) = try MessageCalls.decoder(message)
    let unevaluated = MessageCalls.status(decoder)
    #expect(unevaluated.signer == .valid && unevaluated.code == 0 && unevaluated.trust != nil)
    let evaluated = MessageCalls.status(decoder, evaluates: true)
    #expect(evaluated.call == 0 && evaluated.signer == .invalidCert && evaluated.code != 0)
    #expect(MessageCalls.status(decoder, 1).signer == .invalidIndex)
    #expect(MessageCalls.status(decoder, -1).signer == .invalidIndex)
    #expect(
      CMSDecoderCopySignerStatus(decoder, 0, made.certificate, false, nil, nil, nil)
        == errSecParam)
    // The caller decides about trust with the trust object.
    let trust = try #require(unevaluated.trust)
    SecTrustSetAnchorCertificates(trust, [made.certificate] as NSArray)
    var certificate: SecCertificate?
    #expect(unsafe CMSDecoderCopySignerCert(decoder, 0, &certificate) == errSecSuccess)
    #expect(certificate == made.certificate)
    var address: CFString?
    #expect(unsafe CMSDecoderCopySignerEmailAddress(decoder, 0, &address) == errSecSuccess)
    #expect(address == "ann@example.org")
    var time = CFAbsoluteTime(7)
    #expect(unsafe CMSDecoderCopySignerTimestamp(decoder, 0, &time) == errSecTimestampMissing)
    var list: CFArray?
    #expect(
      unsafe CMSDecoderCopySignerTimestampCertificates(decoder, 0, &list) == errSecTimestampMissing)

    var changed = message
    let place = try #require(message.firstRange(of: Self.content)).lowerBound
    changed[place] ^= 1
    let (other, status) = try MessageCalls.decoder(changed)
    #expect(status == errSecSuccess && MessageCalls.status(other).signer == .invalidSignature)
  }

  @Test("a detached content may come later, and may be replaced")
  func detached() throws {
    let made = try MadeIdentity()
    let message = try Self.signed(made.object) {
      #expect(CMSEncoderSetHasDetachedContent($0, true) == errSecSuccess)
    }
    let (decoder, status) = try MessageCalls.decoder(message)
    #expect(status == errSecSuccess)
    #expect(MessageCalls.status(decoder).signer == .needsDetachedContent)
    var data: CFData?
    #expect(unsafe CMSDecoderCopyDetachedContent(decoder, &data) == errSecSuccess && data == nil)
    for (content, expected) in [
      (Self.content, CMSSignerStatus.valid), (Data("other".utf8), .invalidSignature),
      (Self.content, .valid),
    ] {
      #expect(CMSDecoderSetDetachedContent(decoder, NSData(data: content)) == errSecSuccess)
      #expect(MessageCalls.status(decoder).signer == expected)
      #expect(unsafe CMSDecoderCopyDetachedContent(decoder, &data) == errSecSuccess)
      #expect(data as Data? == content)
    }
  }

  @Test("a signer whose certificate is in the keychain only")
  func stored() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let made = try MadeIdentity()
      let message = try Self.signed(made.object) {
        #expect(CMSEncoderSetCertificateChainMode($0, .none) == errSecSuccess)
      }
      let (decoder, _) = try MessageCalls.decoder(message)
      var certificate: SecCertificate?
      #expect(MessageCalls.status(decoder).signer == .invalidCert)
      #expect(
        unsafe CMSDecoderCopySignerCert(decoder, 0, &certificate) == errSecInternalComponent)
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      let (again, _) = try MessageCalls.decoder(message)
      #expect(MessageCalls.status(again).signer == .valid)
      #expect(unsafe CMSDecoderCopySignerCert(again, 0, &certificate) == errSecSuccess)
      #expect(certificate == made.certificate)
    }
  }

  @Test("chains: a root is left out, added, or demanded")
  func chains() throws {
    let root = try MadeIdentity {
      $0.subject = "root"
      $0.issuer = "root"
      $0.isAuthority = true
    }
    let leaf = try MadeIdentity {
      $0.subject = "leaf"
      $0.issuer = "root"
      $0.serial = 2
      $0.signer = root.key
    }
    let cases: [(CMSCertificateChainMode, [SecCertificate])] = [
      (.none, []), (.signerOnly, [leaf.certificate]), (.chain, [leaf.certificate]),
    ]
    for (mode, expected) in cases {
      let message = try Self.signed(leaf.object) {
        #expect(CMSEncoderSetCertificateChainMode($0, mode) == errSecSuccess)
      }
      let (decoder, _) = try MessageCalls.decoder(message)
      var list: CFArray?
      #expect(unsafe CMSDecoderCopyAllCerts(decoder, &list) == errSecSuccess)
      #expect((list as? [SecCertificate] ?? []) == expected)
    }
    let encoder = try MessageCalls.encoder()
    #expect(CMSEncoderAddSigners(encoder, leaf.object) == errSecSuccess)
    #expect(CMSEncoderSetCertificateChainMode(encoder, .chainWithRootOrFail) == errSecSuccess)
    #expect(MessageCalls.update(encoder, Self.content) == errSecSuccess)
    #expect(MessageCalls.encoded(encoder).status == errSecItemNotFound)
  }

  @Test("a message for a locked key is refused as locked, and is read after unlocking")
  func locked() throws {
    let device = SimulatedDevice.phone()
    let made = try MadeIdentity()
    var data: CFData?
    #expect(
      unsafe CMSEncodeContent(nil, made.certificate, nil, false, [], "text", 4, &data)
        == errSecSuccess)
    let message = try #require(data as Data?)
    device.run { made.add() }
    device.lock()
    device.run {
      let read = try? MessageCalls.decoder(message)
      #expect(read?.status == errSecInteractionNotAllowed)
    }
    device.unlock()
    device.run {
      let read = try? MessageCalls.decoder(message)
      #expect(read?.status == errSecSuccess)
      #expect(read.flatMap { MessageCalls.content($0.decoder) } == Data("text".utf8))
    }
  }

  @Test("a key of the secure element signs messages, and opens those for it")
  func element() throws {
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let key = try #require(
        KeyCalls.generate(
          kSecAttrKeyTypeEC, 256,
          [
            kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
            kSecPrivateKeyAttrs as String: [kSecAttrIsPermanent as String: true],
          ]
        ).object)
      let made = try MadeIdentity(for: key)
      #expect(Calls.add(["v_Ref": made.certificate]) == errSecSuccess)
      var data: CFData?
      let status = unsafe CMSEncodeContent(
        made.object, made.certificate, nil, false, .attrSigningTime, "text", 4, &data)
      #expect(status == errSecSuccess)
      let (decoder, read) = try MessageCalls.decoder(try #require(data as Data?))
      #expect(read == errSecSuccess)
      #expect(MessageCalls.content(decoder) == Data("text".utf8))
      #expect(MessageCalls.status(decoder).signer == .valid)
      var isEncrypted: DarwinBoolean = false
      #expect(unsafe CMSDecoderIsContentEncrypted(decoder, &isEncrypted) == errSecSuccess)
      #expect(isEncrypted == true)
    }
  }
}
