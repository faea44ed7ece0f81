// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes
import SecureMemory

/// The kinds of certificates and keys that `export` writes, from its option `-t`
/// (Specification/security-cli.md, "The export command").
struct ExportSelection {
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

  /// The items that were selected so far.
  private struct Selected {
    let format: ExternalFormat
    let terminal: Terminal
    var items: [ImportedItem] = []
    /// True if a key was left out because it must not be exported.
    var isHeldBack = false

    /// Prints on standard error that an item is left out, with the reason.
    func complain(_ noun: String, _ name: String?, _ reason: String = "cannot be read") {
      let shown = name.map { " \"\($0)\"" } ?? ""
      terminal.complain("the \(noun)\(shown) \(reason), and is left out")
    }

    /// Throws -25260 for a sensitive key if the format has no passphrase.
    ///
    /// A sensitive key may be exported only under a passphrase.
    func requirePassphrase(ifSensitive isSensitive: Bool) throws(KeychainError) {
      guard isSensitive, !format.isUnderPassword else { return }
      throw KeychainError(
        .init(rawValue: -25260), "a private key leaves under a passphrase only",
        advice: "use -f pkcs12, or -w for a single key")
    }
  }

  /// Returns the items to export: of each keychain its certificates before its keys, in the order
  /// in which they were added.
  ///
  /// Standard error names the items that are left out: items that cannot be read, and keys that
  /// must not be exported. Standard error also names keychain files that cannot be read.
  ///
  /// - Throws: the error of the last keychain file that cannot be read, if no keychain can be read.
  ///   -25300 if there is no item to export. -25316 if keys must not be exported and no
  ///   other item is left. -25260 if a key may be exported only under a passphrase, but the format
  ///   has no passphrase.
  func items(
    in keychains: [NamedKeychain], _ search: ObjectSearch, _ format: ExternalFormat,
    _ invocation: Invocation
  ) throws(KeychainError) -> [ImportedItem] {
    var selected = Selected(format: format, terminal: invocation.terminal)
    var unread: [KeychainError] = []
    var files: [Keychain] = []
    unread += keychains.compactMap(\.listFailure)
    let keychains = keychains.filter { $0.listFailure == nil }
    for keychain in keychains {
      switch keychain.member {
      case .store:
        try addStore(search, to: &selected)
      case .authorities:
        guard kind == .certs || kind == .all else { continue }
        selected.items += invocation.store.trust.authorities.map { ImportedItem(.certificate($0)) }
      case .file(let file):
        // A missing keychain of the search list counts as an empty keychain.
        guard keychain.name != nil || !file.isMissing else { continue }
        do throws(KeychainError) {
          _ = try file.image()
          try addFile(file, to: &selected)
          files.append(file)
        } catch {
          guard Self.isAboutFile(error) else { throw error }
          unread.append(error)
        }
      }
    }
    if kind == .identities { try addIdentities(of: files, to: &selected) }
    let isAnyRead =
      !files.isEmpty
      || keychains.contains { keychain in
        keychain.member.file.map { keychain.name == nil && $0.isMissing } ?? true
      }
    let failure = isAnyRead ? nil : unread.popLast()
    Refusal.tell(unread, in: invocation)
    if let failure { throw failure }
    guard !selected.items.isEmpty else {
      throw selected.isHeldBack
        ? KeychainError(.init(rawValue: -25316), "there is nothing else to export")
        : KeychainError(.itemNotFound, "there is nothing to export")
    }
    return selected.items
  }

  /// True if an error means that a keychain file cannot be read.
  ///
  /// Other errors are about an item that may not leave its keychain, and end the command.
  private static func isAboutFile(_ error: KeychainError) -> Bool {
    [.invalidKeychain, .noSuchKeychain, .writePermission, .ioFailed].contains(error.code)
  }
}

/// Selects items of the store, which is not a keychain file.
extension ExportSelection {
  private func addStore(
    _ search: ObjectSearch, to selected: inout Selected
  ) throws(KeychainError) {
    if kind == .certs || kind == .all {
      for match in try search.all(.certificate, returns: .attributesAndSecret) {
        let certificate = StoredCertificate.certificate(in: match.secret)
        Self.add(certificate.map { .certificate($0) }, match, to: &selected)
      }
    }
    for keyClass in keyClasses {
      let found = try search.all(
        .key, [Predicate(.keyClass, .number(keyClass))], returns: .attributesAndSecret)
      for match in found where !Self.stays(match, &selected) {
        Self.add(try Self.key(match, keyClass, selected), match, to: &selected)
      }
    }
    if kind == .identities { try addStoreIdentities(search, to: &selected) }
  }

  private func addStoreIdentities(
    _ search: ObjectSearch, to selected: inout Selected
  ) throws(KeychainError) {
    var known: Set<[UInt8]> = []
    for match in try search.all(.identity, returns: .attributesAndSecret)
    where !Self.stays(match, &selected) {
      guard let certificate = StoredCertificate.certificate(in: match.certificate?.content),
        let item = try Self.key(match, Self.privateKey, selected)
      else {
        Self.complain(of: match, selected)
        continue
      }
      selected.items.append(ImportedItem(.certificate(certificate)))
      // Several certificates may belong to one key.
      guard case .key(let key) = item else { continue }
      let hash = try key.label()
      guard known.insert(hash).inserted else { continue }
      // An identity has the certificate's name, so the key's own name is looked up by its hash.
      // The public key has an equal hash, so the key class is also a condition.
      let label = Predicate(.applicationLabel, .bytes(hash))
      let half = Predicate(.keyClass, .number(Self.privateKey))
      let own = try search.all(.key, [label, half], returns: .attributes)
      selected.items.append(ImportedItem(item, name: own.first.flatMap { Self.name(of: $0) }))
    }
  }

