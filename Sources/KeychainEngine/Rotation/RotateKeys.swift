// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainStorage
package import KeychainTypes
import SecureMemory

/// Where a rotation has come to; told between its steps, at each of which it may be cut off.
package enum RotationStep: Hashable, Sendable {
  /// The keybag holds new keys under a new device key, and nothing is sealed under them.
  case prepared
  /// Whoever writes now uses the new keys.
  case begun
  /// One batch of rows was sealed anew.
  case batch(rows: Int)
  /// No row has the old keys any more.
  case settled
  /// The keybag has forgotten keys that nothing needs.
  case forgotten
}

extension Session {
  /// Renews the device key, and the class, metadata and index keys, while others go on working.
  ///
  /// Each step leaves a store that works; called again after an end in the middle, it goes on from
  /// there. Rows whose class is locked wait, and so do rows that do not open: the next call goes on
  /// with them, and begins no further generation before they are done.
  package func rotateKeys() throws(KeychainError) -> RotationReport {
    try rotateKeys { (_) throws(KeychainError) in }
  }

  /// - Parameter step: called after each step, with no lock held; what it throws ends the rotation
  ///   there.
  package func rotateKeys(
    _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) -> RotationReport {
    try ForkBarrier.beginCall()
    defer { ForkBarrier.end() }
    // A fork need not wait for a whole rotation, only for a step of it.
    func tell(_ done: RotationStep) throws(KeychainError) {
      try step(done)
      ForkBarrier.rest(microseconds: 0)
    }
    let renewal = KeyRenewal(engine: engine)
    var report = RotationReport()
    report.hasNewKeys = try renewal.prepare()
    try tell(.prepared)
    if try renewal.begin() { try tell(.begun) }
    var resealing = Resealing(session: self)
    try resealing.run { (rows) throws(KeychainError) in try tell(.batch(rows: rows)) }
    report.rowsResealed = resealing.count
    if try renewal.settle() {
      try tell(.settled)
      try renewal.forget()
      try tell(.forgotten)
    }
    try renewal.count(into: &report)
    return report
  }
}
