// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
import KeychainRows
import KeychainStorage
import KeychainTypes

/// What would have to be left out of a query for a row to match.
enum Relaxation: Hashable {
  case attribute(Attribute)
  /// Another value instead of the one that was given.
  case value(Attribute, Digest?)
  case synchronizable
  case group(Digest)
  case protection(Protection)
  case filter

  static func all(_ failures: [NearMiss.Failure], _ row: SealedRow) -> [Relaxation] {
    failures.map { failure in
      switch failure.how {
      case .synchronizable: .synchronizable
      case .group: .group(row.facts.group)
      case .protection: .protection(row.facts.protection)
      case .filter: .filter
      case .kind, .form:
        failure.attribute.map { .value($0, row.digest(of: $0)) } ?? .filter
      case .isNotStored, .isEmpty, .differs, .differsIn:
        failure.attribute.map { .attribute($0) } ?? .filter
      }
    }
  }
}

extension SealedRow {
  /// Nil where an attribute has none.
  fileprivate func digest(of attribute: Attribute) -> Digest? {
    Schema.of(facts.itemClass).digested.firstIndex { $0.attribute == attribute }
      .flatMap { digests[$0] }
  }
}
