// SPDX-License-Identifier: Apache-2.0

import KeychainTypes
import SecureMemory

/// add-generic-password and add-internet-password (spec/security-cli.md 4.1).
struct AddPassword {
  private let attributes: PasswordAttributes
  private let invocation: Invocation
  private let options: OptionReader
  private let given: AttributeSet

  static func run(_ attributes: PasswordAttributes, _ invocation: Invocation) throws(Stop)
    -> Int32
  {
    try AddPassword(attributes, invocation).run()
  }

  private init(_ attributes: PasswordAttributes, _ invocation: Invocation) throws(Stop) {
    self.attributes = attributes
    self.invocation = invocation
    options = try invocation.options()
    given = try attributes.read(options, on: invocation.terminal)
  }

  private func run() throws(Stop) -> Int32 {
    try requireIdentity()
    try KeychainOperands.check(options.operands, invocation)
    let isGeneric = attributes.itemClass == .genericPassword
    let secret = try SecretSource.read(
      options, legacy: isGeneric ? "p" : nil, on: invocation.terminal)
    do {
      let service = try invocation.store.service()
      return try put(secret, in: service)
    } catch {
      let name = options.operands.first.map { String(decoding: $0, as: UTF8.self) }
      let call =
        isGeneric
        ? "SecKeychainItemCreateFromContent (\(name ?? "<default>"))"
        : "SecKeychainAddInternetPassword \(name ?? "<NULL>")"
      return Refusal.report(error, of: call, in: invocation)
    }
  }

  /// Refuses a command line that does not say which item it is about.
  private func requireIdentity() throws(Stop) {
    var missing: [String] = []
    if given[.account] == nil { missing.append("-a account") }
    if given[attributes.place] == nil { missing.append("-s \(attributes.placeWord)") }
    guard !missing.isEmpty else { return }
    let verb = missing.count == 1 ? "is" : "are"
    throw .usage(message: "\(missing.joined(separator: " and ")) \(verb) missing")
  }

  /// Adds the item; with `-U`, changes the one that is there.
  ///
  /// Between the search of `-U` and what follows from it, another process may add or delete the
  /// item; then the search is made again.
  private func put(_ secret: SecretBytes?, in service: StoreAccess.Service)
    throws(KeychainError) -> Int32
  {
    let isUpdate = options.contains(.letter("U"))
    var rest = isUpdate ? Self.tries : 1
    while true {
      if isUpdate, let status = try update(secret) { return status }
      do {
        _ = try invocation.store.add(
          newItem(secret), group: PasswordSearch.group(options), to: service)
        return 0
      } catch {
        rest -= 1
        guard error.code == .duplicateItem, rest > 0 else { throw error }
      }
    }
  }

  /// How often `-U` searches anew.
  private static let tries = 10

  /// The new item: the label is the service or server, the secret is empty, unless given.
  private func newItem(_ secret: SecretBytes?) -> NewItem {
    var item = NewItem(attributes.itemClass)
    item.attributes = given
    if given[.label] == nil { item.attributes[.label] = given[attributes.place] }
    if attributes.itemClass == .internetPassword, given[.authenticationType] == nil {
      item.attributes[.authenticationType] = .text("dflt")
    }
    item.secret = secret ?? SecretBytes(copying: [UInt8]())
    return item
  }

  /// `-U`: changes the item that is there; nil where there is none, or none any more.
  ///
  /// What no option names stays as it is, the secret too.
  private func update(_ secret: SecretBytes?) throws(KeychainError) -> Int32? {
    let search = PasswordSearch(attributes: attributes, group: PasswordSearch.group(options))
    let key = Schema.of(attributes.itemClass).primaryKey.map(\.attribute)
    let identity = AttributeSet(given.filter { key.contains($0.attribute) })
    let match: Match
    do {
      match = try search.first(
        identity, returns: .attributes, in: invocation.store, mayFindNothing: true)
    } catch {
      guard error.code == .itemNotFound else { throw error }
      return nil
    }
    var changes = Changes()
    changes.attributes = given
    changes.secret = secret
    do {
      try search.update(match, setting: changes, in: invocation.store)
      return 0
    } catch {
      if error.code == .itemNotFound { return nil }
      return Refusal.report(error, of: "SecKeychainItemModifyContent", in: invocation)
    }
  }
}
