// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// The commands `find-generic-password` and `find-internet-password`, which print a password item
/// (Specification/security-cli.md, "find-generic-password / find-internet-password", "Password
/// output").
enum FindPassword {
  static func run(_ attributes: PasswordAttributes, _ invocation: Invocation) throws(Stop)
    -> Int32
  {
    let terminal = invocation.terminal
    let options = try invocation.options()
    let given = try attributes.read(options, on: terminal)
    try KeychainOperands.check(options.operands, invocation)
    let isBare = options.contains(.letter("w"))
    let wantsSecret = isBare || options.contains(.letter("g"))
    do {
      let search = PasswordSearch(attributes: attributes, group: PasswordSearch.group(options))
      let match = try search.first(
        given, returns: wantsSecret ? .attributesAndSecret : .attributes, in: invocation.store)
      if isBare {
        terminal.write(ItemPrinter.bareSecret(match.secret), to: .output)
        return 0
      }
      terminal.output(ItemPrinter.render(match, keychain: try invocation.store.place().path))
      if wantsSecret {
        terminal.write(ItemPrinter.secretLine(match.secret, after: "password: "), to: .error)
      }
      return 0
    } catch {
      return PasswordSearch.report(error, in: invocation)
    }
  }
}
