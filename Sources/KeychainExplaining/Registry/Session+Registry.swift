// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainEngine
package import KeychainExplanations
import KeychainRows
import KeychainStorage
package import KeychainTypes

/// What the store remembers of the applications that used it (spec/diagnostics.md 9).
extension Session: Remembering {
  /// How many applications are remembered.
  package static let mostApplications = 512
  /// How many days after an application was last seen it is forgotten.
  package static let daysRemembered: Int64 = 400
  /// Milliseconds that remembering may wait for other writers: nobody asked for it.
  private static let patience = 100

  /// Takes notice of the caller; writes where it is new, has changed, or was not seen today.
  ///
  /// A store that cannot be written now is no error: the next start of the application tries
  /// again.
  package func notice() {
    try? withKeys { (call) throws(KeychainError) in try call.noticeOnce() }
  }

  private func noticeOnce() throws(KeychainError) {
    guard !caller.identifier.isEmpty, !caller.groups.isEmpty else { return }
    let now = engine.environment.clock.now()
    let seal = RegistrySeal(codec.keybag)
    let caller = caller
    let name = try sealing { () throws(SealError) in try seal.name(of: caller.identifier) }
    let known = try reading { (reader) throws(KeychainError) in
      try storing { () throws(StorageError) in try reader.registryRow(named: name) }
    }
    let isSeen = known.map { $0.day >= now.day && seal.history(in: $0)?.fits(caller) == true }
    guard isSeen != true else { return }
    let epochs = codec.keybag.epochs
    try engine.store.write(within: Self.patience) { (transaction) throws(KeychainError) in
      guard transaction.keyEpochs == epochs else { throw KeychainError(StorageError.rekeyed) }
      // As others have left it meanwhile.
      let row = try storing { () throws(StorageError) in
        try transaction.reader.registryRow(named: name)
      }
      var history = row.flatMap { seal.history(in: $0) } ?? ApplicationHistory(caller, at: now)
      _ = history.see(caller, at: now)
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

  package func leftBehind() throws(KeychainError) -> [FormerAccess.Place] {
    try withKeys { (call) throws(KeychainError) in
      try call.reading { (reader) throws(KeychainError) in
        var places: [FormerAccess.Place] = []
        for itemClass in ItemClass.stored {
          var query = Query(itemClass)
          query.sync = .any
          let search = FormerGroups(
            session: call, reader: reader, query: query, effort: .commandLine)
          places += try search.access().lost
        }
        return places
      }
    }
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

extension ApplicationHistory {
  /// Whether a caller is what was seen last.
  fileprivate func fits(_ caller: Caller) -> Bool { generations.last?.fits(caller) == true }
}

extension Instant {
  /// Whole days since 2001-01-01 UTC.
  fileprivate var day: Int64 { microseconds / 86_400_000_000 }
}
