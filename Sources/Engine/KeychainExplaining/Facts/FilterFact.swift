// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainEngine
import KeychainRows
package import KeychainTypes
import SecureMemory

/// The match filter that rejected an item, with the value of the item that the filter tested
/// (finding K220).
package enum FilterFact: Hashable, Sendable {
  /// `kSecMatchIssuers` rejected the item: the certificate's chain has no issuer with a name that
  /// the query wants.
  case issuers
  /// `kSecMatchValidOnDate` rejected the item: the certificate is valid only between these two
  /// moments.
  case date(from: Instant, to: Instant)
  /// `kSecMatchEmailAddressIfPresent` rejected the item: the certificate has only these addresses.
  case emailAddress([String])
  case policy
  case trust
  /// `kSecMatchHostOrSubdomainOfHost` rejected the item, because the item is for the server with
  /// this name.
  ///
  /// Nil if the item names no server.
  case host(String?)
  /// No filter could be tested, because the certificate of the item cannot be read.
  case unreadable

  /// The constant of the filter's key, for example `kSecMatchIssuers`.
  ///
  /// The constant is nil for `unreadable`, because this case is not about a single filter.
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

  /// The name of the filter in one word, for example `date`.
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
  /// Returns a sentence about the value of an item because of which a match filter rejected the
  /// item.
  ///
  /// For example, the sentence names the dates between which a certificate is valid.
  func content(_ filter: FilterFact) -> FindingText {
    switch filter {
    case .issuers: .matchFilterDroppedAll.issuers
    case .date(let first, let last):
      .matchFilterDroppedAll.dates(first: date(first), last: date(last))
    case .emailAddress(let addresses) where addresses.isEmpty: .matchFilterDroppedAll.noAddress
    case .emailAddress(let addresses):
      showsValues
        ? .matchFilterDroppedAll.addresses(
          addresses: addresses.prefix(5).map { "\"\(Self.visible($0))\"" }.joined(separator: ", "))
        : .matchFilterDroppedAll.otherAddresses(n: addresses.count)
    case .policy: .matchFilterDroppedAll.policy
    case .trust: .matchFilterDroppedAll.trust
    case .host(let server?):
      showsValues
        ? .matchFilterDroppedAll.server(server: Self.visible(server))
        : .matchFilterDroppedAll.otherServer
    case .host(nil): .matchFilterDroppedAll.noServer
    case .unreadable: .matchFilterDroppedAll.noCertificate
    }
  }
}

extension Session {
  /// Returns the first condition of a certificate filter that a certificate does not meet, with the
  /// certificate's value for this condition.
  ///
  /// The conditions are date, address, policy, trust and issuers. Conditions that are quick to test
  /// are tested first. The filter has rejected the certificate, so the last remaining condition is
  /// returned without a test. This avoids the test of a policy, which may take long.
  ///
  /// - Parameters:
  ///   - filter: the filter that has rejected the certificate.
  ///   - item: the certificate item, decrypted from a row that was read with its secret.
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

  /// Returns the data of a certificate item.
  ///
  /// Nil if the access control of the item requires a prompt first, or if the data cannot be
  /// decrypted.
  private func content(of item: OpenedItem) -> SecretBytes? {
    let control = item.metadata.accessControl
    guard authorizer.permit(.decrypt, under: control, given: nil) == .allowed else { return nil }
    return (try? codec.openSecret(of: item)) ?? nil
  }
}
