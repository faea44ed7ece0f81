// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import ExternalFormats
package import KeychainTypes
import SecureMemory

/// The four calls of `SecItem` on keychain files (Specification/file-keychain.md, "SecItem on file
/// keychains"; Specification/secitem.md, "File-based engine differences").
///
/// A search looks in the keychains in their order. An item is added to the first keychain.
package struct FileService: Sendable {
  package let keychains: [Keychain]
  /// True if the caller names the keychains, so that a missing file is an error.
  ///
  /// False if the keychains are those of the search list, where a missing file counts as empty.
  let isNamed: Bool

  package init(_ keychains: [Keychain], isNamed: Bool) {
    (self.keychains, self.isNamed) = (keychains, isNamed)
  }

  /// Returns the items that a query finds, up to its limit.
  ///
  /// A keychain that cannot be read is skipped. An error that shows a mistake in the query is
  /// thrown at once.
  ///
  /// - Parameter objects: the objects in the dictionary: only items for which one of them stands
  ///   are found. Nil if the dictionary has no objects.
  /// - Throws: the error of the last keychain, if every keychain fails.
  package func find(
    _ query: FileQuery, among objects: [FileObject]? = nil
  ) throws(KeychainError) -> [FileMatch] {
    let found = try find(query, among: objects) { (match) throws(KeychainError) in match }
    if let failure = found.failure { throw failure }
    return found.all
  }

  /// The outcome of a search that calls a function with each found item.
  package struct Found<Made> {
    /// The results of the function, without the nil results.
    package fileprivate(set) var all: [Made] = []
    /// The error of the last keychain, if every keychain failed and nothing was found; otherwise
    /// nil.
    package fileprivate(set) var failure: KeychainError?
  }

  /// Calls `use` with each item that a query finds, until the query's limit is reached.
  ///
  /// An item that another process deletes before `use` is called counts as absent, and the search
  /// goes on.
  ///
  /// - Parameters:
  ///   - objects: the objects in the dictionary: only items for which one of them stands are found.
  ///     Nil if the dictionary has no objects.
  ///   - use: returns nil for an item that does not count for the limit.
  /// - Throws: the errors of `use`, and the error of an invalid query. The error of keychains that
  ///   cannot be read is in `failure` of the result.
  package func find<Made>(
    _ query: FileQuery, among objects: [FileObject]? = nil,
    using use: (FileMatch) throws(KeychainError) -> Made?
  ) throws(KeychainError) -> Found<Made> {
    let limit = query.limit.count ?? .max
    var found = Found<Made>()
    var (failure, failures, absence): (KeychainError?, Int, KeychainError?) = (nil, 0, nil)
    func note(_ error: KeychainError) throws(KeychainError) {
      guard isNamed || error.code != .noSuchKeychain else { return }
      guard error.code.category != .misuse || error.code == .invalidItemReference else {
        throw error
      }
      failures += 1
      failure = error
    }
    let sources: [Keychain?] = query.itemClass == .identity ? [nil] : keychains
    for source in sources where found.all.count < limit {
      let matches: [FileMatch]
      do throws(KeychainError) {
        matches = try self.matches(in: source, query, objects)
      } catch {
        try note(error)
        continue
      }
      for match in matches where found.all.count < limit {
        do throws(KeychainError) {
          let isAccepted = try match.unlessGone { () throws(KeychainError) -> Bool? in
            // Identities are judged already: the use of one can delete the key of another.
            guard source != nil else { return true }
            return try accepts(match, query, objects)
          }
          if isAccepted == nil, objects != nil { absence = .itemIsGone }
          guard isAccepted == true else { continue }
        } catch {
          try note(error)
          break
        }
        if let one = try match.unlessGone({ () throws(KeychainError) in try use(match) }) {
          found.all.append(one)
        }
      }
    }
    // A caller who names a deleted object gets the error that the item is gone.
    if found.all.isEmpty, let absence { try note(absence) }
    if found.all.isEmpty, failures >= sources.count { found.failure = failure }
    return found
  }

  /// Returns the items of one keychain that may match a query; `accepts` has to check each item.
  ///
  /// - Parameter keychain: nil for a query for identities, whose certificates and keys may be in
  ///   different keychains. The result then has the matching identities of all keychains, already
  ///   checked.
  private func matches(
    in keychain: Keychain?, _ query: FileQuery, _ objects: [FileObject]?
  ) throws(KeychainError) -> [FileMatch] {
    if let keychain {
      return try candidates(in: keychain, query, objects).map { FileMatch(query.itemClass, $0) }
    }
    let all = try KeychainIdentity.all(in: readable())
    var matches: [FileMatch] = []
    for identity in all {
      // A reference means the certificate with the key beside it, if there is one.
      guard query.references == nil || identity.isPreferred(in: all) else { continue }
      let match = FileMatch(.identity, identity.certificate, key: identity.key)
      let isAccepted = try match.unlessGone { () throws(KeychainError) in
        try accepts(match, query, objects)
      }
      if isAccepted == true { matches.append(match) }
    }
    return matches
  }

  /// The keychains to read: those whose files exist, or all keychains if the caller names them.
  ///
  /// If the caller names a keychain, its missing file is an error.
  private func readable() -> [Keychain] {
    keychains.filter { isNamed || !$0.isMissing }
  }

  /// Returns the items of a keychain that may match a query; `accepts` has to check each of them.
  ///
  /// The items are in the order of the references or objects in the dictionary. Without these, the
  /// items are in the order of tables and records.
  private func candidates(
    in keychain: Keychain, _ query: FileQuery, _ objects: [FileObject]?
  ) throws(KeychainError) -> [KeychainItem] {
    if let references = query.references {
      return references.compactMap { keychain.item($0, of: query.itemClass) }
    }
    let known = objects?.compactMap { object in
      // The item is read through `keychain`, which may ask no questions or be a rehearsal's copy.
      if case .item(let item) = object, item.keychain.path == keychain.path {
        item.keychain === keychain ? item : KeychainItem(item, in: keychain)
      } else {
        nil
      }
    }
    let tables = try query.relations()
    if let known, known.count == objects?.count {
      return known.filter { item in tables.contains { $0.id == item.relation } }
    }
    var items: [KeychainItem] = []
    for relation in tables {
      let image = try keychain.image()
      let terms = try query.terms(in: relation)
      guard let own = image.relations[relation.id],
        terms.allSatisfy({ own.position(of: $0.attribute) != nil })
      else { continue }
      items += try keychain.items(in: relation, where: terms)
    }
    return items
  }

  /// Returns true if an item that `candidates` found fulfils all conditions of the query.
  private func accepts(
    _ match: FileMatch, _ query: FileQuery, _ objects: [FileObject]?
  ) throws(KeychainError) -> Bool {
    guard try fulfils(match, query) else { return false }
    if match.itemClass == .identity, let references = query.references,
      !references.contains(where: { reference in
        // The certificate can be in another keychain too.
        reference.primaryKey == match.item.primaryKey && reference.isIdentity
          && match.item.keychain.isMeant(by: reference)
      })
    {
      return false
    }
    if let objects {
      var isMeant = false
      for object in objects where !isMeant { isMeant = try object.means(match) }
      guard isMeant else { return false }
    }
    guard query.readsCertificates, match.itemClass.hasCertificate else { return true }
    guard let certificate = try match.certificate() else { return false }
    let now = match.item.keychain.surroundings.clock.now()
    return try query.accepts(certificate, now: now) { (subject) throws(KeychainError) in
      var found: [Certificate] = []
      for keychain in readable() {
        let term = RecordTerm(Relation.code("subj"), .bytes(subject))
        for item in (try? keychain.items(in: .certificates, where: [term])) ?? [] {
          if let certificate = try? item.certificate() { found.append(certificate) }
        }
      }
      return found
    }
  }

  /// Returns true if an item has all attributes of a query.
  ///
  /// For an identity, the attributes of its certificate and of its key are looked at together. For
  /// an attribute of both, the certificate's value counts.
  private func fulfils(_ match: FileMatch, _ query: FileQuery) throws(KeychainError) -> Bool {
    var decided: Set<UInt32> = []
    for part in match.parts {
      let values = try part.values()
      guard query.accepts(values) else { return false }
      for term in try query.terms(in: values.relation) {
        let name = FileColumn.all(of: values.relation.id)
          .first { $0.id == term.attribute }?.attribute.rawValue
        guard decided.insert(name ?? term.attribute).inserted else { continue }
        guard values.has(term) else { return false }
      }
    }
    return true
  }
}

