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
    let hasNewKeys = try KeyRenewal(engine: engine).prepare()
    try tell(.prepared, step)
    var report = try finishRenewal(step)
    report.hasNewKeys = hasNewKeys
    return report
  }

  /// Lets the newest keys of the keybag be those of all rows, from wherever a call before was cut
  /// off.
  func finishRenewal(
    _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) -> RotationReport {
    let renewal = KeyRenewal(engine: engine)
    if try renewal.begin() { try tell(.begun, step) }
    var resealing = Resealing(session: self)
    try resealing.run { (rows) throws(KeychainError) in try tell(.batch(rows: rows), step) }
    if try renewal.settle() {
      try tell(.settled, step)
      try renewal.forget()
      try tell(.forgotten, step)
    }
    var report = RotationReport()
    report.rowsResealed = resealing.count
    try renewal.count(into: &report)
    return report
  }

  /// A fork need not wait for a whole rotation, only for a step of it.
  private func tell(
    _ done: RotationStep, _ step: (RotationStep) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try step(done)
    ForkBarrier.rest(microseconds: 0)
  }

  /// After an unlocking: what a call before has not finished, and new keys for a store whose
  /// passcode was set when that left the old ones.
  ///
  /// Not doing it loses nothing, and the next unlocking tries again.
  func renewAfterUnlock() {
    guard ForkBarrier.begin() else { return }
    defer { ForkBarrier.end() }
    let renewal = KeyRenewal(engine: engine)
    do throws(KeychainError) {
      guard try engine.currentKeys().hasPasscode else { return }
      if try renewal.isUnfinished() { _ = try finishRenewal { (_) throws(KeychainError) in } }
      guard try renewal.isDue(), try renewal.prepare() else { return }
      _ = try finishRenewal { (_) throws(KeychainError) in }
    } catch {}
  }
}
