// SPDX-License-Identifier: Apache-2.0
import FileKeychain
import KeychainExplaining
import KeychainTypes
import SecureMemory

/// The commands `add-generic-password` and `add-internet-password`, which add a password to the
/// store or a keychain file (Specification/security-cli.md, "add-generic-password /
/// add-internet-password").
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
    let isGeneric = attributes.itemClass == .genericPassword
    let target = try invocation.single(options.operands, for: "SecKeychainCopyDefault")
    let trust = try target.isStore ? nil : TrustOptions(options, invocation)
    let secret = try SecretSource.read(
      options, legacy: isGeneric ? "p" : nil, on: invocation.terminal)
    do throws(KeychainError) {
      switch target.member {
      case .store:
        let service = try invocation.store.service()
        return try put(secret, in: service)
      case .authorities(let path): throw KeychainError.authorities(path)
      case .file(let keychain):
        let watch = invocation.watch(.add, attributes.itemClass, given, in: [target])
        do throws(KeychainError) {
          let status = try put(secret, trust, in: keychain)
          watch?.end(status == 0 ? nil : KeychainError(KeychainError.Code(rawValue: status), ""))
          return status
        } catch {
          watch?.end(error)
          throw error
        }
      }
    } catch {
      let name = options.operands.first.map { operand in
        target.isStore
          ? String(decoding: operand, as: UTF8.self) : KeychainOperands.shown(operand, at: 0)
      }
      let call =
        isGeneric
        ? "SecKeychainItemCreateFromContent (\(name ?? "<default>"))"
        : "SecKeychainAddInternetPassword \(name ?? "<NULL>")"
      return Refusal.report(error, of: call, in: invocation)
    }
  }

  /// Throws `Stop.usage` if the user has not given the account, or the service or server.
  private func requireIdentity() throws(Stop) {
    if let message = attributes.missing(in: given) { throw .usage(message: message) }
  }

  /// Adds the item to the store and returns the status; with `-U`, changes an item that exists
  /// already.
  ///
  /// With `-U`, the command first searches the store for the item. Another process may add or
  /// delete the item after the search. If so, the search is repeated.
  ///
  /// - Parameter secret: The new secret. If `secret` is nil, a new item gets an empty secret, and
  ///   an existing item keeps its secret.
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

  /// Adds the item to a keychain file and returns the status; with `-U`, changes an item that
  /// exists already.
  ///
  /// With `-U`, the search is repeated if another process adds or deletes the item meanwhile.
  ///
  /// If `secret` is nil, a new item gets an empty secret, and an existing item keeps its secret.
  private func put(
    _ secret: SecretBytes?, _ trust: TrustOptions?, in keychain: Keychain
  ) throws(KeychainError) -> Int32 {
    let passwords = FilePasswords(attributes)
    let values = passwords.newValues(given)
    let label = values[Relation.printName]?.content ?? []
    let isUpdate = options.contains(.letter("U"))
    var rest = isUpdate ? Self.tries : 1
    while true {
      if isUpdate, let item = try passwords.first(given, in: keychain),
        let status = update(item, secret, trust)
      {
        return status
      }
      do throws(KeychainError) {
        _ = try keychain.addPassword(
          values, secret: secret ?? SecretBytes(copying: [UInt8]()), trust?.access(label))
        return 0
      } catch {
        rest -= 1
        guard error.code == .duplicateItem, rest > 0 else { throw error }
      }
    }
  }

  /// Changes an item of a keychain file for the option `-U`, and returns the status.
  ///
  /// Nil if another process has deleted the item meanwhile.
  private func update(
    _ item: KeychainItem, _ secret: SecretBytes?, _ trust: TrustOptions?
  ) -> Int32? {
    var call = "SecKeychainItemSetAccess"
    do throws(KeychainError) {
      return try item.unlessGone { () throws(KeychainError) -> Int32? in
        // The access list is changed first, because this change is refused if no user can be asked.
        // A command that fails has then changed nothing.
        if let trust, trust.isGiven, let access = try item.access() {
          try item.set(trust.merged(into: access))
        }
        call = "SecKeychainItemModifyContent"
        let passwords = FilePasswords(attributes)
        try item.update(secret: secret) { passwords.set(given, in: &$0) }
        return 0
      }
    } catch {
      return Refusal.report(error, of: call, in: invocation)
    }
  }

  /// The largest number of searches for the item to change, with the option `-U`.
  private static let tries = 10

  /// Returns the item to add, with its attributes and its secret.
  ///
  /// If no option contains a label, the label is the service or server. If `secret` is nil, the
  /// secret of the item is empty.
  private func newItem(_ secret: SecretBytes?) -> NewItem {
    var item = NewItem(attributes.itemClass)
    item.attributes = given
    for entry in attributes.defaults(for: given) {
      item.attributes[entry.attribute] = entry.value
    }
    item.secret = secret ?? SecretBytes(copying: [UInt8]())
    return item
  }

  /// Changes the item that exists already, for the option `-U`, and returns the status.
  ///
  /// Nil if the item does not exist. Only attributes that the options name are changed. The secret
  /// is changed unless `secret` is nil.
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

