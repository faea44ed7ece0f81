// SPDX-License-Identifier: Apache-2.0
package import Keybag
import KeychainRows
package import KeychainStorage
package import KeychainTypes

/// What happened to the keys of a store and has cost items, remembered so that their absence can be
/// explained (spec/diagnostics.md 2, F15).
extension Session {
  /// Milliseconds that remembering may wait for other writers: what happened has happened.
  private static let patience = 100

  /// Remembers an event; a store that cannot be written now forgets it.
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
  /// Remembers an event with the changes of this transaction.
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
  /// What happened to the keys, the oldest first.
  package func keyEvents(under keybag: UnlockedKeybag) throws(KeychainError) -> [KeyEvent] {
    let seal = RegistrySeal(keybag)
    let name = try sealing { () throws(SealError) in try seal.nameOfEvents() }
    let row = try storing { () throws(StorageError) in try registryRow(named: name) }
    return row.flatMap { seal.events(in: $0) } ?? []
  }
}