extension Keychain {
  /// Returns the item to which a reference refers.
  ///
  /// Nil if the reference is to another keychain or class, or if the keychain has no such item.
  fileprivate func item(_ reference: FileReference, of itemClass: ItemClass) -> KeychainItem? {
    guard isMeant(by: reference), reference.itemClass == itemClass else { return nil }
    return try? item(reference.primaryKey)
  }

  /// Returns true if a reference is to an item of this keychain.
  fileprivate func isMeant(by reference: FileReference) -> Bool {
    let name = surroundings.places.path(ofStored: reference.path)
    guard case .file(path) = surroundings.places.target(of: name) else { return false }
    return true
  }
}

extension RecordValues {
  /// Returns true if one of the values of the term's attribute is the term's value.
  func has(_ term: RecordTerm) -> Bool {
    relation.position(of: term.attribute).map { all[$0].contains(term.value) } ?? false
  }
}

/// The calls that change keychain files.
extension FileService {
  /// An item to be added, with its content: a password, a certificate or a key.
  package struct Addition: Sendable {
    package let item: FileItemReader
    let content: FileItemReader.Content

    /// Reads the dictionary of a call of Add.
    ///
    /// - Parameters:
    ///   - object: the key or certificate to add; nil if its bytes are in the dictionary, or for a
    ///     password.
    ///   - terms: the permitted uses of the key to add, and whether the key may be exported.
    ///   - access: the access list; nil for a list that trusts the calling program alone.
    /// - Throws: the errors of the first five steps in the table of `FileRequestReader`.
    package init(
      _ request: Request, _ object: ExternalItem? = nil,
      terms: ImportedKeyTerms = ImportedKeyTerms(), access: AccessList? = nil
    ) throws(KeychainError) {
      item = try FileItemReader(adding: request, object, terms: terms, access: access)
      content = try item.content(object)
    }
  }

