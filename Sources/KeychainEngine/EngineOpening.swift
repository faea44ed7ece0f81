// SPDX-License-Identifier: Apache-2.0
import KeychainStorage
import KeychainTypes
import SecureMemory

/// One opening of the process's store, for all threads that need it meanwhile.
///
/// The first does it, the others wait and share what came of it: two threads must not open two
/// engines, and where opening ends at the busy limit, no thread waits for the limits of those
/// before it.
final class EngineOpening: Sendable {
  private let outcome = Lock<Result<Engine, KeychainError>?>(nil)
  private let leavesFiles: Bool

  /// - Parameter leavesFiles: whether the engine only looks at the store.
  init(leavesFiles: Bool) {
    self.leavesFiles = leavesFiles
  }

  /// The engine that was opened, or what spoke against it.
  ///
  /// The lock is held while the store is opened, which calls nobody back.
  func engine() throws(KeychainError) -> Engine {
    try outcome.withLock {
      (outcome: inout Result<Engine, KeychainError>?) throws(KeychainError) -> Engine in
      let result = outcome ?? open()
      outcome = result
      return try result.get()
    }
  }

  private func open() -> Result<Engine, KeychainError> {
    let surroundings = StoreLocation.Surroundings.ofThisProcess
    var environment = Environment(surroundings)
    environment.store.leavesFiles = leavesFiles
    return Result { () throws(KeychainError) in
      try Engine.open(StoreLocation(surroundings), environment: environment)
    }
  }
}
