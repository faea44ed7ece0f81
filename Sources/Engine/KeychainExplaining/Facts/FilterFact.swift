// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainEngine
import KeychainRows
package import KeychainTypes
import SecureMemory

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

extension Session {
  /// Which part of a filter has dropped a certificate, with what that has instead.
  ///
  /// What is cheap is asked; of what is left, the last part is it without being asked, as something
  /// has dropped the certificate: a policy may take long to judge.
  ///
  /// - Parameter item: opened from a row that was read with its secret.
  func dropping(_ filter: CertificateFilter, _ item: OpenedItem) -> FilterFact {
    var last: FilterFact = .unreadable
    if filter.needsContent {
      guard let content = content(of: item),
        let certificate = content.withBytes({ try? Certificate($0) })
      else { return .unreadable }
      let clock = engine.environment.clock
      if let moment = filter.moment {
        let asked = if case .at(let moment) = moment { moment } else { clock.now() }
        last = .date(from: certificate.notBefore, to: certificate.notAfter)
        if !certificate.isValid(at: asked) { return last }
      }
      if let address = filter.emailAddress {
        last = .emailAddress(filter.isBlind ? [] : certificate.emailAddresses)
        if filter.isBlind || !certificate.holds(emailAddress: address) { return last }
      }
      if let policy = filter.policy {
        guard filter.trust != nil || !filter.issuers.isEmpty else { return .policy }
        var one = CertificateFilter()
        (one.policy, one.moment) = (policy, filter.moment)
        if (try? CertificateTest(one, for: self).holds(for: item, content)) == false {
          return .policy
        }
      }
      if filter.trust != nil { last = .trust }
    }
    guard !filter.issuers.isEmpty else { return last }
    guard filter.trust != nil else { return .issuers }
    var one = CertificateFilter()
    one.issuers = filter.issuers
    return (try? CertificateTest(one, for: self).holds(for: item, nil)) == false ? .issuers : last
  }

  /// The data of a certificate that nobody has to be asked for.
  private func content(of item: OpenedItem) -> SecretBytes? {
    let control = item.metadata.accessControl
    guard authorizer.permit(.decrypt, under: control, given: nil) == .allowed else { return nil }
    return (try? codec.openSecret(of: item)) ?? nil
  }
}
