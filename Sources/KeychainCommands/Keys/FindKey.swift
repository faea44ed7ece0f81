// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// find-key (spec/security-cli.md 5): all keys that match, with status 1 where none does.
enum FindKey {
  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let filter = try KeyFilter(options, on: invocation.terminal)
    try KeychainOperands.check(options.operands, invocation)
    do throws(KeychainError) {
      let found = try filter.find(ObjectSearch(options, invocation))
      guard !found.isEmpty else { throw KeychainError(.itemNotFound, "nothing matches") }
      let path = try invocation.store.place().path
      for match in found { invocation.terminal.output(ItemPrinter.render(match, keychain: path)) }
      return 0
    } catch {
      _ = Refusal.report(error, of: "SecItemCopyMatching", in: invocation)
      return 1
    }
  }
}
