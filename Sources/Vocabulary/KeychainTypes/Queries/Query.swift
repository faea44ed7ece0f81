// SPDX-License-Identifier: Apache-2.0

/// One attribute that must equal a value.
package struct Predicate: Hashable, Sendable {
  package let attribute: Attribute
  package let value: AttributeValue

  package init(_ attribute: Attribute, _ value: AttributeValue) {
    self.attribute = attribute
    self.value = value
  }
}

extension Predicate: CustomStringConvertible {
  /// The name only: values do not belong in logs.
  package var description: String { "\(attribute.name) = …" }
}

/// Which of local and synchronizable items a query means (spec/secitem.md 9.1).
package enum SyncScope: Hashable, Sendable {
  /// Nothing was said: local items only; with a persistent reference, whatever the item is.
  case implied
  case any
  case only(Bool)
}

/// What a caller said about prompts (`kSecUseAuthenticationUI`).
package enum Interaction: Hashable, Sendable {
  case allow, fail, skip
}

/// What is asked: immutable, and valid once it exists.
///
/// `agrp`, `sync` and `tomb` are not among the predicates: the group is in `Reading.group`, the
/// other two have fields of their own.
package struct Query: Sendable {
  package let itemClass: ItemClass
  /// Ascending by attribute name.
  package var predicates: [Predicate] = []
  /// Empty when no reference was given; several are a list of one class.
  package var references: [PersistentReference] = []
  package var sync: SyncScope = .implied
  /// nil: live rows only, as nothing was said.
  package var tombstones: Bool?
  package var returns: Returns = []
  package var limit: Limit = .all
  /// `m_HostOrSubdomainOfHost`; internet passwords only.
  package var host: String?
  /// For certificates and identities; nil for no condition.
  package var filter: CertificateFilter? {
    get { conditions?.filter }
    set { conditions = newValue.map { Conditions($0) } }
  }
  private var conditions: Conditions?
  package var interaction: Interaction = .allow
  /// `u_Tomb`: overrides whether Delete leaves a tombstone.
  package var leavesTombstone: Bool?
  /// For constrained items; nil where the caller has brought nothing yet.
  package var evidence: Evidence?

  /// A filter in a place of its own: queries for passwords have one word for it.
  private final class Conditions: Sendable {
    let filter: CertificateFilter
    init(_ filter: CertificateFilter) { self.filter = filter }
  }

  package init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
  }

  /// A query by attributes; predicates are put in order.
  package init(_ itemClass: ItemClass, _ predicates: [Predicate], limit: Limit = .all) {
    self.itemClass = itemClass
    self.predicates = predicates.sorted { $0.attribute < $1.attribute }
    self.limit = limit
  }
}

/// Names and options, no values; the mirror has no children for the same reason.
extension Query: CustomStringConvertible, CustomReflectable {
  package var description: String {
    let names = predicates.map(\.attribute.name) + (host == nil ? [] : ["host"])
    return "Query(\(itemClass.rawValue), \(names.joined(separator: " ")), sync: \(sync), "
      + "references: \(references.count), limit: \(limit.count.map(String.init) ?? "all"))"
  }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
