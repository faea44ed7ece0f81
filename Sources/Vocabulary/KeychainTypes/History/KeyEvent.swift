// SPDX-License-Identifier: Apache-2.0

/// An event that made keys of a store unavailable, so that items can never be decrypted again
/// (Specification/diagnostics.md, "Facts of a call", F15).
package struct KeyEvent: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case passcodeRemoved = 1
    /// A backup of another device was restored; items that may not leave that device were left out.
    case restoredFromOtherDevice = 2
    /// The keybag was replaced by a keybag that lacks the keys of the lost items.
    case keybagReplaced = 3
  }

  package let kind: Kind
  package let time: Instant
  /// The number of items that were lost in this event.
  package let count: Int

  package init(_ kind: Kind, at time: Instant, count: Int) {
    self.kind = kind
    self.time = time
    self.count = count
  }

  /// The maximum number of key events (losses of keys) that a store keeps.
  package static let most = 32
}
