// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

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

extension HistoryHead {
  /// The keyed fingerprint of a row: of everything in the clear of it.
  ///
  /// The exclusive or over all rows is what the head of the history promises, so that a row that
  /// was removed, added or rolled back by itself shows.
  package func fingerprint(of row: RowBinding) throws(SealError) -> Identifier16 {
    let bytes = row.encode(.metadata)
    return try code(.row, bytes.span)
  }

  /// A keyed code over bytes of the engine's: the chain of entries and the tag of the head.
  package func code(over bytes: Span<UInt8>) throws(SealError) -> Identifier16 {
    try code(.head, bytes)
  }

  /// A keyed code over bytes of the engine's, bound to the 32 bytes that stand for the schema.
  package func code(over bytes: Span<UInt8>, of schema: [UInt8]) throws(SealError) -> Identifier16 {
    var prefix: [UInt8] = []
    prefix.reserveCapacity(1 + schema.count)
    prefix.append(Purpose.headOfSchema.rawValue)
    prefix += schema
    return try shortCode(prefix.span, bytes)
  }

  /// What a code is over; never reused.
  private enum Purpose: UInt8 {
    case row = 1
    case head = 2
    case headOfSchema = 3
  }

  private func code(_ purpose: Purpose, _ bytes: Span<UInt8>) throws(SealError) -> Identifier16 {
    let prefix: InlineArray<1, UInt8> = [purpose.rawValue]
    return try shortCode(prefix.span, bytes)
  }

  private func shortCode(_ prefix: Span<UInt8>, _ bytes: Span<UInt8>) throws(SealError)
    -> Identifier16
  {
    do {
      let words = try key.code(prefix, bytes).words
      return Identifier16(high: words.0, low: words.1)
    } catch {
      throw SealError(error)
    }
  }
}
