// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainTypes

/// The command `find-key` (Specification/security-cli.md, "Keys and partition lists"): prints all
/// keys that match the options.
///
/// The status is 1 if no key matches.
enum FindKey {
  /// The words for kinds of keys that the option `-t` accepts: `private`, `public` and `symmetric`.
  static let types = KeyFilter.keyClasses.keys.sorted()

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let filter = try KeyFilter(options, on: invocation.terminal)
    let keychains = try invocation.searched(options.operands)
    do throws(KeychainError) {
      let found = try EveryHit.of(keychains, telling: invocation) {
        (member) throws(KeychainError) in
        try lines(filter, in: member, options, invocation)
      }
      guard !found.isEmpty else { throw KeychainError(.itemNotFound, "nothing matches") }
      for lines in found { invocation.terminal.output(lines) }
      return 0
    } catch {
      _ = Refusal.report(error, of: "SecItemCopyMatching", in: invocation)
      return 1
    }
  }

  /// Returns the printed attributes of each matching key of a keychain.
  private static func lines(
    _ filter: KeyFilter, in member: Keychains.Member, _ options: OptionReader,
    _ invocation: Invocation
  ) throws(KeychainError) -> [[UInt8]] {
    switch member {
    case .authorities: return []
    case .store:
      let found = try filter.find(ObjectSearch(options, invocation))
      guard !found.isEmpty else { return [] }
      let path = try invocation.store.place().path
      return found.map { ItemPrinter.render($0, keychain: path) }
    case .file(let keychain):
      var lines: [[UInt8]] = []
      for item in try filter.items(in: keychain) { lines.append(try FileItemPrinter.render(item)) }
      return lines
    }
  }
}
