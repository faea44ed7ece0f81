// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import Foundation
import KeychainComposition
import KeychainTypes
import SecureMemory
import Security

/// The commands `set-identity-preference` and `get-identity-preference`
/// (Specification/security-cli.md, "Certificates and identities").
///
/// They set or print the identity that programs use for a service. The name of the service is, for
/// example, a URL or an e-mail address.
struct IdentityPreference {
  private let invocation: Invocation
  private let options: OptionReader
  private let service: NSString
  private let uses: UInt32

  static func set(_ invocation: Invocation) throws(Stop) -> Int32 {
    try IdentityPreference(invocation).set()
  }

  static func get(_ invocation: Invocation) throws(Stop) -> Int32 {
    try IdentityPreference(invocation).get()
  }

  private init(_ invocation: Invocation) throws(Stop) {
    self.invocation = invocation
    options = try invocation.options()
    guard let service = options.value(.letter("s")), !service.isEmpty else {
      throw .usage(message: "the service is missing: -s service")
    }
    guard let text = String(validating: service, as: UTF8.self) else {
      throw .usage(message: "the service is not UTF-8")
    }
    self.service = NSString(string: text)
    guard let word = options.value(.letter("u")) else {
      uses = 0
      return
    }
    guard let uses = Self.number(String(decoding: word, as: UTF8.self)) else {
      throw .usage(message: "-u takes the sum of the uses as a number, for example 4 for signing")
    }
    self.uses = uses
  }

