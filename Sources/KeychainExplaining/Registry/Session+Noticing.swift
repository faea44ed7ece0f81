// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainEngine
import KeychainExplanations
import KeychainRows
import KeychainStorage
package import KeychainTypes

/// Has the store take notice of the applications that use it (spec/diagnostics.md 9).
///
/// A store that cannot be written now is no error: the next start of the application tries again.
extension Session {
  /// How many applications are remembered.
  package static let mostApplications = 512
  /// How many days after an application was last seen it is forgotten.
  package static let daysRemembered: Int64 = 400
  /// Milliseconds that remembering may wait for other writers: nobody asked for it.
  private static let patience = 100

  /// Takes notice of the caller; writes where it is new, has changed, or was not seen today.
  ///
  /// - Parameter isInstallation: whether it has come to this device just now.
  package func notice(isInstallation: Bool = false) {
    let caller = caller
    try? keep { (known, now) in
      if isInstallation, var history = known?.history {
        guard history.see(caller, at: now, isInstallation: true) else { return nil }
        return history
      }
      if let known, known.day >= now.day, known.history.isSeen(as: caller) { return nil }
      var history = known?.history ?? ApplicationHistory(caller, at: now)
      _ = history.see(caller, at: now)
      return history
    }
  }

  /// Takes notice of searches of the caller that found something, and of where it was seen.
  ///
  /// - Parameter patience: milliseconds to wait for other writers.
  package func learn(_ searches: [GoodSearch], _ habits: ApplicationHistory.Habits) {
    try? keep { (known, now) in
      // A store that has not noticed the caller was told not to, or could not.
      guard var history = known?.history, let generation = history.generations.last?.number else {
        return nil
      }
      let news = searches.filter { search in
        !history.searches.contains { $0.hasShape(of: search) && $0.time.day >= search.time.day }
      }.map {
        GoodSearch(
          itemClass: $0.itemClass, conditions: $0.conditions, time: $0.time, generation: generation)
      }
      return history.learn(news, habits) ? history : nil
    }
  }

  /// The shape of a search that found something; nil for one that conditions do not tell.
  package func shape(of query: Query) -> GoodSearch? {
    guard let conditions = try? codec.conditions(of: query), !conditions.isEmpty,
      conditions.count <= GoodSearch.mostConditions
    else { return nil }
    return GoodSearch(
      itemClass: query.itemClass, conditions: conditions, time: engine.environment.clock.now(),
      generation: 0)
  }

  private typealias Known = (history: ApplicationHistory, day: Int64)

  /// Reads what is known of the caller, and writes what it is to become, if anything.
  ///
  /// - Parameter change: what is to be kept; nil: nothing new. Asked twice: the second time of what
  ///   other writers have left meanwhile.
  private func keep(
    _ change: @escaping (Known?, Instant) -> ApplicationHistory?
  ) throws(KeychainError) {
    try withKeys { (call) throws(KeychainError) in try call.keepOnce(change) }
  }

  private func keepOnce(
    _ change: @escaping (Known?, Instant) -> ApplicationHistory?
  ) throws(KeychainError) {
    guard !caller.identifier.isEmpty, !caller.groups.isEmpty else { return }
    let now = engine.environment.clock.now()
    let seal = RegistrySeal(codec.keybag)
    let name = try sealing { () throws(SealError) in try seal.name(of: caller.identifier) }
    let known = try reading { (reader) throws(KeychainError) in
      try storing { () throws(StorageError) in try reader.registryRow(named: name) }
    }
    let parts = { (row: RegistryRow?) -> Known? in
      row.flatMap { row in seal.history(in: row).map { ($0, row.day) } }
    }
    guard change(parts(known), now) != nil else { return }
    let epochs = codec.keybag.epochs
    try engine.store.write(within: Self.patience) { (transaction) throws(KeychainError) in
      guard transaction.keyEpochs == epochs else { throw KeychainError(StorageError.rekeyed) }
      let row = try storing { () throws(StorageError) in
        try transaction.reader.registryRow(named: name)
      }
      guard let history = change(parts(row), now) else { return }
      let day = max(now.day, row?.day ?? now.day)
      let renewed = try sealing { () throws(SealError) in try seal.row(history, seenOn: day) }
      try storing { () throws(StorageError) in
        try transaction.keepRegistry(renewed)
        if row == nil { try Self.forgetOldest(in: transaction, on: now.day) }
      }
    }
  }

  /// Removes who was not seen for long, and the oldest of too many.
  private static func forgetOldest(
    in transaction: WriteTransaction, on day: Int64
  ) throws(StorageError) {
    let rows = try transaction.reader.registryRows()
    for (place, row) in rows.enumerated()
    where row.day < day - daysRemembered || place < rows.count - mostApplications {
      try transaction.removeRegistry(row.name)
    }
  }
}

extension RowCodec {
  /// The conditions of a query that the store compares, by the digests that it compares.
  func conditions(of query: Query) throws(KeychainError) -> [Attribute: Identifier16] {
    guard query.references.isEmpty, query.itemClass != .identity else { return [:] }
    let plan = try planner.plan(query, within: .all, reading: .digests)
    return Dictionary(
      plan.store.terms.map { ($0.attribute, $0.digest) }, uniquingKeysWith: { first, _ in first })
  }
}

extension ApplicationHistory {
  /// Whether a caller is what was seen last.
  fileprivate func isSeen(as caller: Caller) -> Bool {
    generations.last?.fits(caller) == true
  }
}
