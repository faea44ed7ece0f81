// SPDX-License-Identifier: Apache-2.0

/// What a rotation of the store's keys did, and what it left.
package struct RotationReport: Sendable {
  /// The generation of keys that rows are sealed under now, from 1.
  package var epoch: UInt32 = 0
  /// Whether this call made new keys; false when it went on with an earlier call's.
  package var hasNewKeys = false
  /// Whether the device key stayed as it is: with a passcode both together give the unlock key.
  package var keepsDeviceKey = false
  package var rowsResealed = 0
  /// Rows that keep older keys until their protection is unlocked, by protection.
  package var waiting: [Protection: Int] = [:]
  /// Rows that keep older keys since they do not open.
  package var rowsDamaged = 0
  /// Rows that were moved aside, for which older keys are kept.
  package var rowsAside = 0

  package init() {}

  /// Whether no row that can be found needs older keys.
  package var isComplete: Bool { waiting.isEmpty && rowsDamaged == 0 }
}
