// SPDX-License-Identifier: Apache-2.0
import KeychainRows
import KeychainStorage
import KeychainTypes

/// The virtual class of identities (spec/secitem.md 4.8).
extension Session {
  /// The identities that match, in the order of the half that led; never empty.
  func identities(
    _ query: Query, within scope: Scope, profile: Profile
  ) throws(KeychainError) -> [Match] {
    var finder = IdentityFinder(query, within: scope, for: self)
    let pairs = try finder.find(profile: profile) { (plan) throws(KeychainError) in
      try engine.rows(plan)
    }
    return pairs.map { project($0, query.returns) }
  }

  /// What the caller asked for of one identity.
  private func project(_ pair: IdentityFinder.Pair, _ returns: Returns) -> Match {
    let (certificate, key) = (pair.certificate.item, pair.key.item)
    var match = Match(.identity, certificate.facts.persistentIdentifier)
    if returns.needsAttributes {
      match.attributes = IdentityQuery.attributes(certificate: certificate, key: key)
      match.accessControl = certificate.accessControl
      match.certificate = Match.CertificateHalf(
        content: pair.certificate.secret,
        token: certificate.returnedAttributes[.tokenIdentifier])
    }
    if returns.needSecret(of: .identity) { match.secret = pair.key.secret }
    match.element = key.element
    return match
  }
}
