// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// What a wrapped key of the keybag is bound to, so that records cannot be swapped.
struct KeyBinding: Sendable {
  let store: Identifier16
  let protection: Protection
  let epoch: UInt32

  /// The associated data of the wrapping.
  func encode(_ purpose: KeyPurpose) -> [UInt8] {
    Array("latchkey 1 wrap".utf8) + [purpose.rawValue, protection.rawValue]
      + Canonical.littleEndian(epoch) + store.bytes
  }
}
