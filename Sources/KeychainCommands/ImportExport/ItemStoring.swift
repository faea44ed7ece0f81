// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import ExternalFormats
import KeychainTypes

/// How many of each kind were imported, as `import` says it (spec/security-cli.md 7.1).
struct ImportTally {
  var identities = 0
  var keys = 0
  var certificates = 0

  var isEmpty: Bool { identities + keys + certificates == 0 }

  /// A line for each kind of which there was one.
  var text: String {
    Self.line(identities, "identity", "identities") + Self.line(keys, "key", "keys")
      + Self.line(certificates, "certificate", "certificates")
  }

  private static func line(_ count: Int, _ one: String, _ many: String) -> String {
    count == 0 ? "" : "\(count) \(count == 1 ? one : many) imported.\n"
  }
}

/// Puts what a file holds into the store.
struct ItemStoring {
  private let store: StoreAccess
  private let group: RequestedGroup
  private let isModern: Bool
  private let terms: ImportedKeyTerms
  private(set) var tally = ImportTally()
  /// What was not there before; an identity counts as its two parts.
  private(set) var added = ImportTally()

  /// - Parameter isModern: see `ImportCommand`.
  init(_ options: OptionReader, in invocation: Invocation, isModern: Bool) {
    store = invocation.store
    group = PasswordSearch.group(options)
    self.isModern = isModern
    var terms = ImportedKeyTerms()
    terms.isExtractable = isModern || !options.contains(.letter("x"))
    self.terms = terms
  }

  /// Stores a piece of a file: certificates first, which a key that is there already keeps out
  /// otherwise; what was stored before a refusal stays.
  mutating func store(_ part: ImportedPart) throws(KeychainError) {
    for item in part.items where item.acceptsDuplicate { try add(item) }
    for item in part.items where !item.acceptsDuplicate { try add(item) }
    for element in try part.elements() {
      guard case .item(let entry) = element else {
        tally.identities += 1
        continue
      }
      switch entry.item {
      case .certificate: tally.certificates += 1
      case .key, .symmetricKey: tally.keys += 1
      }
    }
  }

  private mutating func add(_ item: ImportedItem) throws(KeychainError) {
    // The newer importer does not take names over (Documentation/Decisions/import-export.md).
    let entry = isModern ? ImportedItem(item.item) : item
    do throws(KeychainError) {
      _ = try store.add(entry.newItem(terms), group: group, to: store.service())
    } catch {
      guard error.code == .duplicateItem, isModern || item.acceptsDuplicate else { throw error }
      return
    }
    switch item.item {
    case .certificate: added.certificates += 1
    case .key, .symmetricKey: added.keys += 1
    }
  }
}
