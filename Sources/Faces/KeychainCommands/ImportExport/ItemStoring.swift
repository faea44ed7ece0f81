// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import FileKeychain
import KeychainTypes

/// The numbers of imported identities, keys and certificates, which `import` prints
/// (Specification/security-cli.md, "The import command").
struct ImportTally {
  var identities = 0
  var keys = 0
  var certificates = 0

  var isEmpty: Bool { identities + keys + certificates == 0 }

  /// The text to print: a line for each kind of item of which at least one item was imported.
  var text: String {
    Self.line(identities, "identity", "identities") + Self.line(keys, "key", "keys")
      + Self.line(certificates, "certificate", "certificates")
  }

  private static func line(_ count: Int, _ one: String, _ many: String) -> String {
    count == 0 ? "" : "\(count) \(count == 1 ? one : many) imported.\n"
  }
}

/// Adds the certificates and keys of an imported file to a keychain, and counts them.
struct ItemStoring {
  /// The destination of imported items: the store or a keychain file.
  enum Destination {
    case store(StoreAccess)
    /// A keychain file, with the access list of new keys and extended attributes of all new items.
    ///
    /// Without an access list, new keys have the list that trusts `security` alone.
    case file(Keychain, AccessList?, extended: [(name: [UInt8], value: [UInt8])])
  }

  private let destination: Destination
  private let group: RequestedGroup
  private let isModern: Bool
  private let terms: ImportedKeyTerms
  /// The numbers of identities, keys and certificates that are new in the keychain.
  ///
  /// An identity is new if its certificate or its key is new.
  private(set) var tally = ImportTally()
  /// The numbers of imported certificates and keys that the keychain did not contain before.
  ///
  /// An identity increases the number of certificates and the number of keys by 1.
  private(set) var added = ImportTally()
  /// The number of certificates that the keychain contained before.
  private(set) var known = 0
  /// The certificates of the present part that the keychain did not contain before.
  private var fresh: Set<[UInt8]> = []

  /// Reads from the options how the items are added: their access group, and whether keys can be
  /// exported.
  ///
  /// - Parameter isModern: True for `-f pkcs12`, which follows the rules of Apple's newer importer.
  init(
    _ destination: Destination, _ options: OptionReader, in invocation: Invocation, isModern: Bool
  ) {
    self.destination = destination
    group = PasswordSearch.group(options)
    self.isModern = isModern
    var terms = ImportedKeyTerms()
    terms.isExtractable = isModern || !options.contains(.letter("x"))
    self.terms = terms
  }

  /// Adds the items of a part of the imported file to the keychain: certificates first, then keys.
  ///
  /// A part is one PEM block, or the whole file if the file is not PEM. A key that the keychain
  /// already has is an error, unless the option `-f pkcs12` is given (`isModern`). After an error,
  /// no further item of the part is added. Items that were added before the error stay in the
  /// keychain.
  mutating func store(_ part: ImportedPart) throws(KeychainError) {
    fresh = []
    for item in part.items where item.acceptsDuplicate { try add(item) }
    for item in part.items where !item.acceptsDuplicate { try add(item) }
    for element in try part.elements() {
      guard case .item(let entry) = element else {
        tally.identities += 1
        continue
      }
      switch entry.item {
      case .certificate(let certificate):
        // A certificate that the file has twice is new once.
        if fresh.remove(certificate.bytes) != nil { tally.certificates += 1 }
      case .key, .symmetricKey: tally.keys += 1
      }
    }
  }

  private mutating func add(_ item: ImportedItem) throws(KeychainError) {
    // Apple's newer importer ignores the names in the file (Documentation/Decisions/key-files.md).
    let entry = isModern ? ImportedItem(item.item) : item
    do throws(KeychainError) {
      switch destination {
      case .store(let store):
        _ = try store.add(entry.newItem(terms), group: group, to: store.service())
      case .file(let keychain, let access, let extended):
        let added = try keychain.add(entry.item, named: entry.name, terms, access)
        for attribute in extended { try added.setExtended(attribute.name, attribute.value) }
      }
    } catch {
      guard error.code == .duplicateItem, isModern || item.acceptsDuplicate else { throw error }
      if item.acceptsDuplicate { known += 1 }
      return
    }
    switch item.item {
    case .certificate(let certificate):
      added.certificates += 1
      fresh.insert(certificate.bytes)
    case .key, .symmetricKey: added.keys += 1
    }
  }
}
