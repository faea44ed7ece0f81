// SPDX-License-Identifier: Apache-2.0

/// The generations of keys that the rows of a store were made with, from 1.
///
/// One, or two while a rotation is under way: rows of the older one are being sealed anew
/// (Documentation/Formats/store.md). Both numbers only ever rise.
package struct KeyEpochs: Hashable, Sendable {
  /// What rows are made with now.
  package let current: UInt32
  /// The oldest that a row may still have.
  package let oldest: UInt32

  /// Nil where no store can be like that: generations follow one another, one at a time.
  package init?(current: UInt32, oldest: UInt32) {
    guard oldest >= 1, oldest <= current, current - oldest <= 1, current < .max else { return nil }
    self.current = current
    self.oldest = oldest
  }

  private init(_ current: UInt32, _ oldest: UInt32) {
    self.current = current
    self.oldest = oldest
  }

  /// Those of a new store.
  package static let first = KeyEpochs(1, 1)

  /// One generation and no other.
  package static func only(_ epoch: UInt32) -> KeyEpochs { KeyEpochs(epoch, epoch) }

  /// Whether all rows are of one generation.
  package var isSettled: Bool { current == oldest }

  /// The generation that rows may have beside the current one.
  package var older: UInt32? { isSettled ? nil : oldest }

  /// Whether a row of the store may be of a generation.
  package func has(_ epoch: UInt32) -> Bool { epoch == current || epoch == oldest }

  /// After a rotation has begun.
  package var begun: KeyEpochs { KeyEpochs(current + 1, current) }

  /// With a generation that is newer; a store had the one before when that was made.
  package func begun(with newest: UInt32) -> KeyEpochs { KeyEpochs(newest, newest - 1) }

  /// After the last row of the older generation has been sealed anew.
  package var settled: KeyEpochs { KeyEpochs(current, current) }
}
