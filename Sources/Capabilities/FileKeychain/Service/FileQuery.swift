// SPDX-License-Identifier: Apache-2.0
package import CryptoObjects
import KeychainRequests
package import KeychainTypes

/// A query for items of keychain files, read from a dictionary of `SecItem`
/// (Specification/file-keychain.md, "SecItem on file keychains"; Specification/secitem.md,
/// "File-based engine differences").
///
/// Attributes that a class lacks have no effect. Unknown keys of the dictionary have no effect
/// either.
package struct FileQuery: Sendable {
  /// The comparisons of texts and subjects for which a dictionary asks.
  package struct TextRules: Sendable {
    /// Returns true if two texts are equal, ignoring case, diacritics or width as the dictionary
    /// says.
    ///
    /// Nil if the dictionary does not mention these. Texts are then compared byte by byte.
    package var areEqual: (@Sendable (String, String) -> Bool)?
    /// Returns true if the summary of a certificate's subject matches; nil if every subject
    /// matches.
    package var acceptsSubject: (@Sendable (String) -> Bool)?

    package init() {}
  }

  package let itemClass: ItemClass
  package private(set) var returns: Returns = []
  /// The greatest number of items that the query finds.
  package var limit: Limit
  package private(set) var interaction = Interaction.allow
  package var rules = TextRules()
  /// The dictionary's pairs of attribute and value that an item of the class can have; a found item
  /// has these values.
  private(set) var conditions: [Request.Pair] = []
  /// The references in `kSecValuePersistentRef`; nil if the dictionary lacks this key.
  ///
  /// A value that is no reference to an item of a keychain file is left out, and finds nothing.
  private(set) var references: [FileReference]?
  private(set) var host: String?
  private(set) var filter = CertificateFilter()

  /// Reads the query of a call of CopyMatching, Update or Delete.
  ///
  /// - Parameter itemClass: the class of an object in the dictionary; nil if the dictionary itself
  ///   has to name the class.
  /// - Throws: the errors of the first five steps in the table of `FileRequestReader`.
  package init(_ request: Request, itemClass: ItemClass? = nil) throws(KeychainError) {
    let pairs = request.pairs
    try FileRequestReader.refuse(pairs)
    references = Self.references(pairs)
    self.itemClass = try FileRequestReader.itemClass(
      pairs, itemClass ?? references?.first?.itemClass)
    let read = try FileRequestReader(
      pairs, of: self.itemClass, as: request.verb == .copyMatching ? .query : .target)
    (conditions, returns) = (read.conditions, read.returns)
    let matches = read.matches
    (filter, host) = (matches.filter, matches.host)
    // A filter or a host that the class does not have is refused: to ignore it would widen the
    // search.
    if let refusal = matches.refusal { throw refusal }
    limit = matches.limit ?? Limit(count: 1, isImplied: true)
    interaction = pairs.interaction
  }

  private static func references(_ pairs: RequestPairs) -> [FileReference]? {
    switch pairs[.value, ValueKey.persistentReference.rawValue] {
    case nil: return nil
    case .bytes(let bytes)?: return FileReference(decoding: bytes).map { [$0] } ?? []
    case .list(let values)?:
      return values.compactMap { value in
        guard case .bytes(let bytes) = value else { return nil }
        return FileReference(decoding: bytes)
      }
    default: return []
    }
  }

  /// The tables that have items of the query's class; empty for identities, which have no table.
  ///
  /// Keys are in three tables. A query without a class of keys (`kSecAttrKeyClass`) has all three,
  /// private keys first.
  func relations() throws(KeychainError) -> [Relation] {
    switch itemClass {
    case .genericPassword: return [.genericPasswords]
    case .internetPassword: return [.internetPasswords]
    case .certificate: return [.certificates]
    case .identity: return []
    case .key:
      let all: [Relation] = [.privateKeys, .publicKeys, .symmetricKeys]
      guard let given = conditions.first(where: { $0.key.attribute == .keyClass }),
        let column = FileColumn.all(of: Relation.privateKeys.id)
          .first(where: { $0.attribute == .keyClass })
      else { return all }
      let wanted = try column.fileValue(given.value)
      return all.filter { FileValue.number($0.id) == wanted }
    }
  }

  /// Returns the conditions that a search for records of a table can check, byte by byte.
  ///
  /// If the dictionary asks for a comparison that ignores case, diacritics or width, `accepts`
  /// checks the texts instead.
  func terms(in relation: Relation) throws(KeychainError) -> [RecordTerm] {
    var terms: [RecordTerm] = []
    for (column, value) in columns(in: relation) where !isText(column, value) {
      guard column.kind != .keyClass else { continue }
      terms.append(RecordTerm(column.id, try column.fileValue(value)))
    }
    return terms
  }

  /// Returns true if an item fulfils the conditions that a comparison of bytes cannot check.
  ///
  /// These are the host of an internet password, and texts to compare without case, diacritics or
  /// width.
  ///
  /// - Parameter values: the attributes of the item.
  func accepts(_ values: RecordValues) -> Bool {
    for (column, value) in columns(in: values.relation) where isText(column, value) {
      guard case .text(let wanted) = value,
        case .text(let found)? = values[column.id].flatMap({ column.attributeValue($0) }),
        rules.areEqual?(found, wanted) == true
      else { return false }
    }
    guard let host, values.relation.id == Relation.internetPasswords.id else { return true }
    let server = values[Relation.code("srvr")]?.content ?? []
    return server == Array(host.utf8) || server.suffix(host.utf8.count + 1) == [46] + host.utf8
  }

  /// The columns of a table for which the dictionary has a value, in the dictionary's order.
  private func columns(in relation: Relation) -> [(column: FileColumn, value: RequestValue)] {
    let known = FileColumn.all(of: relation.id)
    return conditions.compactMap { pair in
      known.first { $0.attribute == pair.key.attribute }.map { ($0, pair.value) }
    }
  }

  private func isText(_ column: FileColumn, _ value: RequestValue) -> Bool {
    guard rules.areEqual != nil, column.kind == .text, case .text = value else { return false }
    return true
  }
}

