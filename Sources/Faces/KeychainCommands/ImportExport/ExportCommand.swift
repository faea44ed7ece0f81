// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes
import SecureMemory

/// The command `export`, which writes certificates and keys into a file
/// (Specification/security-cli.md, "The export command").
enum ExportCommand {
  /// The words that the option `-t` of `export` accepts, such as `certs`.
  static let types = ExportSelection.types

  private static let call = "SecKeychainItemExport"

  static func run(_ invocation: Invocation) throws(Stop) -> Int32 {
    let options = try invocation.options()
    let format = try ExternalNames.format(options, on: invocation.terminal)
    let selection = try ExportSelection(options)
    try KeychainOperands.check(
      options.value(.letter("k")).map { [$0] } ?? [], of: "-k", invocation)
    let source = try FilePassphrase(options, of: invocation)
    let items: [ImportedItem]
    do throws(KeychainError) {
      items = try selection.items(
        ObjectSearch(options, invocation), format, on: invocation.terminal)
    } catch {
      return refused(error, invocation)
    }
    // The user is asked for a new password only if the format needs one.
    let password = try format.isUnderPassword ? source.readNew() : nil
    do throws(KeychainError) {
      let file = try ItemExport(password: password, SystemRandomness())
        .write(
          items.map(\.item), named: items.map(\.name), format,
          isArmoured: options.contains(.letter("p")))
      try deliver(file, options, in: invocation)
      return 0
    } catch {
      return refused(error, invocation)
    }
  }

  /// Prints an error of the store, and returns 1 as the exit status.
  ///
  /// `export` has this exit status after every error (Specification/security-cli.md, "Compatibility
  /// checklist").
  private static func refused(_ error: KeychainError, _ invocation: Invocation) -> Int32 {
    _ = Refusal.report(error, of: call, in: invocation)
    return 1
  }

  private static func deliver(
    _ file: SecretBytes, _ options: OptionReader, in invocation: Invocation
  ) throws(KeychainError) {
    guard let path = options.value(.letter("o")) else {
      return invocation.terminal.writeContent(file, to: .output)
    }
    try OutputFile.write(file, to: path, besides: invocation.store.place().directory)
    guard !invocation.terminal.isQuiet else { return }
    let shown = VisibleText.of(String(decoding: path, as: UTF8.self))
    invocation.terminal.error("...\(file.count) bytes written to \(shown)\n")
  }
}

/// The kinds of certificates and keys that `export` writes, from its option `-t`
/// (Specification/security-cli.md, "The export command").
private struct ExportSelection {
  private enum Kind: String, CaseIterable {
    case certs, allKeys, pubKeys, privKeys, identities, all
  }

  static let types = Kind.allCases.map(\.rawValue)

  private static let publicKey: Int64 = 0
  private static let privateKey: Int64 = 1
  private static let symmetricKey: Int64 = 2

  private let kind: Kind

  init(_ options: OptionReader) throws(Stop) {
    guard let word = options.value(.letter("t")) else {
      kind = .all
      return
    }
    guard let kind = Kind(rawValue: String(decoding: word, as: UTF8.self)) else {
      throw .usage(message: WordList.message("-t", Self.types))
    }
    self.kind = kind
  }

