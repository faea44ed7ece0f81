// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainEngine
import KeychainRows
import KeychainStorage
package import KeychainTypes

/// Reads and deletes the application histories in the store, which record the programs that used
/// the store (Specification/diagnostics.md, "Application history").
extension Session: Remembering {
  package func leftBehind() throws(KeychainError) -> FormerAccess {
    try withKeys { (call) throws(KeychainError) in
      try call.reading { (reader) throws(KeychainError) in
        var places = FormerAccess()
        for itemClass in ItemClass.stored {
          var query = Query(itemClass)
          query.sync = .any
          let search = FormerGroups(
            session: call, reader: reader, query: query, effort: .commandLine)
          let access = try search.access()
          places.lost += access.lost
          places.others += access.others
        }
        return places
      }
    }
  }

  package func items(madeBy identifier: String) throws(KeychainError) -> [ItemFact] {
    try withKeys { (call) throws(KeychainError) in
      let scope = try call.authorizer.scope(.copyMatching, .absent)
      return try call.reading { (reader) throws(KeychainError) in
        var items: [ItemFact] = []
        for itemClass in ItemClass.stored {
          var query = Query(itemClass)
          query.sync = .any
          let plan = try call.planner.plan(query, within: scope, reading: .digests)
          let survey = MatchSurvey(session: call, reader: reader, plan: plan, query: query)
          items += try survey.all(by: identifier)
        }
        return items
      }
    }
  }

  package func olderThanInstallation() throws(KeychainError) -> FormerInstallation? {
    guard let since = try ownHistory()?.installedAgain else { return nil }
    let count = try items(madeBy: caller.identifier).count { item in
      if case .date(let time)? = item.attributes[.creationDate] { time < since } else { false }
    }
    return count > 0 ? FormerInstallation(since: since, count: count) : nil
  }

  package func ownHistory() throws(KeychainError) -> ApplicationHistory? {
    try withKeys { (call) throws(KeychainError) in
      let seal = RegistrySeal(call.codec.keybag)
      let identifier = call.caller.identifier
      let name = try sealing { () throws(SealError) in try seal.name(of: identifier) }
      return try call.reading { (reader) throws(KeychainError) in
        try storing { () throws(StorageError) in try reader.registryRow(named: name) }
      }.flatMap { seal.history(in: $0) }
    }
  }

  package func histories() throws(KeychainError) -> [ApplicationHistory] {
    try withKeys { (call) throws(KeychainError) in
      let seal = RegistrySeal(call.codec.keybag)
      return try call.reading { (reader) throws(KeychainError) in
        try storing { () throws(StorageError) in try reader.registryRows() }
      }.compactMap { seal.history(in: $0) }
    }
  }

  package func forgetHistory(of identifier: String?) throws(KeychainError) -> Int {
    try withKeys { (call) throws(KeychainError) in
      let seal = RegistrySeal(call.codec.keybag)
      let wanted = try identifier.map { identifier throws(KeychainError) in
        try sealing { () throws(SealError) in try seal.name(of: identifier) }
      }
      return try engine.store.write { (transaction) throws(KeychainError) in
        try storing { () throws(StorageError) in
          let rows = try transaction.reader.registryRows()
            .filter { wanted == nil || $0.name == wanted }
          for row in rows { try transaction.removeRegistry(row.name) }
          return rows.count
        }
      }
    }
  }
}

/// Records in the store which applications use it (Specification/diagnostics.md, "Application
/// history").
///
/// If the store cannot be written now, no error is reported. The next start of the application
/// tries again.
extension Session {
  /// The greatest number of applications whose history is kept.
  package static let mostApplications = 512
  /// The number of days after which the history of an application is deleted if the application was
  /// not seen again.
  package static let daysRemembered: Int64 = 400
  /// The longest time that the write of an application history waits for other writers, in
  /// milliseconds.
  ///
  /// The time is short, because no caller asked for the write.
  private static let patience = 100

  /// Records in the store that the calling program was seen now.
  ///
  /// The store is written only if the program is new, has changed, or was not seen today.
  ///
  /// - Parameter isInstallation: true if the program was installed on this device just now.
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

  /// Records searches of the caller that found items, and states of the device in which the caller
  /// was seen.
  ///
  /// A state is, for example, `locked`.
  package func learn(_ searches: [GoodSearch], _ habits: ApplicationHistory.Habits) {
    try? keep { (known, now) in
      // If the store has no record of the caller, recording is switched off or has failed.
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

  /// Returns a successful search in the form that the application history keeps: the attributes of
  /// its conditions, with digests of their values.
  ///
  /// Nil if the search has no conditions, for example if it uses a reference. Also nil if it has
  /// too many conditions.
  package func shape(of query: Query) -> GoodSearch? {
    guard let conditions = try? codec.conditions(of: query), !conditions.isEmpty,
      conditions.count <= GoodSearch.mostConditions
    else { return nil }
    return GoodSearch(
      itemClass: query.itemClass, conditions: conditions, time: engine.environment.clock.now(),
      generation: 0)
  }

  private typealias Known = (history: ApplicationHistory, day: Int64)

  /// Reads the application history of the caller, and writes the history that `change` returns.
  ///
  /// - Parameter change: gets the stored history with the day when the caller was last seen, and
  ///   the present time. The stored history is nil if the store has no history of the caller.
  ///   `change` returns the new history, or nil to keep the old history. `change` is called a
  ///   second time before the write, because other processes may have written the history since the
  ///   first call.
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

  /// Deletes the histories of applications that were not seen for 400 days, and the oldest
  /// histories if there are more than 512.
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
  /// Returns the digest of the wanted value for each attribute that the store compares for a query.
  ///
  /// Empty if the query names a reference, or if it searches identities.
  func conditions(of query: Query) throws(KeychainError) -> [Attribute: Identifier16] {
    guard query.references.isEmpty, query.itemClass != .identity else { return [:] }
    let plan = try planner.plan(query, within: .all, reading: .digests)
    return Dictionary(
      plan.store.terms.map { ($0.attribute, $0.digest) }, uniquingKeysWith: { first, _ in first })
  }
}

extension ApplicationHistory {
  /// Returns true if the caller has the groups, version, executable file and entitlements that were
  /// recorded last.
  fileprivate func isSeen(as caller: Caller) -> Bool {
    generations.last?.fits(caller) == true
  }
}
