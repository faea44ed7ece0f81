// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes
import SecureMemory

/// The parameters of a key exchange whose result is derived from the shared secret
/// (Specification/seckey.md, "Key exchange").
package struct KeyExchangeParameters: Sendable {
  /// The largest number of bytes that may be derived.
  package static let largestSize = 1 << 30

  /// The number of bytes to derive.
  package let requestedSize: Int
  /// The information that both parties of the exchange add to the derivation; may be empty.
  package let sharedInfo: [UInt8]

  package init(requestedSize: Int, sharedInfo: [UInt8] = []) {
    self.requestedSize = requestedSize
    self.sharedInfo = sharedInfo
  }
}
