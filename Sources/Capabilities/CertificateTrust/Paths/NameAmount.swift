// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// How much there is to compare when a certificate's names are held against the constraints of
/// another: each name with each constraint, byte by byte.
struct NameAmount {
  /// An estimate from above, as a name takes two bytes at least.
  private let names: Int
  private let nameBytes: Int
  private let constraints: Int
  private let constraintBytes: Int

  init(_ certificate: Certificate) {
    let alternatives = certificate.value(of: .subjectAlternativeName)?.count ?? 0
    let pairs = certificate.subject?.pairs ?? []
    names = 1 + pairs.count + certificate.subjectAlternativeNames.count
    nameBytes = alternatives + pairs.reduce(0) { $0 + $1.value.count }
    constraintBytes = certificate.value(of: .nameConstraints)?.count ?? 0
    constraints = constraintBytes / 4
  }

  /// The bytes that are compared.
  func cost(against authority: NameAmount) -> Int {
    guard authority.constraints > 0 else { return 0 }
    return min(names * authority.constraintBytes, authority.constraints * nameBytes)
      + names * authority.constraints
  }
}
