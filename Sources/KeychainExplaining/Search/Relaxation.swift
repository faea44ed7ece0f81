// SPDX-License-Identifier: Apache-2.0
import KeychainExplanations
import KeychainRows
import KeychainStorage
import KeychainTypes

/// What would have to be left out of a query for a row to match.
enum Relaxation: Hashable {
  case attribute(Attribute)
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
      case .kind, .form, .isNotStored, .isEmpty, .differs, .differsIn:
        failure.attribute.map { .attribute($0) } ?? .filter
      }
    }
  }
}
