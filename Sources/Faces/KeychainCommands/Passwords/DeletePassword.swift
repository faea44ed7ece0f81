// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The commands `delete-generic-password` and `delete-internet-password`
/// (Specification/security-cli.md, "delete-*-password").
///
/// Apple's `security` prints "has been deleted" in any case. These commands print it only after the
/// item was deleted.
enum DeletePassword {
  static func run(_ attributes: PasswordAttributes, _ invocation: Invocation) throws(Stop)
    -> Int32
  {
    let terminal = invocation.terminal
    let options = try invocation.options()
    let given = try attributes.read(options, on: terminal)
    guard !given.isEmpty else {
      throw .usage(
        message: "an option that names the password is missing, such as -a account or"
          + " -s \(attributes.placeWord)")
    }
    try KeychainOperands.check(options.operands, invocation)
    let search = PasswordSearch(attributes: attributes, group: PasswordSearch.group(options))
    let match: Match
    do {
      match = try search.first(given, returns: .attributes, in: invocation.store)
      terminal.output(ItemPrinter.render(match, keychain: try invocation.store.place().path))
    } catch {
      return PasswordSearch.report(error, in: invocation)
    }
    do {
      try search.delete(match, in: invocation.store)
    } catch {
      return Refusal.report(error, of: "SecKeychainItemDelete", in: invocation)
    }
    terminal.error("password has been deleted.\n")
    return 0
  }
}
