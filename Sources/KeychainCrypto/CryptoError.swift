// SPDX-License-Identifier: Apache-2.0

/// Why an operation of libcrypto gave no result.
///
/// Nothing of the input is in it.
package enum CryptoError: Error, Equatable, Sendable {
  /// libcrypto has no library context or lacks an algorithm that we need.
  case unavailable
  /// A sealed text was not made with this key, or it or what it is bound to was changed.
  case notAuthentic
  /// A key, nonce or sealed text has a length that cannot be right.
  case wrongLength
  /// A cost or size outside the bounds of the algorithm.
  case wrongParameter
  /// There was not enough memory; never the sign of a wrong key or passcode.
  case outOfMemory
  /// libcrypto refused a correct call.
  case failed
}
