// SPDX-License-Identifier: Apache-2.0
import CLatchkeyOpenSSL

/// The reason why an operation of libcrypto gave no result.
///
/// The error contains nothing of the operation's input.
package enum CryptoError: Error, Equatable, Sendable {
  /// libcrypto cannot create a library context, or lacks a required algorithm.
  case unavailable
  /// The sealed text was sealed with another key or other associated data, or was changed.
  case notAuthentic
  /// The key, nonce or sealed text has an impossible length.
  case wrongLength
  /// A number or component that the caller passed is outside the limits of the algorithm, or
  /// invalid.
  ///
  /// Examples are the cost of scrypt, the size of a key, and a point that is not on its curve.
  case wrongParameter
  /// There was not enough memory.
  ///
  /// This never means a wrong key or passcode.
  case outOfMemory
  /// libcrypto refused a call although the call was correct.
  case failed
}
