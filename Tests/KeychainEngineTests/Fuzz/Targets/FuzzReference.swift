// SPDX-License-Identifier: Apache-2.0
import KeychainTypes

/// Decodes a persistent reference from a client.
enum FuzzReference {
  static func run(_ bytes: [UInt8]) {
    guard let reference = PersistentReference(bytes) else { return }
    _ = reference.itemClass
    guard case .identifier(let itemClass, let identifier) = reference else { return }
    precondition(
      PersistentReference.encode(itemClass, identifier) == bytes,
      "a reference that was read is written as it was")
  }
}
