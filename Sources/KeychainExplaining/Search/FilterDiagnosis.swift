// SPDX-License-Identifier: Apache-2.0
import CryptoObjects
import KeychainEngine
import KeychainExplanations
import KeychainRows
import KeychainTypes
import SecureMemory

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
