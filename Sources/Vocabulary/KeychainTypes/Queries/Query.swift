// SPDX-License-Identifier: Apache-2.0

/// One condition of a query: an attribute that must equal a value.
package struct Predicate: Hashable, Sendable {
  package let attribute: Attribute
  package let value: AttributeValue

  package init(_ attribute: Attribute, _ value: AttributeValue) {
    self.attribute = attribute
    self.value = value
  }
}

extension Predicate: CustomStringConvertible {
  /// The name of the condition's attribute, without the value, because values must not get into
  /// logs.
  package var description: String { "\(attribute.name) = …" }
}

/// The items that a query searches: local items, synchronizable items or both
/// (Specification/secitem.md, "Default of the sync attribute").
package enum SyncScope: Hashable, Sendable {
  /// The caller did not say whether to search local or synchronizable items.
  ///
  /// The query then finds local items only. A query with a persistent reference finds local and
  /// synchronizable items.
  case implied
  case any
  case only(Bool)
}

/// The caller's choice for items that need a prompt (`kSecUseAuthenticationUI`): show the prompt,
/// fail, or skip the items.
package enum Interaction: Hashable, Sendable {
  case allow, fail, skip
}

/// A query for items, made of a caller's dictionary that was already checked.
///
/// Three attributes are not among the predicates. The access group is in `Reading.group`. The
/// properties `sync` and `tombstones` have the conditions on synchronizability and on tombstones.
package struct Query: Sendable {
  package let itemClass: ItemClass
  /// The conditions on attributes, in ascending order of attribute names.
  package var predicates: [Predicate] = []
  /// The persistent references of the items to find, all of one class; empty if the caller gave no
  /// reference.
  package var references: [PersistentReference] = []
  package var sync: SyncScope = .implied
  /// True if the query finds only tombstones (rows that remain of deleted items), false if it finds
  /// only items.
  ///
  /// Nil if the caller did not choose; the query then finds only items.
  package var tombstones: Bool?
  package var returns: Returns = []
  package var limit: Limit = .all
  /// The host whose internet passwords the query finds, with those of its subdomains; nil sets no
  /// condition.
  ///
  /// The caller sets this condition with the key `kSecMatchHostOrSubdomainOfHost`.
  package var host: String?
  /// The conditions that only certificates and identities can meet; nil if the query has no such
  /// condition.
  package var filter: CertificateFilter? {
    get { conditions?.filter }
    set { conditions = newValue.map { Conditions($0) } }
  }
  private var conditions: Conditions?
  package var interaction: Interaction = .allow
  /// True if Delete leaves a tombstone for each deleted item, false if Delete leaves no tombstones
  /// (`kSecUseTombstones`).
  ///
  /// Nil if the caller did not choose; Delete then leaves tombstones for synchronizable items only.
  package var leavesTombstone: Bool?
  /// The proofs by the user for items with an access control; nil if the caller has sent no
  /// evidence so far.
  package var evidence: Evidence?

  /// An object that contains the filter.
  ///
  /// Because the filter is in an object, a query without a filter spends only one word of memory on
  /// it.
  private final class Conditions: Sendable {
    let filter: CertificateFilter
    init(_ filter: CertificateFilter) { self.filter = filter }
  }

  package init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
  }

  /// Makes a query for items of a class whose attributes meet conditions; the conditions are sorted
  /// by attribute name.
  package init(_ itemClass: ItemClass, _ predicates: [Predicate], limit: Limit = .all) {
    self.itemClass = itemClass
    self.predicates = predicates.sorted { $0.attribute < $1.attribute }
    self.limit = limit
  }
}

/// Describes a query by its attribute names and options, without values.
///
/// The mirror is empty, so that Swift's `dump` shows no values.
extension Query: CustomStringConvertible, CustomReflectable {
  package var description: String {
    let names = predicates.map(\.attribute.name) + (host == nil ? [] : ["host"])
    return "Query(\(itemClass.rawValue), \(names.joined(separator: " ")), sync: \(sync), "
      + "references: \(references.count), limit: \(limit.count.map(String.init) ?? "all"))"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
