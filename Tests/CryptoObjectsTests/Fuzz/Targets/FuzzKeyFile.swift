// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import SecureMemory

/// A key in a file: PKCS#8, SEC 1, SubjectPublicKeyInfo, encrypted, or in PEM; what was read is
/// written and read again.
enum FuzzKeyFile {
  private static let password =
    ImportPassword(utf8: SecretBytes(copying: Array("secret".utf8))) ?? .empty

  static func run(_ bytes: [UInt8]) {
    guard let mode = bytes.first else { return }
    let form = SecretBytes(copying: Array(bytes.dropFirst()))
    switch mode % 5 {
    case 0: check(try? SoftwareKey(pkcs8: form))
    case 1: check(try? SoftwareKey(sec1: form))
    case 2: check(try? form.withBytes { try SoftwareKey(subjectPublicKeyInfo: $0) })
    case 3:
      check(try? form.withBytes { try SoftwareKey(encryptedPKCS8: $0, password: password) })
    default: text(form)
    }
  }

  private static func text(_ form: SecretBytes) {
    guard let text = try? PEMText(form) else { return }
    for block in text.blocks {
      precondition(!block.content.isEmpty, "a block has a body")
      let written = PEMBlock.text("PRIVATE KEY", block.content)
      let again = try? PEMText(written)?.blocks
      precondition(again?.count == 1 && again?.first?.content == block.content, "text is read")
      _ = try? TraditionalEncryption.decrypt(block, password: password)
      check(try? SoftwareKey(pkcs8: block.content))
    }
  }

  private static func check(_ key: SoftwareKey?) {
    guard let key else { return }
    let info = key.subjectPublicKeyInfo
    let half = try? SoftwareKey(subjectPublicKeyInfo: info.span)
    precondition(half != nil && (try? key.publicHalf()) == half, "the public half is read again")
    guard key.half == .privateHalf, let form = try? key.pkcs8Form() else { return }
    precondition((try? SoftwareKey(pkcs8: form)) == key, "a key that was written is read again")
    guard key.family == .ec, let sec1 = try? key.sec1Form() else { return }
    precondition((try? SoftwareKey(sec1: sec1)) == key, "SEC 1 is read again")
  }
}
