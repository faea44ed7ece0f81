// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// The two queries that together find identities (Specification/secitem.md, "Identities").
///
/// An identity is a certificate with a private key whose application label is the hash of the
/// certificate's public key. Identities themselves are not stored.
package struct IdentityQuery: Sendable {
  /// The query for the certificates of the identities.
  package let certificate: Query
  /// The query for the keys of the identities.
  ///
  /// The query finds only private keys (Specification/secitem.md, "Discrepancies between documents
  /// and source", D10).
  package let key: Query

  /// The attributes that become conditions on the certificate in a query for identities.
  ///
  /// All other attributes become conditions on the key.
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
    // A reference means an identity, whether or not its key is synchronizable
    // (Specification/secitem.md, "v_PersistentRef in queries").
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

  /// The class of items that is searched first: certificates or keys.
  ///
  /// Certificates are searched first if the query has a persistent reference, or a condition on an
  /// attribute of certificates that has a digest. Few rows then match. Otherwise keys are searched
  /// first, because a store has fewer keys than certificates.
  package var leading: ItemClass {
    let isChosen = certificate.predicates.contains { predicate in
      Schema.certificate[predicate.attribute]?.roles.contains(.digested) ?? false
    }
    return isChosen || !certificate.references.isEmpty ? .certificate : .key
  }

  /// Returns the query for certificates if the class is certificate, or else the query for keys.
  package func half(_ itemClass: ItemClass) -> Query {
    itemClass == .certificate ? certificate : key
  }

  /// Returns the query that finds the partners of an item: the keys for a certificate, or the
  /// certificates for a key.
  ///
  /// An item and each partner form an identity. Nil for a certificate without a public key hash,
  /// and for a key without an application label. These items cannot be part of an identity.
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
  /// Returns the attributes of an identity: those of its key and of its certificate.
  ///
  /// If the key and the certificate have the same attribute, the value of the certificate is
  /// returned. The only exception is the token identifier, whose value always comes from the key.
  package static func attributes(certificate: OpenedItem, key: OpenedItem) -> AttributeSet {
    var own = certificate.returnedAttributes
    own[.tokenIdentifier] = nil
    var result = key.returnedAttributes
    result.merge(own)
    return result
  }
}

extension PersistentReference {
  /// The persistent reference of the certificate if this is the reference of an identity
  /// (Specification/secitem.md, "Persistent references").
  ///
  /// All other references are returned unchanged.
  fileprivate var ofCertificate: PersistentReference {
    switch self {
    case .identifier(.identity, let identifier): .identifier(.certificate, identifier)
    case .row(.identity, let number): .row(.certificate, number)
    case let other: other
    }
  }
}