  /// Adds an item to the first keychain.
  ///
  /// - Throws: -25299 if the keychain has the item already.
  package func add(_ addition: Addition) throws(KeychainError) -> FileMatch {
    guard let keychain = keychains.first else {
      throw KeychainError(.noDefaultKeychain, "there is no keychain to which the item could go")
    }
    let item = addition.item
    switch addition.content {
    case .password(let secret):
      let relation: Relation =
        item.itemClass == .genericPassword ? .genericPasswords : .internetPasswords
      let values = try item.set(in: RecordValues(relation))
      return FileMatch(
        item.itemClass, try keychain.addPassword(values, secret: secret, item.access))
    case .certificate(let certificate):
      var values = try RecordValues(of: certificate)
      if let label = try item.label() { values[Relation.code("labl")] = .bytes(label) }
      return FileMatch(.certificate, try keychain.addCertificate(certificate.bytes, values))
    case .key(let key):
      return FileMatch(
        .key,
        try keychain.add(
          key, named: item.label().map { String(decoding: $0, as: UTF8.self) },
          with: item.given(), item.terms(), item.access))
    }
  }

  /// Changes attributes, the secret and the access list of the given items.
  ///
  /// A refused change of an attribute or a secret leaves all items as they are. Access lists are
  /// set afterwards, one after the other. An item that another process has deleted is left out.
  ///
  /// - Parameters:
  ///   - changes: the new values, and the new access list if there is one.
  ///   - isTrial: true to look whether the change of attributes and secrets succeeds, without
  ///     writing a file.
  /// - Returns: 0 if no item is left; otherwise a greater number.
  @discardableResult
  package static func update(
    _ matches: [FileMatch], to changes: FileItemReader, isTrial: Bool = false
  ) throws(KeychainError) -> Int {
    let planned = try plan(matches, changes)
    var left = planned.isEmpty ? matches.count : 0
    let writesFiles = !isTrial && !planned.contains { $0.keychain.surroundings.rehearsal != nil }
    if planned.count > 1, writesFiles {
      left = try KeychainItem.change(planned)
    } else {
      for (keychain, changes) in planned {
        left += try KeychainItem.change(changes, in: keychain, isTrial: isTrial)
      }
    }
    guard let access = changes.access, !isTrial else { return left }
    for part in matches.flatMap(\.parts) where part.relation != Relation.certificates.id {
      _ = try part.unlessGone { () throws(KeychainError) in try part.set(access) }
    }
    return left
  }

  /// Returns the changes of an update, for each keychain.
  ///
  /// A key that several identities share is changed once.
  private static func plan(
    _ matches: [FileMatch], _ changes: FileItemReader
  ) throws(KeychainError) -> [(keychain: Keychain, changes: [KeychainItem.Change])] {
    var planned: [(keychain: Keychain, changes: [KeychainItem.Change])] = []
    for match in matches {
      for part in match.parts {
        let settings = try changes.settings(of: part.relation, isNew: false)
        guard changes.secret != nil || !settings.isEmpty else { continue }
        let known = planned.firstIndex { $0.keychain.path == part.keychain.path }
        let place = known ?? planned.count
        if known == nil { planned.append((part.keychain, [])) }
        guard !planned[place].changes.contains(where: { $0.item.primaryKey == part.primaryKey })
        else { continue }
        planned[place].changes.append(
          KeychainItem.Change(item: part, secret: changes.secret, settings: settings))
      }
    }
    return planned
  }
}
