// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
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
      throw .usage(message: attributes.missingFilter)
    }
    let search = PasswordSearch(attributes: attributes, group: PasswordSearch.group(options))
    let keychains = try invocation.searched(options.operands)
    let watch = invocation.watch(.delete, attributes.itemClass, given, in: keychains)
    let found: Found
    do throws(KeychainError) {
      found = try FirstHit.of(keychains, invocation) { (member) throws(KeychainError) in
        try Self.found(member, search, given, attributes, invocation)
      }
    } catch {
      watch?.end(error)
      return PasswordSearch.report(error, in: invocation)
    }
    do throws(KeychainError) {
      switch found {
      case .match(let match): try search.delete(match, in: invocation.store)
      case .item(let item): try item.remove()
      }
    } catch {
      watch?.end(error)
      return Refusal.report(error, of: "SecKeychainItemDelete", in: invocation)
    }
    watch?.end(nil)
    terminal.error("password has been deleted.\n")
    return 0
  }

  private enum Found {
    case match(Match)
    case item(KeychainItem)
  }

  /// Finds the item to delete in a keychain, and prints its attributes.
  ///
  /// - Returns: The item. Nil if the keychain is a keychain file without a matching item, or if it
  ///   stands for the root certificates of the Linux distribution.
  /// - Throws: -25300 if the keychain is the store and has no matching item.
  private static func found(
    _ member: Keychains.Member, _ search: PasswordSearch, _ given: AttributeSet,
    _ attributes: PasswordAttributes, _ invocation: Invocation
  ) throws(KeychainError) -> Found? {
    switch member {
    case .authorities: return nil
    case .store:
      let match = try search.first(given, returns: .attributes, in: invocation.store)
      let path = try invocation.store.place().path
      invocation.terminal.output(ItemPrinter.render(match, keychain: path))
      return .match(match)
    case .file(let keychain):
      guard let item = try FilePasswords(attributes).first(given, in: keychain) else { return nil }
      invocation.terminal.output(try FileItemPrinter.render(item))
      return .item(item)
    }
  }
}
