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
  /// No `Result`, for the same reason as `Reading.Outcome`.
  private let outcome = Lock<(engine: Engine?, refusal: KeychainError?)>((nil, nil))
  private let leavesFiles: Bool

  /// - Parameter leavesFiles: whether the engine only looks at the store.
  init(leavesFiles: Bool) {
    self.leavesFiles = leavesFiles
  }

  /// The engine that was opened, or what spoke against it.
  ///
  /// The lock is held while the store is opened, which calls nobody back.
  func engine() throws(KeychainError) -> Engine {
    try outcome.withLock { outcome throws(KeychainError) in
      if let engine = outcome.engine { return engine }
      if let refusal = outcome.refusal { throw refusal }
      do throws(KeychainError) {
        let engine = try open()
        outcome.engine = engine
        return engine
      } catch {
        outcome.refusal = error
        throw error
      }
    }
  }

  private func open() throws(KeychainError) -> Engine {
    let surroundings = StoreLocation.Surroundings.ofThisProcess
    var environment = Environment(surroundings)
    environment.store.leavesFiles = leavesFiles
    return try Engine.open(StoreLocation(surroundings), environment: environment)
  }
}
