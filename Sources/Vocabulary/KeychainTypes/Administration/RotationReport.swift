// SPDX-License-Identifier: Apache-2.0

/// The result of replacing the store's keys, with the numbers of rows that are still sealed with
/// older keys.
package struct RotationReport: Sendable {
  /// The generation of keys with which rows are sealed now; the first generation of a store is 1.
  package var epoch: UInt32 = 0
  /// True if the call that returned this report made new keys.
  ///
  /// False if the call continued a replacement of keys that an earlier call had left unfinished.
  package var hasNewKeys = false
  /// True if the device key was kept, because the store has a passcode.
  ///
  /// The unlock key is derived from the device key and the passcode together. A new device key
  /// would therefore need the passcode, which a rotation does not have.
  package var keepsDeviceKey = false
  package var rowsResealed = 0
  /// The number of rows that are still sealed with older keys, for each protection whose class key
  /// is locked.
  ///
  /// These rows are sealed again when the class key is available.
  package var waiting: [Protection: Int] = [:]
  /// The number of rows that are still sealed with older keys because they are damaged and cannot
  /// be decrypted.
  package var rowsDamaged = 0
  /// The number of rows with older keys that an earlier call has moved aside, so that no query
  /// reads them.
  ///
  /// Examples are damaged rows that blocked a new row. These rows are not sealed again, so the
  /// keybag keeps their keys.
  package var rowsAside = 0

  package init() {}

  /// True if no row is still sealed with older keys, except for rows that no query reads
  /// (`rowsAside`).
  package var isComplete: Bool { waiting.isEmpty && rowsDamaged == 0 }
}
