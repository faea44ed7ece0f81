// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Tests of the names and numbers of import and export (Specification/certificates.md, "PKCS#12
/// options and result keys", "Import and export numbers").
@Suite("Names of import and export")
struct ImportNameTests {
  @Test("options and result keys have the published strings")
  func strings() {
    let rows: [(CFString, String)] = [
      (kSecImportExportPassphrase, "passphrase"), (kSecImportExportKeychain, "keychain"),
      (kSecImportExportAccess, "access"), (kSecImportToMemoryOnly, "memory"),
      (kSecImportItemLabel, "label"), (kSecImportItemKeyID, "keyid"),
      (kSecImportItemTrust, "trust"), (kSecImportItemCertChain, "chain"),
      (kSecImportItemIdentity, "identity"),
    ]
    for (constant, string) in rows { #expect(constant as String == string) }
  }

  @Test("formats, kinds and flags have the published numbers")
  func numbers() {
    let formats: [SecExternalFormat] = [
      .formatUnknown, .formatOpenSSL, .formatSSH, .formatBSAFE, .formatRawKey,
      .formatWrappedPKCS8, .formatWrappedOpenSSL, .formatWrappedSSH, .formatWrappedLSH,
      .formatX509Cert, .formatPEMSequence, .formatPKCS7, .formatPKCS12,
      .formatNetscapeCertSequence, .formatSSHv2,
    ]
    #expect(formats.map(\.rawValue) == Array(0...14))
    let types: [SecExternalItemType] = [
      .itemTypeUnknown, .itemTypePrivateKey, .itemTypePublicKey, .itemTypeSessionKey,
      .itemTypeCertificate, .itemTypeAggregate,
    ]
    #expect(types.map(\.rawValue) == Array(0...5))
    let flags: [SecKeyImportExportFlags] = [.importOnlyOne, .securePassphrase, .noAccessControl]
    #expect(flags.map(\.rawValue) == [1, 2, 4])
    #expect(SecItemImportExportFlags.pemArmour.rawValue == 1)
    #expect(SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION == 0)
  }

  @Test("key parameters have Apple's fields, in their order")
  func parameters() {
    let parameters = SecItemImportExportKeyParameters()
    let names = Mirror(reflecting: parameters).children.compactMap(\.label)
    #expect(
      names == [
        "version", "flags", "passphrase", "alertTitle", "alertPrompt", "accessRef", "keyUsage",
        "keyAttributes",
      ])
    #expect(parameters.version == 0 && parameters.flags.isEmpty)
  }
}
