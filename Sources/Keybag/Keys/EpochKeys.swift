// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes

/// What follows from the index key of one epoch: digests, and codes over the change history.
package struct EpochKeys: Sendable {
  package let number: UInt32
  /// Makes the digests of attribute values.
  package let digests: DigestMaker
  /// Authenticates the change history and names rows.
  package let history: HistoryHead

  /// Nil when the ring has no index key of this epoch.
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
