// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTesting
import Security
import Testing

/// Tests that `openssl cms` reads our messages and that we read its messages.
@Suite("CMS messages of ours and of openssl")
struct MessageExchangeTests {
  private static let content = Data("The content.\0\u{1}\r\n of a message".utf8)

  /// The choices in a table of signed messages.
  struct Row: CustomTestStringConvertible, Sendable {
    var isCurve: Bool
    var isOld: Bool
    var isDetached: Bool
    var hasAttributes: Bool
    /// True for BER with indefinite lengths, which only `openssl` writes.
    var isStreamed = false
    var hasCertificates = true

    var testDescription: String {
      [
        isCurve ? "EC" : "RSA", isOld ? "SHA-1" : "SHA-256", isDetached ? "detached" : "attached",
        hasAttributes ? "attributes" : "bare", isStreamed ? "BER" : "DER",
        hasCertificates ? "certificates" : "no certificates",
      ].joined(separator: " ")
    }
  }

  private static let choices = [false, true]
  static let rows = choices.flatMap { isCurve in
    choices.flatMap { isOld in
      choices.flatMap { isDetached in
        choices.flatMap { hasAttributes in
          choices.map { hasCertificates in
            Row(
              isCurve: isCurve, isOld: isOld, isDetached: isDetached, hasAttributes: hasAttributes,
              hasCertificates: hasCertificates)
          }
        }
      }
    }
  }

