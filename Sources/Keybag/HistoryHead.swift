// SPDX-License-Identifier: Apache-2.0
package import KeychainCrypto
import KeychainTypes

/// The authenticated head of the change history: a chain of HMAC-SHA256 codes, one an entry.
///
/// Each code covers the one before it, so that an entry that was changed, removed, added or put in
/// another order by somebody without the keys does not end in the stored head. The key derives from
/// the index key, which is there while locked, since deleting is.
package struct HistoryHead: Sendable {
  private enum Chain {}

  private let key: HMACSHA256
  private let store: Identifier16

  init(key: Key<KeyRole.Index>, store: Identifier16) throws(CryptoError) {
    let derived = try key.derive(Chain.self, info: "latchkey 1 history")
    self.key = try HMACSHA256(key: derived.bytes)
    self.store = store
  }

  /// The head of a history without entries.
  package func start() throws(SealError) -> Digest32 {
    try code(Array("latchkey 1 history start".utf8), store.bytes)
  }

  /// The head after one more entry, whose encoding is `entry`.
  package func head(
    after previous: Digest32, entry: Span<UInt8>
  ) throws(SealError) -> Digest32 {
    do {
      return try key.code(previous.bytes.span, entry)
    } catch {
      throw SealError(error)
    }
  }

  private func code(_ first: [UInt8], _ second: [UInt8]) throws(SealError) -> Digest32 {
    do {
      return try key.code(first.span, second.span)
    } catch {
      throw SealError(error)
    }
  }
}
