// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// For the name of each issuer, the number of steps from this name to the nearest trusted
/// certificate.
///
/// A step leads from the subject of a certificate to its issuer. Steps follow names only, and
/// signatures are not checked. The numbers decide only the order in which issuers are tried.
struct AnchorDistances {
  /// The number of steps for an issuer from which no path leads to a trusted certificate.
  private static let unreachable = Int.max

  private var byName: [FoldedName: Int] = [:]

  init(_ sources: TrustSources) {
    for index in sources.anchors { for name in index.subjects { byName[name] = 0 } }
    for certificate in sources.settings.certificates {
      if let subject = certificate.subject { byName[FoldedName(subject)] = 0 }
    }
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

  /// Returns the number of steps from an untrusted certificate to the nearest trusted certificate.
  ///
  /// - Parameter issuer: the name of the untrusted certificate's issuer; nil if it is not a valid
  ///   name. With nil, the result is `unreachable`.
  /// - Returns: `unreachable` if no path leads to a trusted certificate.
  func below(_ issuer: FoldedName?) -> Int {
    issuer.flatMap { byName[$0] }.map { $0 + 1 } ?? Self.unreachable
  }
}