  @Test("signed by us")
  func ours() throws {
    let bench = try MessageBench()
    let identities = [false: try bench.rsaIdentity(), true: try bench.curveIdentity()]
    try bench.write(Self.content, to: "content")
    for row in Self.rows {
      let encoder = try MessageCalls.encoder()
      let name = row.isOld ? kCMSEncoderDigestAlgorithmSHA1 : kCMSEncoderDigestAlgorithmSHA256
      #expect(CMSEncoderSetSignerAlgorithm(encoder, name) == errSecSuccess)
      let identity = try #require(identities[row.isCurve])
      #expect(CMSEncoderAddSigners(encoder, identity) == errSecSuccess)
      #expect(CMSEncoderSetHasDetachedContent(encoder, row.isDetached) == errSecSuccess)
      let mode: CMSCertificateChainMode = row.hasCertificates ? .chain : .none
      #expect(CMSEncoderSetCertificateChainMode(encoder, mode) == errSecSuccess)
      if row.hasAttributes {
        let all: CMSSignedAttributes = [
          .attrSigningTime, .attrSmimeCapabilities, .attrSmimeEncryptionKeyPrefs,
          .attrSmimeMSEncryptionKeyPrefs,
        ]
        #expect(CMSEncoderAddSignedAttributes(encoder, all) == errSecSuccess)
      }
      // The content comes in two parts.
      #expect(MessageCalls.update(encoder, Self.content.prefix(5)) == errSecSuccess)
      #expect(MessageCalls.update(encoder, Self.content.dropFirst(5)) == errSecSuccess)
      let (status, data) = MessageCalls.encoded(encoder)
      #expect(status == errSecSuccess, "\(row.testDescription)")
      try bench.write(try #require(data), to: "message")
      let file = row.isCurve ? "ec" : "rsa"
      var words = [
        "cms", "-verify", "-binary", "-inform", "DER", "-in", "{message}", "-CAfile",
        "{\(file).pem}", "-purpose", "any", "-out", "{out}",
      ]
      if row.isDetached { words += ["-content", "{content}"] }
      if !row.hasCertificates { words += ["-certfile", "{\(file).pem}"] }
      #expect(try bench.run(words), "\(row.testDescription)")
      #expect(try bench.read("out") == Self.content, "\(row.testDescription)")
      try bench.write(Data("other".utf8), to: "other")
      guard row.isDetached else { continue }
      words[words.count - (row.hasCertificates ? 1 : 3)] = "{other}"
      #expect(try !bench.run(words), "\(row.testDescription)")
    }
  }

  @Test("signed by openssl")
  func theirs() throws {
    let bench = try MessageBench()
    _ = (try bench.rsaIdentity(), try bench.curveIdentity())
    try bench.write(Self.content, to: "content")
    for plain in Self.rows where plain.hasCertificates {
      // A message that openssl writes as a stream always contains the content.
      for isStreamed in plain.isDetached ? [false] : Self.choices {
        var row = plain
        row.isStreamed = isStreamed
        let file = row.isCurve ? "ec" : "rsa"
        var words = [
          "cms", "-sign", "-binary", "-in", "{content}", "-signer", "{\(file).pem}", "-inkey",
          "{\(file).key}", "-md", row.isOld ? "sha1" : "sha256", "-outform", "DER", "-out",
          "{message}",
        ]
        if !row.isDetached { words.append("-nodetach") }
        if !row.hasAttributes { words.append("-noattr") }
        if row.isStreamed { words += ["-stream", "-indef"] }
        #expect(try bench.run(words))
        let message = try bench.read("message")
        #expect((message[1] == 0x80) == row.isStreamed)
        let (decoder, status) = try MessageCalls.decoder(
          message, detached: row.isDetached ? Self.content : nil)
        #expect(status == errSecSuccess, "\(row.testDescription)")
        let report = MessageCalls.status(decoder)
        #expect(report.signer == .valid && report.code == 0, "\(row.testDescription)")
        #expect(
          MessageCalls.content(decoder) == (row.isDetached ? nil : Self.content),
          "\(row.testDescription)")
        var time = CFAbsoluteTime(0)
        let timeStatus = unsafe CMSDecoderCopySignerSigningTime(decoder, 0, &time)
        #expect(timeStatus == (row.hasAttributes ? errSecSuccess : errSecSigningTimeMissing))
        let now = Date().timeIntervalSinceReferenceDate
        if row.hasAttributes { #expect(abs(time - now) < 3600) }
      }
    }
  }

  @Test("encrypted by us")
  func oursEncrypted() throws {
    let bench = try MessageBench()
    let recipients = try [bench.rsaIdentity(), bench.curveIdentity()].map {
      try MessageCalls.certificate($0)
    }
    for chosen in [[0], [1], [0, 1]] {
      var data: CFData?
      let list = chosen.map { recipients[$0] } as NSArray
      let status = unsafe Self.content.withUnsafeBytes { bytes in
        unsafe CMSEncodeContent(
          nil, list, nil, false, [], bytes.baseAddress!, bytes.count, &data)
      }
      #expect(status == errSecSuccess)
      try bench.write(try #require(data as Data?), to: "message")
      for (place, file) in ["rsa", "ec"].enumerated() {
        let isOpened = try bench.openssl(
          "cms", "-decrypt", "-binary", "-inform", "DER", "-in", "{message}", "-recip",
          "{\(file).pem}", "-inkey", "{\(file).key}", "-out", "{out}")
        #expect(isOpened == chosen.contains(place))
        if isOpened { #expect(try bench.read("out") == Self.content) }
      }
    }
  }

  @Test("encrypted by openssl")
  func theirsEncrypted() throws {
    let bench = try MessageBench()
    let keychain = try TemporaryKeychain()
    try keychain.run {
      let identities = [try bench.rsaIdentity(), try bench.curveIdentity()]
      _ = try bench.rsaIdentity("stranger")
      for identity in identities {
        #expect(Calls.add(["v_Ref": identity]) == errSecSuccess)
      }
      try bench.write(Self.content, to: "content")
      let ways: [[String]] = [
        ["-aes128"], ["-aes192"], ["-aes256"], ["-des3"], ["-aes256", "-stream", "-indef"],
        ["-aes256", "-keyid"],
      ]
      for file in ["rsa", "ec", "stranger"] {
        for way in ways {
          let words = ["cms", "-encrypt", "-binary", "-in", "{content}", "-outform", "DER"] + way
          // A name for a recipient by key identifier comes before the certificate.
          #expect(try bench.run(words + ["-out", "{message}", "{\(file).pem}"]))
          let (decoder, status) = try MessageCalls.decoder(try bench.read("message"))
          guard file != "stranger" else {
            #expect(status == errSecItemNotFound)
            #expect(MessageCalls.status(decoder).call == errSecParam)
            continue
          }
          #expect(status == errSecSuccess, "\(file) \(way)")
          #expect(MessageCalls.content(decoder) == Self.content)
          var isEncrypted: DarwinBoolean = false
          #expect(unsafe CMSDecoderIsContentEncrypted(decoder, &isEncrypted) == errSecSuccess)
          #expect(isEncrypted == true)
          #expect(MessageCalls.status(decoder).signer == .unsigned)
        }
      }
      let paddings: [[String]] = [
        ["rsa", "-keyopt", "rsa_padding_mode:oaep"],
        [
          "rsa", "-keyopt", "rsa_padding_mode:oaep", "-keyopt", "rsa_oaep_md:sha256", "-keyopt",
          "rsa_mgf1_md:sha256",
        ],
        ["ec", "-keyopt", "ecdh_kdf_md:sha256"], ["ec", "-keyopt", "ecdh_kdf_md:sha384"],
      ]
      for padding in paddings {
        let words = [
          "cms", "-encrypt", "-binary", "-aes256", "-in", "{content}", "-outform", "DER", "-out",
          "{message}", "-recip", "{\(padding[0]).pem}",
        ]
        #expect(try bench.run(words + padding.dropFirst()))
        let (decoder, status) = try MessageCalls.decoder(try bench.read("message"))
        #expect(status == errSecSuccess, "\(padding)")
        #expect(MessageCalls.content(decoder) == Self.content)
      }
    }
  }

  @Test("signed with PSS by openssl, with a salt as long as the hash")
  func pss() throws {
    let bench = try MessageBench()
    _ = try bench.rsaIdentity()
    try bench.write(Self.content, to: "content")
    for (salt, expected) in [("-1", CMSSignerStatus.valid), ("7", .invalidSignature)] {
      #expect(
        try bench.openssl(
          "cms", "-sign", "-binary", "-nodetach", "-in", "{content}", "-signer", "{rsa.pem}",
          "-inkey", "{rsa.key}", "-md", "sha256", "-outform", "DER", "-out", "{message}",
          "-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:\(salt)"))
      let (decoder, status) = try MessageCalls.decoder(try bench.read("message"))
      #expect(status == errSecSuccess)
      #expect(MessageCalls.status(decoder).signer == expected)
    }
  }
}
