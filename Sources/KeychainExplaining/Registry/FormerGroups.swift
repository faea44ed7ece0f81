// SPDX-License-Identifier: Apache-2.0
import Keybag
import KeychainEngine
import KeychainExplanations
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Looks for what a query means in the groups that the program had before
/// (spec/diagnostics.md 6.4).
///
/// Only what the program has made itself is found there: what others made in these groups is not
/// for it to learn. Programs without entitlements see each other's, as nothing separates them.
struct FormerGroups {
  let session: Session
  let reader: StoreReader
  let query: Query
  let effort: SearchEffort

  func access() throws(KeychainError) -> FormerAccess {
    var access = FormerAccess()
    let caller = session.caller
    let seal = RegistrySeal(session.codec.keybag)
    let name = try sealing { () throws(SealError) in try seal.name(of: caller.identifier) }
    let own = try storing { () throws(StorageError) in try reader.registryRow(named: name) }
    access.history = own.flatMap { seal.history(in: $0) }
    for group in access.history?.lostGroups(to: caller) ?? [] {
      let items = try items(in: group, by: caller.identifier)
      if !items.isEmpty { access.lost.append(FormerAccess.Place(group: group, items: items)) }
    }
    if case .adHoc = caller.origin { access.others = try others(than: caller, seal) }
    return access
  }

  /// Other programs without entitlements that made what is looked for; the last seen first.
  private func others(
    than caller: Caller, _ seal: RegistrySeal
  ) throws(KeychainError) -> [FormerAccess.Place] {
    let rows = try storing { () throws(StorageError) in try reader.registryRows() }
    var places: [FormerAccess.Place] = []
    for history in rows.reversed().lazy.compactMap({ seal.history(in: $0) })
    where history.generations.last?.hasEntitlements == false
      && history.identifier != caller.identifier
    {
      let items = try items(in: history.identifier, by: history.identifier)
      if !items.isEmpty {
        places.append(FormerAccess.Place(group: history.identifier, items: items))
      }
    }
    return places
  }

  private func items(in group: String, by creator: String) throws(KeychainError) -> [ItemFact] {
    let plan = try session.planner.plan(query, within: .groups([group]), reading: .digests)
    let survey = MatchSurvey(session: session, reader: reader, plan: plan, query: query)
    return try survey.matches(upTo: effort.candidates).0.filter { $0.creator == creator }
  }
}