  /// Returns the items to export: certificates before keys, each in the order in which they were
  /// added.
  ///
  /// Standard error names the items that are left out: items that cannot be read, and keys that
  /// must not be exported.
  ///
  /// - Throws: -25300 if the store has no item to export. -25316 if keys must not be exported and
  ///   no other item is left. -25260 if a key may be exported only under a passphrase, but the
  ///   format has no passphrase.
  func items(
    _ search: ObjectSearch, _ format: ExternalFormat, on terminal: Terminal
  ) throws(KeychainError) -> [ImportedItem] {
    var items: [ImportedItem] = []
    var isHeldBack = false
    func add(_ item: ExternalItem?, _ match: Match) {
      guard let item else { return Self.complain(of: match, on: terminal) }
      items.append(ImportedItem(item, name: Self.name(of: match)))
    }
    func stays(_ match: Match) -> Bool {
      guard let reason = Self.bar(match) else { return false }
      isHeldBack = true
      Self.complain(of: match, reason, on: terminal)
      return true
    }
    if kind == .certs || kind == .all {
      for match in try search.all(.certificate, returns: .attributesAndSecret) {
        add(StoredCertificate.certificate(in: match.secret).map { .certificate($0) }, match)
      }
    }
    for keyClass in keyClasses {
      let found = try search.all(
        .key, [Predicate(.keyClass, .number(keyClass))], returns: .attributesAndSecret)
      for match in found where !stays(match) { add(try Self.key(match, keyClass, format), match) }
    }
    if kind == .identities {
      var known: Set<[UInt8]> = []
      for match in try search.all(.identity, returns: .attributesAndSecret)
      where !stays(match) {
        guard let certificate = StoredCertificate.certificate(in: match.certificate?.content),
          let item = try Self.key(match, Self.privateKey, format)
        else {
          Self.complain(of: match, on: terminal)
          continue
        }
        items.append(ImportedItem(.certificate(certificate)))
        // Several certificates may belong to one key.
        guard case .key(let key) = item else { continue }
        let hash = try key.label()
        guard known.insert(hash).inserted else { continue }
        // An identity has the certificate's name, so the key's own name is looked up by its hash.
        // The public key has an equal hash, so the key class is also a condition.
        let label = Predicate(.applicationLabel, .bytes(hash))
        let half = Predicate(.keyClass, .number(Self.privateKey))
        let own = try search.all(.key, [label, half], returns: .attributes)
        items.append(ImportedItem(item, name: own.first.flatMap { Self.name(of: $0) }))
      }
    }
    guard !items.isEmpty else {
      throw isHeldBack
        ? KeychainError(.init(rawValue: -25316), "there is nothing else to export")
        : KeychainError(.itemNotFound, "there is nothing to export")
    }
    return items
  }

  private var keyClasses: [Int64] {
    switch kind {
    case .certs, .identities: []
    case .allKeys: [Self.publicKey, Self.privateKey, Self.symmetricKey]
    case .pubKeys: [Self.publicKey]
    case .privKeys, .all: [Self.privateKey]
    }
  }

  private static func name(of match: Match) -> String? {
    guard case .text(let label)? = match.attributes?[.label], !label.isEmpty else { return nil }
    return label
  }

  /// Returns the reason why a key must not be exported, as words for a message; nil if it may be
  /// exported.
  private static func bar(_ match: Match) -> String? {
    if match.element != nil { return "is in the secure element" }
    return KeyTerms(match.attributes).isExtractable ? nil : "is marked as not extractable"
  }

  private static func complain(
    of match: Match, _ reason: String = "cannot be read", on terminal: Terminal
  ) {
    let noun =
      switch match.itemClass {
      case .certificate: "certificate"
      case .identity: "identity"
      default: "key"
      }
    let name = name(of: match).map { " \"\($0)\"" } ?? ""
    terminal.complain("the \(noun)\(name) \(reason), and is left out")
  }

  /// Returns the key that a keychain item contains; nil if the content of the item is not a key.
  ///
  /// - Throws: -25260 if the key may be exported only under a passphrase, but the format has no
  ///   passphrase.
  private static func key(
    _ match: Match, _ keyClass: Int64, _ format: ExternalFormat
  ) throws(KeychainError) -> ExternalItem? {
    guard !KeyTerms(match.attributes).isSensitive || format.isUnderPassword else {
      throw KeychainError(
        .init(rawValue: -25260), "a private key leaves under a passphrase only",
        advice: "use -f pkcs12, or -w for a single key")
    }
    guard let form = match.secret else { return nil }
    guard keyClass != symmetricKey else { return .symmetricKey(form) }
    guard let half = KeyType.half(keyClass), case .number(let type)? = match.attributes?[.type],
      let family = KeyType.family(importing: type, half),
      let key = try? SoftwareKey(externalForm: form, family, half)
    else { return nil }
    return .key(key)
  }
}
