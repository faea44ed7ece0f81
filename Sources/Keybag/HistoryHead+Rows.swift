// SPDX-License-Identifier: Apache-2.0
import KeychainCrypto
package import KeychainTypes

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
    return try code(prefix.span, bytes)
  }

  /// What a code is over; never reused.
  private enum Purpose: UInt8 {
    case row = 1
    case head = 2
    case headOfSchema = 3
  }

  private func code(_ purpose: Purpose, _ bytes: Span<UInt8>) throws(SealError) -> Identifier16 {
    let prefix: InlineArray<1, UInt8> = [purpose.rawValue]
    return try code(prefix.span, bytes)
  }

  private func code(_ prefix: Span<UInt8>, _ bytes: Span<UInt8>) throws(SealError) -> Identifier16 {
    do {
      let words = try key.code(prefix, bytes).words
      return Identifier16(high: words.0, low: words.1)
    } catch {
      throw SealError(error)
    }
  }
}
