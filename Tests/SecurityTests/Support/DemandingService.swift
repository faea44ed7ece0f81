// SPDX-License-Identifier: Apache-2.0
import KeychainRequests
import KeychainTypes
import SecureMemory

/// A service that answers every request with a demand for evidence.
struct DemandingService: ReadingService, WithoutPasscode {
  /// The number of times that it was asked to find items.
  let rounds = Lock(0)

  private var demand: KeychainError {
    KeychainError(
      .authorizationRequired, "evidence is needed", challenge: Challenge(demands: []))
  }

  func rehearsing(_ rehearsal: Request.Rehearsal) -> DemandingService { self }

  func add(_ item: Reading<NewItem>, _ trail: inout Trail) throws(KeychainError) -> Match? {
    throw demand
  }
  func copyMatching(
    _ query: Reading<Query>, _ trail: inout Trail
  ) throws(KeychainError) -> [Match] {
    rounds.withLock { $0 += 1 }
    throw demand
  }
  func update(
    _ query: Reading<Query>, setting changes: Reading<Changes>, _ trail: inout Trail
  ) throws(KeychainError) {
    throw demand
  }
  func delete(_ query: Reading<Query>, _ trail: inout Trail) throws(KeychainError) { throw demand }
  func describeStore() throws(KeychainError) -> StoreDescription { throw demand }
  func damagedParts() throws(KeychainError) -> [String] { throw demand }
  func check() throws(KeychainError) -> CheckReport { throw demand }
  func rotateKeys() throws(KeychainError) -> RotationReport { throw demand }
  func copyStore(to directory: String) throws(KeychainError) -> CheckReport { throw demand }
  func listItems(_ classes: [ItemClass]) throws(KeychainError) -> [ItemSummary] { throw demand }
}
