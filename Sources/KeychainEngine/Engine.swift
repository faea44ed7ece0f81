// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainStorage
package import KeychainTypes

/// The embedded service: one store with its keys, for any number of callers.
///
/// Immutable once open and safe to use from any thread. A forked child gets `notAvailable` from
/// every call and opens an engine of its own (DESIGN section 5).
package final class Engine: Sendable {
  package let environment: Environment
  package let files: StoreFiles
  package let store: ItemStore
  package let codec: RowCodec
  private let notify: @Sendable (ChangeEvent) -> Void

  /// - Parameter notify: told once per transaction, after it is durable, on the calling thread
  ///   (spec/sync.md S14).
  init(
    environment: Environment, files: StoreFiles, store: ItemStore, codec: RowCodec,
    notify: @escaping @Sendable (ChangeEvent) -> Void
  ) {
    self.environment = environment
    self.files = files
    self.store = store
    self.codec = codec
    self.notify = notify
  }

  /// The engine for one caller.
  ///
  /// - Parameter refusal: what every verb answers, where the caller's identity is not valid.
  package func session(as caller: Caller, refusing refusal: KeychainError? = nil) -> Session {
    Session(engine: self, caller: caller, refusing: refusal)
  }

  /// Whether this process is a child of the one that opened the engine.
  package var hasForked: Bool { store.hasForked }

  /// Whether the store is still where it was opened.
  package var isInPlace: Bool { store.isInPlace }

  /// The same store as it is while all other protections are locked.
  package func testOnlyLocked(keeping protections: Set<Protection>) -> Engine {
    Engine(
      environment: environment, files: files, store: store,
      codec: RowCodec(keybag: codec.keybag.keeping(protections)), notify: notify)
  }

  /// The rows of a plan, in order of insertion.
  func rows(_ plan: StorePlan) throws(KeychainError) -> [SealedRow] {
    try storing { () throws(StorageError) in try store.fetch(plan) }
  }

  /// Runs changes as one transaction with history and event.
  func changing<R>(
    by caller: Caller, _ body: (inout ChangeRecorder) throws(KeychainError) -> R
  ) throws(KeychainError) -> R {
    let (result, event) = try store.write {
      (transaction) throws(KeychainError) -> (R, ChangeEvent?) in
      var change = try ChangeRecorder(
        transaction, codec: codec, environment: environment, caller: caller)
      let result = try body(&change)
      return (result, change.event)
    }
    if let event { notify(event) }
    return result
  }
}
