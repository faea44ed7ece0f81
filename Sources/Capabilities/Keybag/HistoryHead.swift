// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

/// Computes the head of the change history: the last of a chain of HMAC-SHA256 codes.
///
/// Each entry of the history has a code, which covers the code before it. If someone without the
/// keys changes, removes, adds or reorders an entry, the chain no longer ends in the stored head. A
/// deletion adds an entry, and items can be deleted while the store is locked. So the key of the
/// codes derives from the index key, which is available in a locked store.
package struct HistoryHead: Sendable {
  private enum Chain {}

  let key: HMACSHA256
  private let store: Identifier16

  init(key: Key<KeyRole.Index>, store: Identifier16) throws(CryptoError) {
    let derived = try key.derive(Chain.self, info: "latchkey 1 history")
    self.key = try HMACSHA256(key: derived.bytes)
    self.store = store
  }

  /// Returns the head of an empty history: 32 bytes.
  package func start() throws(SealError) -> [UInt8] {
    try code(Array("latchkey 1 history start".utf8).span, store.bytes.span)
  }

  /// Returns the head of the history after one more entry was added: 32 bytes.
  ///
  /// - Parameters:
  ///   - previous: the head before the entry was added.
  ///   - entry: the encoded entry.
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
  /// Returns the keyed fingerprint of a row, computed over all of the row's unsealed values.
  ///
  /// The stored head of the history has the exclusive or (XOR) of the fingerprints of all rows. So
  /// the store notices if a single row was removed, added or replaced by an older version.
  package func fingerprint(of row: RowBinding) throws(SealError) -> Identifier16 {
    let bytes = row.encode(.metadata)
    return try code(.row, bytes.span)
  }

  /// Returns a 16-byte message authentication code over the stored head of the change history.
  ///
  /// `bytes` is the stored head without its code: the XOR of the rows' fingerprints, the number of
  /// rows, and the last code of the chain. Stores of format 3 and earlier have this code. Later
  /// stores have `code(over:of:)`, which covers the database schema too.
  package func code(over bytes: Span<UInt8>) throws(SealError) -> Identifier16 {
    try code(.head, bytes)
  }

  /// Returns a 16-byte message authentication code over the stored head of the change history.
  ///
  /// - Parameters:
  ///   - bytes: the stored head without its code: the XOR of the rows' fingerprints, the number of
  ///     rows, and the last code of the chain.
  ///   - schema: the 32-byte hash of the database schema, which the code covers too.
  package func code(over bytes: Span<UInt8>, of schema: [UInt8]) throws(SealError) -> Identifier16 {
    var prefix: [UInt8] = []
    prefix.reserveCapacity(1 + schema.count)
    prefix.append(Purpose.headOfSchema.rawValue)
    prefix += schema
    return try shortCode(prefix.span, bytes)
  }

  /// The kind of input that a message authentication code covers; the first byte of that input.
  ///
  /// A raw value is never reused, because stored codes depend on it.
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
