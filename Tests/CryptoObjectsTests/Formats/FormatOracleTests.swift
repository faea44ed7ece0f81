// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainCrypto
import KeychainTypes
import SecureMemory
import TestVectors
import Testing

/// Tests that another implementation reads the files that we write.
@Suite("Key and container files of ours, read by others")
struct FormatOracleTests {
  private static let password = FormatCase.password("pä 😀")

  @Test("keys in every format")
  func keys() throws {
    var blocks: [String] = []
    for vector in KeyFormatTests.read where vector.testDescription.contains("PKCS#8 of openssl") {
      let key = try FormatCase.key(vector)
      let form = try key.externalForm()
      let encrypted = try key.encryptedPKCS8Form(
        password: Self.password.forImport, SystemRandomness())
      blocks.append(block("pkcs8", try key.pkcs8Form(), form))
      blocks.append(block("encrypted", SecretBytes(copying: encrypted), form, Self.password.text))
      blocks.append(block("pem", PEMBlock.text("PRIVATE KEY", try key.pkcs8Form()), form))
      let info = SecretBytes(copying: key.subjectPublicKeyInfo)
      blocks.append(block("spki", info, SecretBytes(copying: key.publicForm)))
      let isRSA = key.family == .rsa
      guard isRSA || key.family == .ec else { continue }
      let own = isRSA ? form : try key.sec1Form()
      if !isRSA { blocks.append(block("sec1", own, form)) }
      let text = try TraditionalEncryption.text(
        isRSA ? "RSA PRIVATE KEY" : "EC PRIVATE KEY", own, password: Self.password.forImport,
        SystemRandomness())
      blocks.append(block("pem", text, form, Self.password.text))
    }
    try check(blocks, count: 42)
  }

  @Test("PKCS#12")
  func containers() throws {
    var blocks: [String] = []
    for name in ["openssl, chain", "openssl, RSA"] {
      let vector = try #require(PKCS12FileTests.read.first { $0.testDescription == name })
      let own = try #require(try FormatCase.password(vector)).forImport
      let file = try PKCS12File(SecretBytes(copying: vector.bytes("data")), password: own)
      let form = try #require(file.keys.first).key.externalForm()
      for password in ["secret", Self.password.text] {
        let data = try file.write(
          password: FormatCase.password(password).forImport, SystemRandomness())
        let number = file.certificates.count - 1
        blocks.append(
          block("pkcs12", SecretBytes(copying: data), form, password, certificates: number))
      }
    }
    try check(blocks, count: 4)
  }

  private func check(_ blocks: [String], count: Int) throws {
    #expect(blocks.count == count)
    let answer = try OtherImplementation.answer(
      of: "formats/oracle.py", to: blocks.joined(separator: "\n"))
    #expect(answer == "\(count) right")
  }

  private func block(
    _ kind: String, _ data: SecretBytes, _ form: SecretBytes, _ password: String = "",
    certificates: Int = 0
  ) -> String {
    "kind: \(kind)\npassword: \(OtherImplementation.hex(Array(password.utf8)))\n"
      + "data: \(hex(data))\nform: \(hex(form))\ncertificates: \(certificates)\n"
  }

  private func hex(_ secret: SecretBytes) -> String {
    OtherImplementation.hex(secret.withBytes { $0.array($0.indices) })
  }
}