/// Reads the secret of a new password from the options, from standard input or from the user at the
/// terminal (Specification/security-cli.md, "add-generic-password / add-internet-password").
private enum SecretSource {
  /// The number of times that the user may enter the new password, as in Apple's `security`.
  ///
  /// The user is asked again if the two entries of the password differ.
  private static let tries = 3

  /// Returns the secret of the new password, as the options demand; nil if no option is about the
  /// secret.
  ///
  /// An option contains the secret, names a file descriptor with the secret, or demands that the
  /// user is asked. If several of these options are given, the last of them decides.
  ///
  /// - Parameter legacy: An older option letter for the secret; nil if the command has no such
  ///   letter.
  static func read(_ options: OptionReader, legacy: Character?, on terminal: Terminal)
    throws(Stop) -> SecretBytes?
  {
    let source = options.options.last { option in
      switch option.name {
      case .letter("w"), .letter("X"), .long("password-fd"): true
      case .letter(let letter): letter == legacy
      case .long: false
      }
    }
    guard let source else { return nil }
    guard let value = source.value else {
      return try terminal.inputHoldsAnswers ? readInput(on: terminal) : askTwice(on: terminal)
    }
    switch source.name {
    case .letter("X"):
      guard let bytes = HexText.bytes(value) else {
        terminal.error("Unable to convert password data (-X must specify valid hex digits)\n")
        throw .usage()
      }
      return SecretBytes(copying: bytes)
    case .long:
      return try readDescriptor(value, on: terminal)
    case .letter:
      return SecretBytes(copying: value)
    }
  }

  /// Returns the password from a pipe at standard input: a single line, or two equal lines.
  ///
  /// - Throws: `Stop` if two lines differ, or if there are more than two lines. A user at a
  ///   terminal would be asked again, but a pipe cannot be asked.
  private static func readInput(on terminal: Terminal) throws(Stop) -> SecretBytes {
    let content: SecretBytes
    do {
      content = try terminal.readInput()
    } catch {
      throw .status(error.tell(on: terminal))
    }
    let lines = InputSecret.lines(of: content)
    // An empty line usually comes from a variable that was not set.
    guard let password = lines.first, !lines.allSatisfy({ $0.count == 0 }) else {
      throw .status(QuestionFailure.inputEmpty.tell(on: terminal))
    }
    guard lines.count <= 2 else {
      terminal.complain("standard input has more lines than the password and its repetition")
      terminal.complain(severalLines)
      throw .status(1)
    }
    guard lines.allSatisfy({ $0 == password }) else {
      terminal.error("passwords don't match\n")
      terminal.complain(
        "standard input has two different lines: give the password once, or the same line twice")
      terminal.complain(severalLines)
      throw .status(1)
    }
    guard password.count <= SecretBytes.mostBytes else {
      throw .status(QuestionFailure.tooLarge.tell(on: terminal))
    }
    return password
  }

  private static let severalLines = "--password-fd 0 reads a password of several lines"

  private static func askTwice(on terminal: Terminal) throws(Stop) -> SecretBytes {
    do {
      for _ in 0..<tries {
        let first = try terminal.ask("password data for new item: ")
        let second = try terminal.ask("retype password for new item: ")
        if first == second { return first }
        terminal.error("passwords don't match\n")
      }
    } catch {
      throw .status(error.tell(on: terminal))
    }
    throw .status(1)
  }

  private static func readDescriptor(_ value: [UInt8], on terminal: Terminal) throws(Stop)
    -> SecretBytes
  {
    guard let number = Int32(String(decoding: value, as: UTF8.self)), number >= 0 else {
      throw .usage(message: "--password-fd takes the number of an open descriptor")
    }
    do {
      return try terminal.readSecret(from: number)
    } catch {
      throw .status(error.tell(on: terminal))
    }
  }
}
