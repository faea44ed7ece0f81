// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The commands `list-keychains` and `default-keychain`, which print lists of keychains
/// (Specification/security-cli.md, "Keychain administration").
///
/// The embedded store is the only keychain. The user's search list contains only this store, and
/// the store is the default keychain. The lists of the other domains are empty. `-s` accepts only
/// the present content of a list, because any other list needs file-based keychains.
enum KeychainLists {
  /// The names of the domains (owners of keychain lists) that `-d` accepts.
  ///
  /// A user may shorten a name to its first letters.
  static let domains = ["user", "system", "common", "dynamic"]

  static func list(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let domain = try domain(options, invocation.terminal)
    if options.contains(.letter("s")) {
      return try setList(options.operands, domain, invocation)
    }
    try refuseNames(options)
    return try showStore(domain, "SecKeychainCopySearchList", invocation)
  }

  static func standard(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let terminal = invocation.terminal
    let domain = try domain(options, terminal)
    if options.contains(.letter("s")) {
      return try setDefault(options.operands, domain, invocation)
    }
    try refuseNames(options)
    guard domain == "user" else {
      terminal.complain("SecKeychainCopyDefault: \(StatusText.message(-25307))")
      return 1
    }
    return try showStore(domain, "SecKeychainCopyDefault", invocation)
  }

  private static func refuseNames(_ options: OptionReader) throws(Stop) {
    guard options.operands.isEmpty else {
      throw .usage(message: "-s is missing before the keychain: without it nothing is set")
    }
  }

  private static func domain(_ options: OptionReader, _ terminal: Terminal) throws(Stop)
    -> String
  {
    guard let bytes = options.value(.letter("d")) else { return "user" }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let domain = domains.first(where: { $0.hasPrefix(name) }) else {
      throw .usage(message: "Invalid domain: \(name)")
    }
    return domain
  }

  private static func showStore(_ domain: String, _ call: String, _ invocation: Invocation)
    throws(Stop) -> Int32
  {
    guard domain == "user" else { return 0 }
    do {
      let path = try invocation.store.place().path
      invocation.terminal.output("    ")
      invocation.terminal.output(ByteRule.text(Array(path.utf8)))
      invocation.terminal.output("\n")
      return 0
    } catch {
      _ = Refusal.report(error, of: call, in: invocation)
      return 1
    }
  }

  private static func setList(
    _ names: [[UInt8]], _ domain: String, _ invocation: Invocation
  ) throws(Stop) -> Int32 {
    var isUnchanged = domain == "user" && !names.isEmpty
    for name in names where isUnchanged {
      isUnchanged = try KeychainOperands.namesStore(name, invocation)
    }
    if isUnchanged || (domain != "user" && names.isEmpty) { return 0 }
    invocation.terminal.complain(
      "SecKeychainSetDomainSearchList \(domain): \(StatusText.notAvailable)")
    invocation.terminal.complain(
      "the search list cannot change without file-based keychains; it holds the embedded"
        + " store alone")
    return 1
  }

  private static func setDefault(
    _ names: [[UInt8]], _ domain: String, _ invocation: Invocation
  ) throws(Stop) -> Int32 {
    if domain == "user" {
      guard let name = names.first else { return 0 }
      if try KeychainOperands.namesStore(name, invocation) { return 0 }
    }
    invocation.terminal.error(
      "Will not set default: there are no file-based keychains yet, and the embedded store is the"
        + " default\n")
    invocation.terminal.complain("SecKeychainSetDefault: \(StatusText.notAvailable)")
    return 1
  }
}
