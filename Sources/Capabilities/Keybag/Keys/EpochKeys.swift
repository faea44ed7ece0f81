// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes

/// The keys that are derived from the index key of one epoch (generation of keys).
///
/// With these keys, the store computes the digests of attribute values and the message
/// authentication codes of the change history.
package struct EpochKeys: Sendable {
  package let number: UInt32
  /// Computes the digests of attribute values.
  package let digests: DigestMaker
  /// Authenticates the change history, and makes the fingerprints of rows.
  package let history: HistoryHead

  /// Derives the keys from the index key of the epoch `number`.
  ///
  /// Nil if the key ring has no index key of this epoch.
  init?(_ number: UInt32, in ring: KeyRing, store: Identifier16) throws(KeybagError) {
    guard let index = ring.keys(of: number)?.index else { return nil }
    self.number = number
    do {
      digests = try DigestMaker(key: index)
      history = try HistoryHead(key: index, store: store)
    } catch {
      throw KeybagError(error)
    }
  }
}
