// SPDX-License-Identifier: Apache-2.0
import CryptoObjects

/// The number and size of the names and name constraints in a certificate.
///
/// The numbers are used to estimate the work of comparing a certificate's names with the name
/// constraints of an authority. Each name is compared with each constraint, byte by byte.
struct NameAmount {
  /// An upper bound of the number of names in the certificate that name constraints can be about.
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

  /// Returns an upper bound of the work of comparing the names with the constraints of an
  /// authority.
  ///
  /// The work is measured in compared bytes.
  func cost(against authority: NameAmount) -> Int {
    guard authority.constraints > 0 else { return 0 }
    return min(names * authority.constraintBytes, authority.constraints * nameBytes)
      + names * authority.constraints
  }
}
