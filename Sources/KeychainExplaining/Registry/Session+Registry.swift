// SPDX-License-Identifier: Apache-2.0
import Keybag
package import KeychainEngine
package import KeychainExplanations
import KeychainRows
import KeychainStorage
package import KeychainTypes

/// What the store remembers of the applications that used it (spec/diagnostics.md 9).
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
