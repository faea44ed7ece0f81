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
  /// Rows that are surely opened in a millisecond.
  private static let perMillisecond = 10

  func access() throws(KeychainError) -> FormerAccess {
    var access = FormerAccess()
    let caller = session.caller
    let seal = RegistrySeal(session.codec.keybag)
    access.history = try reader.history(of: caller, under: session.codec.keybag)
    access.events = try reader.keyEvents(under: session.codec.keybag)
    access.search = try workedBefore(access.history)
    let lost = access.history?.lostGroups(to: caller) ?? []
    for group in lost {
      let place = try place(group, by: caller.identifier, among: lost.count)
      if place.count > 0 { access.lost.append(place) }
    }
    if case .adHoc = caller.origin { access.others = try others(than: caller, seal) }
    return access
  }

  /// The latest search that found something by fewer conditions than this one, all of them alike.
  private func workedBefore(
    _ history: ApplicationHistory?
  ) throws(KeychainError) -> EarlierSearch? {
    guard let history, !history.searches.isEmpty else { return nil }
    let conditions = try session.codec.conditions(of: query)
    for search in history.searches.reversed() {
      guard let added = search.added(by: conditions, of: query.itemClass), !added.isEmpty else {
        continue
      }
      let version = history.generations.first { $0.number == search.generation }?.version
      return EarlierSearch(time: search.time, version: version, added: added)
    }
    return nil
  }

  /// Other programs without entitlements that made what is looked for; the last seen first.
  private func others(
    than caller: Caller, _ seal: RegistrySeal
  ) throws(KeychainError) -> [FormerAccess.Place] {
    let rows = try storing { () throws(StorageError) in try reader.registryRows() }
    let histories = rows.reversed().compactMap { seal.history(in: $0) }.filter {
      $0.generations.last?.hasEntitlements == false && $0.identifier != caller.identifier
    }
    var places: [FormerAccess.Place] = []
    for history in histories {
      let name = history.identifier
      var place = try place(name, by: name, among: histories.count)
      place.executable = history.generations.last?.executable
      if place.count > 0 { places.append(place) }
    }
    return places
  }

  /// What a program made in a group where the query means some of it, of as many rows as there is
  /// time for: the first that are meant, and how many of the class there are in all.
  private func place(
    _ group: String, by creator: String, among places: Int
  ) throws(KeychainError) -> FormerAccess.Place {
    let affordable = effort.milliseconds * Self.perMillisecond / max(1, places)
    let most = max(1, min(effort.candidates, affordable))
    let meant = try made(by: creator, in: group, meaning: query, upTo: most)
    guard meant.count > 0 else { return FormerAccess.Place(group: group, items: [], count: 0) }
    var everything = Query(query.itemClass)
    everything.sync = .any
    let all = try made(by: creator, in: group, meaning: everything, upTo: most)
    return FormerAccess.Place(
      group: group, items: meant.items, count: max(all.count, meant.count))
  }

  private func made(
    by creator: String, in group: String, meaning query: Query, upTo most: Int
  ) throws(KeychainError) -> (items: [ItemFact], count: Int) {
    let plan = try session.planner.plan(query, within: .groups([group]), reading: .digests)
    let survey = MatchSurvey(session: session, reader: reader, plan: plan, query: query)
    let (items, count) = try survey.matches(upTo: most, by: creator)
    return (items, count)
  }
}

extension StoreReader {
  /// What is remembered of a program.
  func history(
    of caller: Caller, under keybag: UnlockedKeybag
  ) throws(KeychainError) -> ApplicationHistory? {
    let seal = RegistrySeal(keybag)
    let name = try sealing { () throws(SealError) in try seal.name(of: caller.identifier) }
    let row = try storing { () throws(StorageError) in try registryRow(named: name) }
    return row.flatMap { seal.history(in: $0) }
  }
}
