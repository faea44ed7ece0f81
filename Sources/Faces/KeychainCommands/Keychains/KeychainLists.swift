// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes

/// The commands that show the search list, the default keychain and the login keychain, and set
/// the first two.
///
/// The commands are `list-keychains`, `default-keychain` and `login-keychain`
/// (Specification/security-cli.md, "Keychain administration").
enum KeychainLists {
  static func list(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let domain = try domain(options)
    if options.contains(.letter("s")) {
      return try setList(options.operands, domain ?? .user, invocation)
    }
    try refuseNames(options)
    return show(invocation, "SecKeychainCopySearchList") { () throws(KeychainError) in
      let keychains = try invocation.placedKeychains()
      if let domain { return try keychains.domainList(domain) }
      if let absence = keychains.places.absence { Refusal.tell([absence], in: invocation) }
      let lists = keychains.searchLists()
      if let failure = lists.ofUser { throw failure }
      Refusal.tell(lists.failures, in: invocation)
      return lists.members
    }
  }

  static func standard(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let domain = try domain(options) ?? .user
    if options.contains(.letter("s")) {
      return try setDefault(options.operands, domain, invocation)
    }
    try refuseNames(options)
    return show(invocation, "SecKeychainCopyDefault") { () throws(KeychainError) in
      guard let member = try invocation.placedKeychains().standard(domain) else {
        throw KeychainError(.noDefaultKeychain, "")
      }
      return [member]
    }
  }

  /// Runs `login-keychain`, which prints the login keychain.
  ///
  /// With the option `-d` or `-s` the status is 1, because the login keychain cannot be changed.
  static func login(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    if options.contains(.letter("d")) || options.contains(.letter("s")) { return 1 }
    try refuseNames(options)
    return show(invocation, "SecKeychainCopyLogin") { () throws(KeychainError) in
      [try invocation.placedKeychains().login()]
    }
  }

  private static func refuseNames(_ options: OptionReader) throws(Stop) {
    guard options.operands.isEmpty else {
      throw .usage(message: "-s is missing before the keychain: without it nothing is set")
    }
  }

  /// Returns the preference domain, such as `user`, that the option `-d` names.
  ///
  /// The user may give only the first letters of the domain. Nil without the option.
  private static func domain(_ options: OptionReader) throws(Stop) -> PreferenceDomain? {
    guard let bytes = options.value(.letter("d")) else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let domain = PreferenceDomain.allCases.first(where: { $0.name.hasPrefix(name) }) else {
      throw .usage(message: "Invalid domain: \(name)")
    }
    return domain
  }

  private static func show(
    _ invocation: Invocation, _ call: String,
    _ members: () throws(KeychainError) -> [Keychains.Member]
  ) -> Int32 {
    do throws(KeychainError) {
      for member in try members() {
        let path = try invocation.path(of: member)
        invocation.terminal.output("    ")
        invocation.terminal.output(ByteRule.text(Array(path.utf8)))
        invocation.terminal.output("\n")
      }
      return 0
    } catch {
      _ = Refusal.report(error, of: call, in: invocation)
      return 1
    }
  }

  private static func setList(
    _ names: [[UInt8]], _ domain: PreferenceDomain, _ invocation: Invocation
  ) throws(Stop) -> Int32 {
    let members = try invocation.named(names).map(\.member)
    do throws(KeychainError) {
      try invocation.placedKeychains().setList(members, of: domain)
      return 0
    } catch {
      _ = Refusal.report(
        error, of: "SecKeychainSetDomainSearchList \(domain.name)", in: invocation)
      return 1
    }
  }

  private static func setDefault(
    _ names: [[UInt8]], _ domain: PreferenceDomain, _ invocation: Invocation
  ) throws(Stop) -> Int32 {
    guard let keychain = try invocation.named(names).first else { return 0 }
    do throws(KeychainError) {
      try invocation.placedKeychains().setStandard(keychain.member, of: domain)
      return 0
    } catch {
      if let file = keychain.member.file {
        invocation.watch("SecKeychainSetDefault", on: file)?.end(error)
      }
      if error.code == .writePermission {
        invocation.terminal.error("Will not set default: \(error.reason)\n")
      }
      invocation.terminal.complain(
        "SecKeychainSetDefault: \(StatusText.message(error.code.rawValue))")
      return 1
    }
  }
}
