// SPDX-License-Identifier: Apache-2.0
import KeychainEngine
import KeychainRows
import KeychainStorage
import KeychainTypes

/// Searches the access groups of other programs for items that match a query.
///
/// Only the owner of the store may see the result (Specification/diagnostics.md, "Levels of
/// detail").
struct OwnersView {
  let session: Session
  let reader: StoreReader
  let query: Query
  let effort: SearchEffort
  /// The greatest number of access groups that the result names.
  private static let most = 5

  func fact() throws(KeychainError) -> OwnedFact {
    var fact = OwnedFact()
    var everywhere = query
    everywhere.limit = .all
    everywhere.sync = .any
    let plan = try session.planner.plan(everywhere, within: .all, reading: .digests)
    let survey = MatchSurvey(session: session, reader: reader, plan: plan, query: everywhere)
    let held = Set(session.caller.groups)
    let foreign = try survey.matches(upTo: effort.candidates).0.filter { item in
      item.group.map { !held.contains($0) } ?? item.isLocked
    }
    let places = Dictionary(grouping: foreign) { $0.group ?? "" }
    fact.places = places.sorted { $0.key < $1.key }.prefix(Self.most).map { group, items in
      OwnedFact.Place(
        group: group.isEmpty ? nil : group, count: items.count,
        creators: items.compactMap(\.creator).unique.sorted())
    }
    fact.formers = try formers()
    return fact
  }

  /// Returns the other identifiers that the executable file of the program had in the past.
  ///
  /// Empty if the executable file is not known, or if it always had the present identifier.
  private func formers() throws(KeychainError) -> [OwnedFact.Former] {
    guard let executable = session.caller.executable else { return [] }
    let seal = RegistrySeal(session.codec.keybag)
    let rows = try storing { () throws(StorageError) in try reader.registryRows() }
    return rows.reversed().compactMap { seal.history(in: $0) }.filter { history in
      history.identifier != session.caller.identifier
        && history.generations.contains { $0.executable == executable }
    }.map { history in
      OwnedFact.Former(
        identifier: history.identifier, groups: history.generations.flatMap(\.groups).unique,
        hasEntitlements: history.generations.last?.hasEntitlements ?? false)
    }
  }
}
