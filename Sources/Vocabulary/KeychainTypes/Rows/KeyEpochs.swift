// SPDX-License-Identifier: Apache-2.0

/// The generations (epochs) of keys that seal (encrypt) the rows of a store; the first generation
/// has the number 1.
///
/// There is one generation, or two while a rotation of the keys is under way. During a rotation,
/// rows of the older generation are sealed again with new keys (Documentation/Formats/store.md).
/// The numbers `current` and `oldest` can only rise.
package struct KeyEpochs: Hashable, Sendable {
  /// The generation of keys with which rows are sealed (encrypted) when they are written now.
  package let current: UInt32
  /// The oldest generation of keys with which a row of the store may still be sealed.
  package let oldest: UInt32

  /// Makes the generations of a store; nil if the numbers are not possible.
  ///
  /// Each rotation raises the number by 1, so the numbers differ by at most 1, and the lowest
  /// number is 1.
  package init?(current: UInt32, oldest: UInt32) {
    guard oldest >= 1, oldest <= current, current - oldest <= 1, current < .max else { return nil }
    self.current = current
    self.oldest = oldest
  }

  private init(_ current: UInt32, _ oldest: UInt32) {
    self.current = current
    self.oldest = oldest
  }

  /// The generations of keys in a new store: only generation 1.
  package static let first = KeyEpochs(1, 1)

  /// Returns the generations of a store whose rows are all sealed with keys of one generation.
  package static func only(_ epoch: UInt32) -> KeyEpochs { KeyEpochs(epoch, epoch) }

  /// True if all rows are sealed with keys of one generation, so that no rotation is under way.
  package var isSettled: Bool { current == oldest }

  /// The older generation of keys with which rows may still be sealed; nil if no rotation is under
  /// way.
  package var older: UInt32? { isSettled ? nil : oldest }

  /// True if a row of the store may be sealed with keys of the given generation.
  package func has(_ epoch: UInt32) -> Bool { epoch == current || epoch == oldest }

  /// The generations that this store has after the next rotation of its keys has begun.
  package var begun: KeyEpochs { KeyEpochs(current + 1, current) }

  /// Returns the generations of a store after a rotation has begun; `newest` is the generation of
  /// the new keys.
  ///
  /// The rows that are not yet sealed again are of the generation just before `newest`.
  package func begun(with newest: UInt32) -> KeyEpochs { KeyEpochs(newest, newest - 1) }

  /// The generations that this store has after the rotation has ended, when no row of the older
  /// generation is left.
  package var settled: KeyEpochs { KeyEpochs(current, current) }
}
