// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

/// The work that one file may still ask for, so that a hostile one is refused within two seconds.
///
/// A unit is an iteration of a derivation with SHA-1 or SHA-256: about 0.2 µs. Files in use ask
/// for 600,000 iterations for each of three keys at most.
struct WorkBudget {
  private var left = 5_000_000

  /// Takes the work of a derivation of some bytes.
  ///
  /// - Throws: `excessive` where it is more than is left; `malformed` for no iteration.
  mutating func spend(
    iterations: Int, _ hash: HashFunction, count: Int
  ) throws(FormatFailure) {
    guard iterations >= 1 else { throw .malformed }
    let weight =
      switch hash {
      case .sha1, .sha224, .sha256: 1
      case .sha384, .sha512, .sha512Of224Bits, .sha512Of256Bits, .md5: 3
      }
    try spend(iterations, times: weight * ((count + hash.size - 1) / hash.size))
  }

  /// Takes so many units.
  mutating func spend(_ units: Int, times factor: Int) throws(FormatFailure) {
    let (work, isTooMuch) = units.multipliedReportingOverflow(by: factor)
    guard !isTooMuch, work <= left else { throw .excessive }
    left -= work
  }
}
