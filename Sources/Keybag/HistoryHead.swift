// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
import KeychainTypes

/// The authenticated head of the change history: a chain of HMAC-SHA256 codes, one an entry.
///
/// Each code covers the one before it, so that an entry that was changed, removed, added or put in
/// another order by somebody without the keys does not end in the stored head. The key derives from
/// the index key, which is there while locked, since deleting is.
package struct HistoryHead: Sendable {
  private enum Chain {}

  let key: HMACSHA256
  private let store: Identifier16

  init(key: Key<KeyRole.Index>, store: Identifier16) throws(CryptoError) {
    let derived = try key.derive(Chain.self, info: "latchkey 1 history")
    self.key = try HMACSHA256(key: derived.bytes)
    self.store = store
  }

  /// The head of a history without entries: 32 bytes.
  package func start() throws(SealError) -> [UInt8] {
    try code(Array("latchkey 1 history start".utf8).span, store.bytes.span)
  }

  /// The head after one more entry, whose encoding is `entry`: 32 bytes.
  package func head(
    after previous: [UInt8], entry: Span<UInt8>
  ) throws(SealError) -> [UInt8] {
    try code(previous.span, entry)
  }

  private func code(_ first: Span<UInt8>, _ second: Span<UInt8>) throws(SealError) -> [UInt8] {
    do {
      return try key.code(first, second).bytes
    } catch {
      throw SealError(error)
    }
  }
}
