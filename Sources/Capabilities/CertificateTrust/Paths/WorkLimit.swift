// SPDX-License-Identifier: Apache-2.0

/// The amount of work that one evaluation of trust may still do.
///
/// The evaluation of a hostile set of certificates must not take longer than any other evaluation
/// (Specification/certificates.md, "The trust engine"). No honest path comes near any of the
/// limits.
struct WorkLimit {
  /// The greatest number of certificates in a path.
  static let depth = 20
  /// The greatest number of possible issuers with one name that are tried from one source
  /// (`TrustSources`).
  ///
  /// The sources are the caller's anchors, the system's anchors, and further certificates.
  static let candidates = 128
  /// The remaining number of steps from a certificate to an issuer.
  ///
  /// Steps are counted only in the search that a `PathGuide` limits.
  private(set) var steps = 8192
  /// The remaining number of comparisons of a possible issuer with the key that a certificate
  /// identifies as its issuer's key.
  ///
  /// The comparisons are counted only if a source has more than `candidates` possible issuers for a
  /// certificate.
  private(set) var fits = 1 << 15
  /// The remaining number of paths that the search may complete.
  private(set) var paths = 64
  /// The remaining number of signatures that may be checked.
  private(set) var signatures = 256
  /// The remaining time for checking signatures, in tenths of a millisecond (`SignatureCost`).
  private(set) var signatureCost = 8192
  /// The remaining work of comparing names with the name constraints of authorities, in bytes
  /// (`NameAmount`).
  private(set) var nameCost = 1 << 25

  /// Counts a step to an issuer.
  ///
  /// - Returns: false if the limit of steps is reached.
  mutating func takeStep() -> Bool {
    guard steps > 0 else { return false }
    steps -= 1
    return true
  }

  /// Counts comparisons of a possible issuer with the key that a certificate identifies as its
  /// issuer's key.
  ///
  /// - Returns: false if the comparisons exceed the limit.
  mutating func takeFits(_ count: Int) -> Bool {
    guard fits >= count else { return false }
    fits -= count
    return true
  }

  /// Counts a completed path.
  ///
  /// - Returns: false if the limit of paths is reached.
  mutating func takePath() -> Bool {
    guard paths > 0 else { return false }
    paths -= 1
    return true
  }

  /// Counts a signature check of the given cost.
  ///
  /// - Returns: false if the number or the cost of signatures exceeds the limit.
  mutating func takeSignature(_ cost: SignatureCost) -> Bool {
    guard signatures > 0, signatureCost >= cost.tenths else { return false }
    signatures -= 1
    signatureCost -= cost.tenths
    return true
  }

  /// Counts comparisons of names with name constraints.
  ///
  /// - Parameter cost: the work of the comparisons, in bytes.
  /// - Returns: false if the comparisons exceed the limit.
  mutating func takeNames(_ cost: Int) -> Bool {
    guard nameCost >= cost else { return false }
    nameCost -= cost
    return true
  }
}