/// The conditions that only certificates can meet.
extension FileQuery {
  /// The greatest number of steps from a certificate up the chain of its issuers.
  private static let mostLevels = 10

  /// True if the query has conditions on certificates beyond their attributes, for example their
  /// validity.
  var readsCertificates: Bool { !filter.isEmpty || rules.acceptsSubject != nil }

  /// Returns true if a certificate meets the query's conditions on the content of certificates.
  ///
  /// - Parameters:
  ///   - now: the present time, for conditions that name no moment.
  ///   - issuers: returns the certificates in the searched keychains that have the given subject.
  ///     The subject is a normalised name in DER, with its tag and length.
  func accepts(
    _ certificate: Certificate, now: Instant,
    issuers: ([UInt8]) throws(KeychainError) -> [Certificate]
  ) throws(KeychainError) -> Bool {
    let moment = if case .at(let moment)? = filter.moment { moment } else { now }
    if filter.moment != nil, !certificate.isValid(at: moment) { return false }
    if let address = filter.emailAddress, !certificate.holds(emailAddress: address) { return false }
    if let acceptsSubject = rules.acceptsSubject {
      guard let summary = certificate.subjectSummary, acceptsSubject(summary) else { return false }
    }
    guard try leads(certificate, issuers) else { return false }
    guard try filter.policy?.accepts(certificate.bytes, at: moment) ?? true else { return false }
    return try filter.trust?.accepts(certificate.bytes, at: now) ?? true
  }

  /// Returns the attributes of a certificate that is in no keychain file, if it matches the query.
  ///
  /// Nil if it does not match. For example, the Linux distribution's trusted certificates are in no
  /// keychain file.
  package func attributes(
    ifAccepted certificate: Certificate, now: Instant
  ) throws(KeychainError) -> AttributeSet? {
    guard itemClass == .certificate, references == nil,
      let values = try? RecordValues(of: certificate)
    else { return nil }
    let terms = try terms(in: values.relation)
    guard terms.allSatisfy(values.has), accepts(values),
      try accepts(certificate, now: now, issuers: { _ in [] })
    else { return nil }
    return values.attributes
  }

  /// Returns true if the chain of a certificate's issuers has an issuer that the query names.
  ///
  /// Also true if the query names no issuer.
  ///
  /// - Parameter issuers: returns the certificates in the searched keychains that have a given
  ///   subject.
  private func leads(
    _ certificate: Certificate, _ issuers: ([UInt8]) throws(KeychainError) -> [Certificate]
  ) throws(KeychainError) -> Bool {
    guard !filter.issuers.isEmpty else { return true }
    let wanted = Set(filter.issuers)
    var level = [certificate]
    var seen: Set<[UInt8]> = []
    for _ in 0...Self.mostLevels where !level.isEmpty {
      var next: [Certificate] = []
      for certificate in level {
        guard let issuer = certificate.issuer else { continue }
        if wanted.contains(issuer.normalizedContent) { return true }
        guard seen.insert(issuer.normalizedContent).inserted else { continue }
        next += try issuers(issuer.normalizedSequence)
      }
      level = next
    }
    return false
  }
}

extension FileReference {
  /// The class of the referenced item; nil if its table has no class.
  package var itemClass: ItemClass? {
    guard !isIdentity else { return .identity }
    return primaryKey.atom(at: 0).flatMap { ItemClass(relation: $0) }
  }
}

extension ItemClass {
  /// The class of the items of a table; nil if the table has no class.
  package init?(relation: UInt32) {
    switch relation {
    case Relation.genericPasswords.id: self = .genericPassword
    case Relation.internetPasswords.id: self = .internetPassword
    case Relation.certificates.id: self = .certificate
    case Relation.publicKeys.id, Relation.privateKeys.id, Relation.symmetricKeys.id: self = .key
    default: return nil
    }
  }
}
