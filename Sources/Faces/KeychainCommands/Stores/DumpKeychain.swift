// SPDX-License-Identifier: Apache-2.0

import FileKeychain
import KeychainTypes

/// The command `dump-keychain`, which prints every item with its attributes
/// (Specification/security-cli.md, "Keychain administration").
///
/// With `-d`, the command also prints the secrets. The items are printed in the order of their
/// record types.
///
/// Items of the store have no access lists, so `-a` and `-i` print that an item has no access
/// control. The encrypted bytes of the store have no meaning for other programs, so `-r` prints no
/// raw data of the store.
enum DumpKeychain {
  private static let order: [ItemClass] = [
    .key, .genericPassword, .internetPassword, .certificate,
  ]

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let keychains = try invocation.searched(options.operands)
    let output = DumpOutput(options, on: invocation.terminal)
    var isWhole = true
    for keychain in keychains {
      do throws(KeychainError) {
        if let failure = keychain.listFailure { throw failure }
        switch keychain.member {
        case .store: isWhole = try dumpStore(options, output, invocation) && isWhole
        case .authorities(let path): try dumpAuthorities(path, output, invocation)
        case .file(let file):
          // A missing keychain of the search list counts as an empty keychain.
          guard keychain.name != nil || !file.isMissing else { continue }
          isWhole = try FileDump(options, output, invocation).run(file) && isWhole
        }
      } catch {
        _ = Refusal.report(error, of: "SecKeychainSearchCopyNext", in: invocation)
        isWhole = false
      }
    }
    do throws(KeychainError) {
      try output.finish(besides: invocation.store.directory)
    } catch {
      _ = Refusal.report(error, of: nil, in: invocation)
      isWhole = false
    }
    return isWhole ? 0 : 1
  }

  /// Prints the items of the store, and returns false if a secret could not be read.
  private static func dumpStore(
    _ options: OptionReader, _ output: DumpOutput, _ invocation: Invocation
  ) throws(KeychainError) -> Bool {
    if options.contains(.letter("r")) {
      invocation.terminal.complain("-r has no effect: the embedded store gives out no raw data")
    }
    if options.contains(.letter("i")) {
      invocation.terminal.complain(
        "-i has the effect of -a: items of the embedded store have no access lists")
    }
    guard let service = try invocation.store.serviceIfMade() else { return true }
    let path = try invocation.store.place().path
    var isWhole = true
    for itemClass in order {
      for match in try all(itemClass, in: service, of: invocation.store) {
        output.output(ItemPrinter.render(match, keychain: path))
        if options.contains(.letter("d")), !showSecret(of: match, output, invocation) {
          isWhole = false
        }
        if options.contains(.letter("a")) || options.contains(.letter("i")) {
          output.output("no access control for this item\n")
        }
      }
    }
    return isWhole
  }

  /// Prints the root certificates of the Linux distribution as items of a keychain.
  ///
  /// - Parameter path: The path by which commands name this keychain.
  private static func dumpAuthorities(
    _ path: String, _ output: DumpOutput, _ invocation: Invocation
  ) throws(KeychainError) {
    for certificate in invocation.store.trust.authorities {
      let stored = StoredCertificate(source: .authorities(path: path), value: certificate)
      output.output(try stored.lines(invocation))
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
    of match: Match, _ output: DumpOutput, _ invocation: Invocation
  ) -> Bool {
    var query = Query(match.itemClass)
    query.references = [.identifier(match.itemClass, match.identifier)]
    query.returns = .secret
    query.limit = .one
    do {
      let answer = try invocation.store.answer(
        StoreCall(.search(query)), in: AuthenticationContext())
      let secret = answer.matches.first?.secret
      output.output("data:\n")
      output.write(ItemPrinter.secretLine(secret, after: ""))
      return true
    } catch {
      _ = Refusal.report(error, of: "SecKeychainItemCopyContent", in: invocation)
      return false
    }
  }
}
