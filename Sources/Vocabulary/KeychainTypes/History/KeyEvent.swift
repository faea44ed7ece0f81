// SPDX-License-Identifier: Apache-2.0

/// Something that happened to the keys of a store, after which items are gone for good
/// (spec/diagnostics.md 2, F15).
package struct KeyEvent: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case passcodeRemoved = 1
    /// A backup of another device came; items that may not leave theirs stayed behind.
    case restoredFromOtherDevice = 2
    /// The keybag that items were sealed with is not there any more.
    case keybagReplaced = 3
  }

  package let kind: Kind
  package let time: Instant
  /// How many items it has cost.
  package let count: Int

  package init(_ kind: Kind, at time: Instant, count: Int) {
    self.kind = kind
    self.time = time
    self.count = count
  }

  /// How many are kept.
  package static let most = 32
}
