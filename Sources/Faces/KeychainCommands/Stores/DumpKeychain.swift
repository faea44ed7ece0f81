// SPDX-License-Identifier: Apache-2.0

import KeychainTypes

/// The command `dump-keychain`, which prints every item with its attributes
/// (Specification/security-cli.md, "Keychain administration").
///
/// With `-d`, it also prints the secrets. The items are printed in the order of their record types.
/// There are no access lists yet, so `-a` and `-i` print that an item has no access control. The
/// encrypted bytes of the store have no meaning for other programs, so `-r` prints no raw data.
enum DumpKeychain {
  private static let order: [ItemClass] = [
    .key, .genericPassword, .internetPassword, .certificate,
  ]

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    try KeychainOperands.check(options.operands, invocation)
    if options.contains(.letter("r")) {
      invocation.terminal.complain("-r has no effect: the embedded store gives out no raw data")
    }
    if options.contains(.letter("i")) {
      invocation.terminal.complain(
        "-i has the effect of -a: there are no access lists to edit yet")
    }
    do {
      guard let service = try invocation.store.serviceIfMade() else { return 0 }
      let path = try invocation.store.place().path
      var status: Int32 = 0
      for itemClass in order {
        for match in try all(itemClass, in: service, of: invocation.store) {
          invocation.terminal.output(ItemPrinter.render(match, keychain: path))
          if options.contains(.letter("d")), !showSecret(of: match, invocation) {
            status = 1
          }
          if options.contains(.letter("a")) || options.contains(.letter("i")) {
            invocation.terminal.output("no access control for this item\n")
          }
        }
      }
      return status
    } catch {
      _ = Refusal.report(error, of: "SecKeychainSearchCopyNext", in: invocation)
      return 1
    }
  }

  private static func all(
    _ itemClass: ItemClass, in service: StoreAccess.Service, of store: StoreAccess
  ) throws(KeychainError) -> [Match] {
    var query = Query(itemClass)
    query.sync = .any
    query.returns = .attributes
    do {
      let call = StoreCall(.search(query), mayFindNothing: true)
      return try store.answer(call, by: service).matches
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return []
    }
  }

  /// Prints the secret of an item, and returns true if the secret could be read.
  ///
  /// If the secret cannot be read, prints the error and returns false. Each secret is read by a
  /// separate call, so that an item that needs a prompt does not hide the other items.
  private static func showSecret(
    of match: Match, _ invocation: Invocation
  ) -> Bool {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    query.returns = .secret
    query.limit = .one
    do {
      let answer = try invocation.store.answer(
        StoreCall(.search(query)), in: AuthenticationContext())
      let secret = answer.matches.first?.secret
      invocation.terminal.output("data:\n")
      invocation.terminal.write(ItemPrinter.secretLine(secret, after: ""), to: .output)
      return true
    } catch {
      _ = Refusal.report(error, of: "SecKeychainItemCopyContent", in: invocation)
      return false
    }
  }
}
