// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// How many certificates are between a name and the nearest believed one.
///
/// By what the certificates say; no signature is looked at. It decides in which order issuers are
/// tried, and nothing else.
struct AnchorDistances {
  /// That of an issuer by whom no way leads to a believed one.
  private static let unreachable = Int.max

  private var byName: [FoldedName: Int] = [:]

  init(_ sources: TrustSources) {
    for index in sources.anchors { for name in index.subjects { byName[name] = 0 } }
    var issued: [FoldedName: [FoldedName]] = [:]
    for subject in sources.others.subjects {
      for certificate in sources.others.certificates(of: subject) {
        guard let issuer = certificate.issuer else { continue }
        issued[FoldedName(issuer), default: []].append(subject)
      }
    }
    var names = Array(byName.keys)
    var distance = 0
    while !names.isEmpty {
      distance += 1
      names = names.flatMap { issued[$0] ?? [] }.filter { name in
        guard byName[name] == nil else { return false }
        byName[name] = distance
        return true
      }
    }
  }

  /// That of a certificate that is not believed itself, by its issuer's name.
  func below(_ issuer: FoldedName?) -> Int {
    issuer.flatMap { byName[$0] }.map { $0 + 1 } ?? Self.unreachable
  }
}
