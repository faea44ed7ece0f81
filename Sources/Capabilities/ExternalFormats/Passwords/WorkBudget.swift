// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto

/// The key derivation work that may still be done for the data of one import.
///
/// If the data has several PKCS#12 files or encrypted keys, they share one budget. The limit makes
/// sure that hostile data is refused within two seconds. One unit of work is an iteration of a key
/// derivation with SHA-1 or SHA-256, which takes about 0.2 µs. Files in use need at most 600,000
/// iterations for each of three keys.
struct WorkBudget {
  private var left = 5_000_000

  /// Reduces the remaining work by the work of deriving a key of `count` bytes.
  ///
  /// - Throws: `excessive` if the derivation needs more than the remaining work; `malformed` if
  ///   `iterations` is less than 1.
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

  /// Subtracts `units` times `factor` from the remaining work.
  ///
  /// One unit is an iteration of a key derivation with SHA-1, or other work of about 0.2 µs.
  ///
  /// - Throws: `excessive` if the product is more than the remaining work.
  mutating func spend(_ units: Int, times factor: Int) throws(FormatFailure) {
    let (work, isTooMuch) = units.multipliedReportingOverflow(by: factor)
    guard !isTooMuch, work <= left else { throw .excessive }
    left -= work
  }
}
