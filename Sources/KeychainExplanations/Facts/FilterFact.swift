// SPDX-License-Identifier: Apache-2.0
package import KeychainTypes

/// A filter of a query that an item does not pass, with what the item has instead (K220).
package enum FilterFact: Hashable, Sendable {
  /// None of the names that its issuers lead to is wanted.
  case issuers
  /// Valid at other times: the first and the last moment.
  case date(from: Instant, to: Instant)
  /// The addresses that it has.
  case emailAddress([String])
  case policy
  case trust
  /// The server that it is for; nil where it names none.
  case host(String?)
  /// There is no certificate in it that can be read.
  case unreadable

  /// The constant of the match key; nil where any of them may be meant.
  package var constant: String? {
    switch self {
    case .issuers: "kSecMatchIssuers"
    case .date: "kSecMatchValidOnDate"
    case .emailAddress: "kSecMatchEmailAddressIfPresent"
    case .policy: "kSecMatchPolicy"
    case .trust: "kSecMatchTrustedOnly"
    case .host: "kSecMatchHostOrSubdomainOfHost"
    case .unreadable: nil
    }
  }

  /// In a word: `date`.
  package var word: String {
    switch self {
    case .issuers: "issuers"
    case .date: "date"
    case .emailAddress: "e-mail"
    case .policy: "policy"
    case .trust: "trust"
    case .host: "host"
    case .unreadable: "certificate"
    }
  }
}

extension Wording {
  /// What the item has where the filter looks.
  func content(_ filter: FilterFact) -> String {
    switch filter {
    case .issuers: "Its issuers, as far as they are stored, lead to no name that is wanted."
    case .date(let first, let last):
      "The certificate is valid from \(date(first)) to \(date(last))."
    case .emailAddress(let addresses) where addresses.isEmpty:
      "The certificate has no e-mail address."
    case .emailAddress(let addresses):
      showsValues
        ? "The certificate has "
          + addresses.prefix(5).map { "\"\(Self.visible($0))\"" }.joined(separator: ", ") + "."
        : "The certificate has \(addresses.count) other e-mail "
          + "\(addresses.count.are("address", "addresses"))."
    case .policy: "The certificate does not satisfy the policy at that moment."
    case .trust: "The certificate does not lead to an anchor of this system now."
    case .host(let server?):
      showsValues
        ? "The item is for \"\(Self.visible(server))\"." : "The item is for another server."
    case .host(nil): "The item names no server."
    case .unreadable: "Its data is no certificate."
    }
  }
}