  /// Reads a number in decimal digits, or in hexadecimal digits after `0x`; nil for any other text.
  private static func number(_ word: String) -> UInt32? {
    word.hasPrefix("0x") ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word)
  }

  private func set() throws(Stop) -> Int32 {
    let hash = options.value(.letter("Z")).map { String(decoding: $0, as: UTF8.self) }
    let name = options.value(.letter("c")).map { String(decoding: $0, as: UTF8.self) }
    let named = try invocation.searched(options.operands)
    guard !options.contains(.letter("n")), let wanted = hash ?? name else {
      return try calling("SecIdentitySetPreference") { () throws(KeychainError) in
        _ = try readable(preferring())
        try Self.require(
          setPreferredIdentity(nil, service, uses), "the preference cannot be removed")
      }
    }
    var found = false
    let status = try calling("SecIdentitySetPreference") { () throws(KeychainError) in
      let keychains = try readable(named)
      guard !keychains.isEmpty, let identity = try identity(named: name, hash, in: keychains) else {
        return
      }
      found = true
      // The preference goes to the default keychain.
      let file = try invocation.placedKeychains().standard()?.file
      if let file { _ = try file.image() }
      let status = setPreferredIdentity(identity, service, uses)
      // A locked keychain has an error of its own, which names the command that unlocks it.
      if status == errSecInteractionNotAllowed, let file { _ = try file.settings() }
      try Self.require(status, "the preference cannot be stored")
    }
    guard !found else { return status }
    invocation.terminal.complain("No matching identity found for \"\(VisibleText.of(wanted))\"")
    return 1
  }

  /// Returns the keychains in which preferences are searched for: the default keychain, then the
  /// search list.
  private func preferring() throws(KeychainError) -> [NamedKeychain] {
    let keychains = try invocation.placedKeychains()
    let lists = keychains.searchLists()
    if let failure = lists.ofUser { throw failure }
    var members = lists.members.filter { !$0.isAuthorities }
    if let standard = try keychains.standard(), !standard.isAuthorities {
      members.removeAll { $0.file === standard.file }
      members.insert(standard, at: 0)
    }
    return lists.failures.map { NamedKeychain(unreadList: $0) }
      + members.map { NamedKeychain(name: nil, member: $0) }
  }

  /// Returns the keychains of a list that can be read, and names the others on standard error.
  ///
  /// - Throws: the error of the last keychain, if no keychain can be read.
  private func readable(_ keychains: [NamedKeychain]) throws(KeychainError) -> [NamedKeychain] {
    try EveryHit.of(keychains, telling: invocation) { (member) throws(KeychainError) in
      if let file = member.file { _ = try file.image() }
      return [NamedKeychain(name: nil, member: member)]
    }
  }

  /// Returns the identity whose certificate has the given hash, or the given common name if `hash`
  /// is nil.
  ///
  /// A common name that equals `name` takes precedence over a common name that contains `name`. The
  /// name `*` means the first identity. Nil if no identity matches.
  private func identity(
    named name: String?, _ hash: String?, in named: [NamedKeychain]
  ) throws(KeychainError) -> SecIdentity? {
    let keychains = try invocation.placedKeychains()
    let members = NSArray(array: named.map { SecKeychain(keychains, $0.member) })
    if let hash {
      guard let wanted = HexText.bytes(Array(hash.utf8)) else { return nil }
      return try first(in: members) { certificate in
        wanted == (try? certificate.sha1()) || wanted == (try? certificate.sha256())
      }
    }
    guard let name, !name.isEmpty else { return nil }
    if name == "*" { return try first(in: members) { _ in true } }
    if let equal = try first(in: members, where: { $0.commonName == name }) { return equal }
    return try first(in: members) { certificate in
      StoredCertificate(source: .authorities(path: ""), value: certificate).holds(inName: name)
    }
  }

  private func first(
    in keychains: NSArray, where isWanted: (Certificate) -> Bool
  ) throws(KeychainError) -> SecIdentity? {
    var search: SecIdentitySearch?
    try Self.require(
      SecIdentitySearch.make(keychains, 0, &search), "the keychains cannot be searched")
    var found: SecIdentity?
    let status = search?.next(&found) { certificate in
      let bytes = [UInt8](Data(referencing: SecCertificateCopyData(certificate)))
      return (try? Certificate(bytes.span)).map(isWanted) ?? false
    }
    guard status != errSecItemNotFound else { return nil }
    try Self.require(status ?? errSecInternalError, "the identity cannot be read")
    return found
  }

  private func get() throws(Stop) -> Int32 {
    try calling("SecIdentityCopyPreference") { () throws(KeychainError) in
      let keychains = try readable(preferring())
      var identity: SecIdentity?
      try Self.require(
        preferredIdentity(service, uses, nil, &identity), "there is no preference")
      var certificate: SecCertificate?
      if let identity { _ = unsafe SecIdentityCopyCertificate(identity, &certificate) }
      guard let certificate else { return }
      let bytes = [UInt8](Data(referencing: SecCertificateCopyData(certificate)))
      try show(bytes, in: keychains)
    }
  }

  /// Prints the certificate of the preferred identity, in the form that the options choose.
  ///
  /// - Parameters:
  ///   - bytes: The certificate in DER form.
  ///   - keychains: The keychains that can be read, in one of which the certificate is.
  private func show(
    _ bytes: [UInt8], in keychains: [NamedKeychain]
  ) throws(KeychainError) {
    guard let value = try? Certificate(bytes.span) else { return }
    let terminal = invocation.terminal
    if options.contains(.letter("c")) {
      terminal.output("common name: \"\(VisibleText.of(value.commonName ?? ""))\"\n")
    }
    if options.contains(.letter("Z")) {
      terminal.output("SHA-256 hash: \(HexText.upperCase(try value.sha256()))\n")
      terminal.output("SHA-1 hash: \(HexText.upperCase(try value.sha1()))\n")
    }
    guard !options.contains(.letter("p")) else {
      let text = PEMBlock.text("CERTIFICATE", SecretBytes(copying: bytes))
      return terminal.writeContent(text, to: .output)
    }
    let stored = try StoredCertificate.all(
      in: keychains, ObjectSearch(options, invocation), invocation)
    guard let place = stored.first(where: { $0.value == value }) else { return }
    terminal.output(try place.lines(invocation))
  }

  /// Runs calls of the module `Security` on the keychains and the store of this command, and
  /// returns the exit status.
  ///
  /// If a call throws an error, the error is printed, and its status is returned. Otherwise the
  /// status is 0.
  ///
  /// - Parameter name: The function that the message about an error names.
  private func calling(
    _ name: String, _ body: () throws(KeychainError) -> Void
  ) throws(Stop) -> Int32 {
    do throws(KeychainError) {
      let keychains = try invocation.placedKeychains()
      let installation = Installation(
        service: try invocation.store.service(), caller: SecurityCommand.caller,
        authenticator: invocation.store.asked()?.authenticator)
      let result = CurrentInstallation.$scoped.withValue(installation) {
        KeychainChoice.$scoped.withValue(keychains) {
          Result { () throws(KeychainError) in try body() }
        }
      }
      try result.get()
      return 0
    } catch {
      return Refusal.report(error, of: name, in: invocation)
    }
  }

  private static func require(
    _ status: OSStatus, _ reason: StaticString
  ) throws(KeychainError) {
    guard status != errSecSuccess else { return }
    throw KeychainError(KeychainError.Code(rawValue: status), reason)
  }
}