  private var keyClasses: [Int64] {
    switch kind {
    case .certs, .identities: []
    case .allKeys: [Self.publicKey, Self.privateKey, Self.symmetricKey]
    case .pubKeys: [Self.publicKey]
    case .privKeys, .all: [Self.privateKey]
    }
  }

  private static func add(_ item: ExternalItem?, _ match: Match, to selected: inout Selected) {
    guard let item else { return complain(of: match, selected) }
    selected.items.append(ImportedItem(item, name: name(of: match)))
  }

  private static func name(of match: Match) -> String? {
    guard case .text(let label)? = match.attributes?[.label], !label.isEmpty else { return nil }
    return label
  }

  /// Returns true if a key must not be exported.
  ///
  /// Standard error then names the key and the reason.
  private static func stays(_ match: Match, _ selected: inout Selected) -> Bool {
    if match.element != nil {
      complain(of: match, selected, "is in the secure element")
    } else if !KeyTerms(match.attributes).isExtractable {
      complain(of: match, selected, "is marked as not extractable")
    } else {
      return false
    }
    selected.isHeldBack = true
    return true
  }

  private static func complain(
    of match: Match, _ selected: Selected, _ reason: String = "cannot be read"
  ) {
    let noun =
      switch match.itemClass {
      case .certificate: "certificate"
      case .identity: "identity"
      default: "key"
      }
    selected.complain(noun, name(of: match), reason)
  }

  /// Returns the key that a keychain item contains; nil if the content of the item is not a key.
  ///
  /// - Parameter keyClass: The number of the key class, by which the content is decoded: public,
  ///   private or symmetric key.
  /// - Throws: -25260 if the key may be exported only under a passphrase, but the format has no
  ///   passphrase.
  private static func key(
    _ match: Match, _ keyClass: Int64, _ selected: Selected
  ) throws(KeychainError) -> ExternalItem? {
    try selected.requirePassphrase(ifSensitive: KeyTerms(match.attributes).isSensitive)
    guard let form = match.secret else { return nil }
    guard keyClass != symmetricKey else { return .symmetricKey(form) }
    guard let half = KeyType.half(keyClass), case .number(let type)? = match.attributes?[.type],
      let family = KeyType.family(importing: type, half),
      let key = try? SoftwareKey(externalForm: form, family, half)
    else { return nil }
    return .key(key)
  }
}

/// Selects items of keychain files.
extension ExportSelection {
  private func addFile(
    _ keychain: Keychain, to selected: inout Selected
  ) throws(KeychainError) {
    if kind == .certs || kind == .all {
      for item in try keychain.items(in: .certificates) {
        try Self.addCertificate(item, to: &selected)
      }
    }
    let tables: [Relation] = [.publicKeys, .privateKeys, .symmetricKeys]
    for keyClass in keyClasses {
      for item in try keychain.items(in: tables[Int(keyClass)]) {
        if let key = try Self.key(item, &selected) { selected.items.append(key) }
      }
    }
  }

  private func addIdentities(
    of files: [Keychain], to selected: inout Selected
  ) throws(KeychainError) {
    // Several certificates may belong to one key. Nil stands for a key that is left out: its
    // certificates are left out as well, because they are no identities without it.
    var keys: [[UInt8]: ImportedItem?] = [:]
    for identity in try KeychainIdentity.all(in: files) {
      let known = keys[identity.key.primaryKey]
      let key: ImportedItem? =
        if let known { known } else {
          try Self.key(identity.key, &selected)
        }
      keys[identity.key.primaryKey] = .some(key)
      guard let key else { continue }
      try Self.addCertificate(identity.certificate, to: &selected)
      if known == nil { selected.items.append(key) }
    }
  }

  private static func addCertificate(
    _ item: KeychainItem, to selected: inout Selected
  ) throws(KeychainError) {
    guard let certificate = try item.certificate() else {
      return selected.complain("certificate", nil)
    }
    selected.items.append(ImportedItem(.certificate(certificate)))
  }

  /// Returns a key of a keychain file as an item to export; nil if the key is left out.
  ///
  /// The access list of the key must permit the export. A key that is not extractable or cannot be
  /// decoded is left out, and standard error names the key.
  private static func key(
    _ item: KeychainItem, _ selected: inout Selected
  ) throws(KeychainError) -> ImportedItem? {
    let label = try item.values()[KeyAttribute.printName]?.content ?? []
    let name = label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
    guard try item.isExtractable() else {
      selected.isHeldBack = true
      selected.complain("key", name, "is marked as not extractable")
      return nil
    }
    try selected.requirePassphrase(ifSensitive: item.isSensitive())
    let operation: Authorization = selected.format.isUnderPassword ? .exportWrapped : .exportClear
    do throws(KeychainError) {
      return ImportedItem(try item.softwareKey(for: operation), name: name)
    } catch {
      guard error.code == .decode else { throw error }
      selected.complain("key", name)
      return nil
    }
  }
}
