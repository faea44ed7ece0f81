// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The command `find-certificate`, which prints certificates of keychains
/// (Specification/security-cli.md, "Certificates and identities").
enum FindCertificate {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychains = try invocation.searched(options.operands)
    let isAll = options.contains(.letter("a"))
    do throws(KeychainError) {
      let search = ObjectSearch(options, invocation)
      let stored = try StoredCertificate.all(in: keychains, search, invocation)
      let found = stored.filter { matches($0, options) }
      guard isAll || !found.isEmpty else {
        throw KeychainError(.itemNotFound, "nothing matches")
      }
      for certificate in isAll ? found[...] : found.prefix(1) {
        try show(certificate, options, in: invocation)
      }
      return 0
    } catch {
      return Refusal.report(error, of: "SecKeychainSearchCopyNext", in: invocation)
    }
  }

  private static func matches(_ stored: StoredCertificate, _ options: OptionReader) -> Bool {
    if let name = text("c", options), !stored.holds(inName: name) { return false }
    guard let wanted = options.value(.letter("e")) else { return true }
    // Addresses are compared letter by letter. SecItemCopyMatching has another rule
    // (Specification/secitem.md, "Filters of SecItemCopyMatching").
    return stored.value.emailAddresses.contains { $0.utf8.elementsEqual(wanted) }
  }

  private static func text(_ letter: Character, _ options: OptionReader) -> String? {
    options.value(.letter(letter)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Prints a certificate: its PEM text or its attributes.
  ///
  /// If options ask for them, the hashes and e-mail addresses of the certificate come first.
  private static func show(
    _ stored: StoredCertificate, _ options: OptionReader, in invocation: Invocation
  ) throws(KeychainError) {
    let terminal = invocation.terminal
    if options.contains(.letter("Z")) {
      terminal.output("SHA-256 hash: \(HexText.upperCase(try stored.value.sha256()))\n")
      terminal.output("SHA-1 hash: \(HexText.upperCase(try stored.value.sha1()))\n")
    }
    if options.contains(.letter("m")) {
      let addresses = stored.value.emailAddresses.map { VisibleText.of($0) }
      terminal.output("email addresses: \(addresses.joined(separator: ", "))\n")
    }
    if options.contains(.letter("p")) {
      let content = SecretBytes(copying: stored.value.bytes)
      terminal.output(publicContent: PEMBlock.text("CERTIFICATE", content))
    } else {
      terminal.output(try stored.lines(invocation))
    }
  }
}
