// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainRows
import KeychainStorage
import KeychainTypes
import SecureMemory

/// A step that a rotation of keys has completed.
///
/// The rotation reports each completed step to its caller, and may be interrupted there.
package enum RotationStep: Hashable, Sendable {
  /// The keybag has new keys and is sealed under a new device key.
  ///
  /// If no earlier rotation was interrupted, no row is sealed under the new keys yet.
  case prepared
  /// The store uses the new keys for everything that is written from now on.
  case begun
  /// One more batch, with this number of rows, was sealed under the new keys.
  case batch(rows: Int)
  /// All rows are sealed under the new keys.
  case settled
  /// The keys that no row needs were removed from the keybag.
  case forgotten
}
