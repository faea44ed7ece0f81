// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainRows
package import KeychainStorage
package import KeychainTypes

/// Records events in which items were lost with their keys, such as the removal of the passcode.
///
/// The records explain missing items later (Specification/diagnostics.md, "Facts of a call", F15).
extension Session {
  /// The longest time, in milliseconds, that recording an event waits for other writers of the
  /// store.
  ///
  /// The wait is short, because the work of the call that records the event is already done.
  private static let patience = 100

  /// Records an event in which items were lost with their keys, such as the removal of the
  /// passcode.
  ///
  /// If the store cannot be written now, the event is not recorded.
  ///
  /// - Parameter count: the number of items that were lost with the keys.
  package func remember(_ kind: KeyEvent.Kind, costing count: Int = 0) {
    try? withKeys { (call) throws(KeychainError) in
      let keybag = call.codec.keybag
      let event = KeyEvent(kind, at: engine.environment.clock.now(), count: count)
      try engine.store.write(within: Self.patience) { (transaction) throws(KeychainError) in
        guard transaction.keyEpochs == keybag.epochs else {
          throw KeychainError(StorageError.rekeyed)
        }
        try transaction.remember(event, under: keybag)
      }
    }
  }
}

extension WriteTransaction {
  /// Records an event in which items were lost with their keys, as part of this transaction.
  func remember(_ event: KeyEvent, under keybag: UnlockedKeybag) throws(KeychainError) {
    let seal = RegistrySeal(keybag)
    let name = try sealing { () throws(SealError) in try seal.nameOfEvents() }
    let row = try storing { () throws(StorageError) in try reader.registryRow(named: name) }
    let events = (row.flatMap { seal.events(in: $0) } ?? []) + [event]
    let renewed = try sealing { () throws(SealError) in
      try seal.row(events, on: event.time.day)
    }
    try storing { () throws(StorageError) in try keepRegistry(renewed) }
  }
}

extension StoreReader {
  /// Returns the recorded events in which items were lost with their keys, such as the removal of
  /// the passcode, oldest first.
  package func keyEvents(under keybag: UnlockedKeybag) throws(KeychainError) -> [KeyEvent] {
    let seal = RegistrySeal(keybag)
    let name = try sealing { () throws(SealError) in try seal.nameOfEvents() }
    let row = try storing { () throws(StorageError) in try registryRow(named: name) }
    return row.flatMap { seal.events(in: $0) } ?? []
  }
}
