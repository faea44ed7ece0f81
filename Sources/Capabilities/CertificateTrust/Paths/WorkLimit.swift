// SPDX-License-Identifier: Apache-2.0

/// How much work one evaluation may be: a hostile set of certificates must be answered as fast as
/// any other (spec/certificates.md 6.10).
///
/// No honest path comes near any of the numbers.
struct WorkLimit {
  /// Certificates in a path.
  static let depth = 20
  /// Certificates of one name in one source.
  static let candidates = 128
  /// Steps from a certificate to an issuer, of a search that is guided.
  private(set) var steps = 8192
  /// Certificates that are compared with what another says of its issuer's key, where they are more
  /// than are tried.
  private(set) var fits = 1 << 15
  /// Ends that the search comes to.
  private(set) var paths = 64
  /// Signatures that are looked at.
  private(set) var signatures = 256
  /// What they cost, in tenths of milliseconds (`SignatureCost`).
  private(set) var signatureCost = 8192
  /// What comparing names with the constraints of authorities costs, in bytes (`NameAmount`).
  private(set) var nameCost = 1 << 25

  /// Counts a step; false where there were too many.
  mutating func takeStep() -> Bool {
    guard steps > 0 else { return false }
    steps -= 1
    return true
  }

  /// Counts comparisons of certificates; false where there were too many.
  mutating func takeFits(_ count: Int) -> Bool {
    guard fits >= count else { return false }
    fits -= count
    return true
  }

  /// Counts a path; false where there were too many.
  mutating func takePath() -> Bool {
    guard paths > 0 else { return false }
    paths -= 1
    return true
  }

  /// Counts a signature; false where there were too many, or they were too dear.
  mutating func takeSignature(_ cost: SignatureCost) -> Bool {
    guard signatures > 0, signatureCost >= cost.tenths else { return false }
    signatures -= 1
    signatureCost -= cost.tenths
    return true
  }

  /// Counts comparisons of names; false where they are too many.
  mutating func takeNames(_ cost: Int) -> Bool {
    guard nameCost >= cost else { return false }
    nameCost -= cost
    return true
  }
}
