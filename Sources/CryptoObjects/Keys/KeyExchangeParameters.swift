// SPDX-License-Identifier: Apache-2.0

/// What a key exchange with derivation is told (spec/seckey.md 2.9).
package struct KeyExchangeParameters: Sendable {
  /// A derivation of more bytes than this is refused.
  package static let largestSize = 1 << 30

  /// How many bytes are to be derived.
  package let requestedSize: Int
  /// What both sides know; empty for nothing.
  package let sharedInfo: [UInt8]

  package init(requestedSize: Int, sharedInfo: [UInt8] = []) {
    self.requestedSize = requestedSize
    self.sharedInfo = sharedInfo
  }
}
