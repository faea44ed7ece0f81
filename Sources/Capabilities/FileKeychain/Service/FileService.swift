// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
package import ExternalFormats
package import KeychainTypes
import SecureMemory

/// The four calls of `SecItem` on keychain files (Specification/file-keychain.md, "SecItem on file
/// keychains"; Specification/secitem.md, "File-based engine differences").
///
/// A search looks in the keychains in their order. Add goes to the first keychain.
package struct FileService: Sendable {
  package let keychains: [Keychain]
  /// True if the caller names the keychains, so that a missing file is an error.
  private let isNamed: Bool

  package init(_ keychains: [Keychain], isNamed: Bool) {
    (self.keychains, self.isNamed) = (keychains, isNamed)
  }

  /// Returns the items that a query finds, up to its limit.
  ///
  /// A keychain that cannot be read is skipped.
  ///
  /// - Parameter objects: the objects in the dictionary, one of which each item has to be; nil
  ///   without objects.
  /// - Throws: the error of the last keychain, if every keychain fails.
  package func find(
    _ query: FileQuery, among objects: [FileObject]? = nil
  ) throws(KeychainError) -> [FileMatch] {
    let limit = query.limit.count ?? .max
    var found: [FileMatch] = []
    var (failure, failures): (KeychainError?, Int) = (nil, 0)
    if query.itemClass == .identity {
      let all = try KeychainIdentity.all(in: readable())
      for identity in all where found.count < limit {
        // A reference means the certificate with the key beside it, if there is one.
        guard query.references == nil || identity.isPreferred(in: all) else { continue }
        let match = FileMatch(.identity, identity.certificate, key: identity.key)
        if try accepts(match, query, objects) { found.append(match) }
      }
      return found
    }
    for keychain in keychains where found.count < limit {
      do throws(KeychainError) {
        for item in try candidates(in: keychain, query, objects) where found.count < limit {
          let match = FileMatch(query.itemClass, item)
          if try accepts(match, query, objects) { found.append(match) }
        }
      } catch {
        guard isNamed || error.code != .noSuchKeychain else { continue }
        guard error.code.category != .misuse || error.code == .invalidItemReference else {
          throw error
        }
        failures += 1
        failure = error
      }
    }
    if let failure, failures == keychains.count { throw failure }
    return found
  }

  /// The keychains that can be read, or all of them, so that the search gives the error.
  private func readable() -> [Keychain] {
    keychains.filter { isNamed || $0.exists }
  }

  /// Returns the items that a query may mean, in the order of tables and records.
  private func candidates(
    in keychain: Keychain, _ query: FileQuery, _ objects: [FileObject]?
  ) throws(KeychainError) -> [KeychainItem] {
    if let references = query.references {
      return references.compactMap { keychain.item($0, of: query.itemClass) }
    }
    let known = objects?.compactMap { object in
      if case .item(let item) = object, item.keychain.path == keychain.path { item } else { nil }
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

  /// Returns true if an item fulfils the conditions that the search for records leaves open.
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
          if let certificate = try item.certificate() { found.append(certificate) }
        }
      }
      return found
    }
  }

  /// Returns true if an item has all attributes of a query.
  ///
  /// The two parts of an identity have them together. An attribute that both have decides in the
  /// certificate.
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
  /// Returns the item of a reference; nil if the reference means another keychain or class, or no
  /// item.
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
  /// Returns true if one of the attribute's values is the value of a term.
  func has(_ term: RecordTerm) -> Bool {
    relation.position(of: term.attribute).map { all[$0].contains(term.value) } ?? false
  }
}

/// The calls that change keychain files.
extension FileService {
  /// An item to be added: its dictionary, and the objects that are no part of a request.
  package struct Addition: Sendable {
    package let request: Request
    /// The key or the certificate to add; nil if the dictionary has the content.
    package var object: ExternalItem?
    /// The uses of the key, and whether it may leave the keychain.
    package var terms = ImportedKeyTerms()
    /// The access list; nil for one that trusts the calling program alone.
    package var access: AccessList?

    package init(_ request: Request) { self.request = request }
  }

  /// Adds an item to the first keychain.
  ///
  /// - Throws: -50 for an identity, and for content that is no certificate or key of the class;
  ///   -25299 if the keychain has the item already.
  package func add(_ addition: Addition) throws(KeychainError) -> FileMatch {
    guard let keychain = keychains.first else {
      throw KeychainError(.noDefaultKeychain, "there is no keychain to which the item could go")
    }
    let reader = try FileItemReader(addition)
    switch reader.itemClass {
    case .identity:
      throw .parameter("an identity cannot be added to a keychain file", .itemClass(.identity))
    case .genericPassword, .internetPassword:
      let relation: Relation =
        reader.itemClass == .genericPassword ? .genericPasswords : .internetPasswords
      let values = try reader.set(in: RecordValues(relation))
      return FileMatch(
        reader.itemClass,
        try keychain.addPassword(
          values, secret: reader.secret ?? SecretBytes(copying: []), addition.access))
    case .certificate:
      let certificate = try reader.certificate()
      var values = try RecordValues(of: certificate)
      if let label = try reader.label() { values[Relation.code("labl")] = .bytes(label) }
      return FileMatch(.certificate, try keychain.addCertificate(certificate.bytes, values))
    case .key:
      return FileMatch(
        .key,
        try keychain.add(
          reader.key(), named: reader.label().map { String(decoding: $0, as: UTF8.self) },
          tagged: reader.tag(), reader.terms(), addition.access))
    }
  }

  /// Changes attributes, the secret and the access list of the given items, one after the other.
  ///
  /// - Parameter changes: the dictionary of new values. Attributes that a class lacks are ignored.
  package func update(
    _ matches: [FileMatch], to changes: Request, _ access: AccessList? = nil
  ) throws(KeychainError) {
    for match in matches {
      var addition = Addition(changes)
      addition.access = access
      let reader = try FileItemReader(addition, itemClass: match.itemClass)
      guard reader.secret == nil || !match.itemClass.hasObjects else {
        throw .parameter("the content of a key or certificate cannot be changed")
      }
      for part in match.parts {
        let settings = try reader.settings(of: part.relation, isNew: false)
        if reader.secret != nil || !settings.isEmpty {
          try part.update(secret: reader.secret) { values in
            for (id, value) in settings { values[id] = value }
          }
        }
        if let access, part.relation != Relation.certificates.id { try part.set(access) }
      }
    }
  }

  /// Deletes the given items, one after the other; no right is needed.
  package func delete(_ matches: [FileMatch]) throws(KeychainError) {
    for part in matches.flatMap(\.parts) { try part.remove() }
  }
}
