// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The two queries that a query for identities is of (spec/secitem.md 4.8).
///
/// An identity is a certificate with a private key whose application label is the hash of the
/// certificate's public key. Nothing of it is stored.
package struct IdentityQuery: Sendable {
  /// For the certificate's half.
  package let certificate: Query
  /// For the key's half: private keys only (decision D10).
  package let key: Query

  /// Attributes by which the certificate is chosen; all others are those of the key.
  private static let certificateAttributes: Set<Attribute> = [
    .label, .issuer, .serialNumber, .subjectKeyIdentifier, .tokenIdentifier, .subject,
    .publicKeyHash, .certificateType, .certificateEncoding,
  ]

  package init(_ query: Query) {
    var certificate = Query(.certificate)
    var key = Query(.key)
    let (own, others) = Self.divided(query.predicates)
    certificate.predicates = own
    key.predicates =
      others + [Predicate(.keyClass, .number(1)), Predicate(.isPrivate, .number(1))]
    certificate.references = query.references.map(\.ofCertificate)
    certificate.sync = .any
    certificate.filter = query.filter
    // A reference means an identity whatever its key is (4.7).
    key.sync = query.sync == .implied && !query.references.isEmpty ? .any : query.sync
    key.tombstones = query.tombstones
    (certificate.interaction, certificate.evidence) = (query.interaction, query.evidence)
    (key.interaction, key.evidence) = (query.interaction, query.evidence)
    self.certificate = certificate
    self.key = key
  }

  private static func divided(_ predicates: [Predicate]) -> ([Predicate], [Predicate]) {
    let own = predicates.filter { certificateAttributes.contains($0.attribute) }
    return (own, predicates.filter { !certificateAttributes.contains($0.attribute) })
  }

  /// The half whose rows are read first: that of which more is said, so that an index leads to few;
  /// where nothing is said the keys, of which there are fewer.
  package var leading: ItemClass {
    let isChosen = certificate.predicates.contains { predicate in
      Schema.certificate[predicate.attribute]?.roles.contains(.digested) ?? false
    }
    return isChosen || !certificate.references.isEmpty ? .certificate : .key
  }

  /// The query of one half.
  package func half(_ itemClass: ItemClass) -> Query {
    itemClass == .certificate ? certificate : key
  }

  /// The query for what makes identities with an item of one half; nil for one that makes none.
  package func partners(of item: OpenedItem) -> Query? {
    let isCertificate = item.facts.itemClass == .certificate
    let own = isCertificate ? Attribute.publicKeyHash : .applicationLabel
    guard let value = item[own], !Canonical.bytes(of: value, kind: .data).isEmpty else {
      return nil
    }
    var query = isCertificate ? key : certificate
    query.predicates.append(
      Predicate(isCertificate ? .applicationLabel : .publicKeyHash, value))
    return query
  }
}

extension IdentityQuery {
  /// The dictionary of an identity: the key's attributes, and over them the certificate's, but for
  /// the token, which stays the key's.
  package static func attributes(certificate: OpenedItem, key: OpenedItem) -> AttributeSet {
    var own = certificate.returnedAttributes
    own[.tokenIdentifier] = nil
    var result = key.returnedAttributes
    result.merge(own)
    return result
  }
}

extension PersistentReference {
  /// A reference of an identity is that of its certificate under another name (12).
  fileprivate var ofCertificate: PersistentReference {
    switch self {
    case .identifier(.identity, let identifier): .identifier(.certificate, identifier)
    case .row(.identity, let number): .row(.certificate, number)
    case let other: other
    }
  }
}
