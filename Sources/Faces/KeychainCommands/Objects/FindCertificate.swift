// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// The command `find-certificate`, which prints certificates of keychains
/// (Specification/security-cli.md, "Certificates and identities").
enum FindCertificate {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychains = try invocation.searched(options.operands, withAuthorities: true)
    let isAll = options.contains(.letter("a"))
    do throws(KeychainError) {
      let found = try found(in: keychains, options, invocation)
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

  /// Returns the certificates that match the options.
  ///
  /// If the search list has the root certificates of the Linux distribution, these are searched
  /// last. They are not searched if the user asks for one certificate and another keychain has it.
  /// With `--access-group` they are never searched, because they are in no access group.
  ///
  /// - Throws: The error of the other keychains, if all of these fail and the root certificates of
  ///   the distribution are not searched.
  private static func found(
    in keychains: [NamedKeychain], _ options: OptionReader, _ invocation: Invocation
  ) throws(KeychainError) -> [StoredCertificate] {
    let search = ObjectSearch(options, invocation)
    func matching(_ keychains: [NamedKeychain]) throws(KeychainError) -> [StoredCertificate] {
      try StoredCertificate.all(in: keychains, search, invocation)
        .filter { matches($0, options) }
    }
    let isMachine = { (keychain: NamedKeychain) in
      keychain.name == nil && keychain.member.isAuthorities && keychain.listFailure == nil
    }
    let machine = keychains.filter(isMachine)
    guard !machine.isEmpty else { return try matching(keychains) }
    var found: [StoredCertificate] = []
    var failure: KeychainError?
    do throws(KeychainError) {
      found = try matching(keychains.filter { !isMachine($0) })
    } catch {
      failure = error
    }
    let isAsked =
      (found.isEmpty || options.contains(.letter("a"))) && !options.contains(.long("access-group"))
    if isAsked { found += try matching(machine) }
    if let failure {
      // The certificates of the distribution were read, so an absent one is absent.
      guard isAsked else { throw failure }
      Refusal.tell([failure], in: invocation)
    }
    return found
  }

  private static func matches(_ stored: StoredCertificate, _ options: OptionReader) -> Bool {
    if let name = text("c", options), !stored.holds(inName: name) { return false }
    guard let wanted = options.value(.letter("e")) else { return true }
    // An address must equal the wanted address in every byte. SecItemCopyMatching has another rule
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
