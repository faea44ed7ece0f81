// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// Seals what is known of applications into rows, and opens it, with the keys of one keybag.
package struct RegistrySeal {
  private let keybag: UnlockedKeybag

  package init(_ keybag: UnlockedKeybag) {
    self.keybag = keybag
  }

  /// The name of an application's row.
  package func name(of identifier: String) throws(SealError) -> Identifier16 {
    try keybag.digests.applicationDigest(of: identifier)
  }

  package func row(_ history: ApplicationHistory, seenOn day: Int64) throws(SealError)
    -> RegistryRow
  {
    let name = try name(of: history.identifier)
    return RegistryRow(
      name: name, day: day,
      sealed: try keybag.sealer.sealApplication(history.bytes, named: name))
  }

  /// What a row tells; nil for one that these keys have not made, and for that of the events.
  package func history(in row: RegistryRow) -> ApplicationHistory? {
    content(of: row).flatMap { ApplicationHistory(bytes: $0) }
  }

  /// The name of the row that tells what happened to the keys: no application has that identifier.
  package func nameOfEvents() throws(SealError) -> Identifier16 { try name(of: "") }

  package func row(_ events: [KeyEvent], on day: Int64) throws(SealError) -> RegistryRow {
    let name = try nameOfEvents()
    let bytes = KeyEvent.encode(events)
    return RegistryRow(
      name: name, day: day, sealed: try keybag.sealer.sealApplication(bytes, named: name))
  }

  /// What a row tells of events, the oldest first; nil for one of an application.
  package func events(in row: RegistryRow) -> [KeyEvent]? {
    content(of: row).flatMap { KeyEvent.decode($0) }
  }

  private func content(of row: RegistryRow) -> [UInt8]? {
    try? keybag.sealer.openApplication(row.sealed, named: row.name)
  }

  /// Whether these keys have made a row.
  package func opens(_ row: RegistryRow) -> Bool {
    events(in: row) != nil || history(in: row) != nil
  }

  /// A row under these keys instead of those that made it; nil where it does not open.
  ///
  /// Searches are left out: their digests are of the old keys.
  package func renewed(_ row: RegistryRow, from old: RegistrySeal) throws(SealError)
    -> RegistryRow?
  {
    if let events = old.events(in: row) { return try self.row(events, on: row.day) }
    guard let history = old.history(in: row) else { return nil }
    return try self.row(history.withoutDigests, seenOn: row.day)
  }

  /// The newest row of each application, and of the events, among those that open.
  package func newest(_ rows: [RegistryRow]) -> [RegistryRow] {
    var newest: [Identifier16: (row: RegistryRow, count: Int)] = [:]
    for row in rows {
      let generations = history(in: row)?.generations.last.map { Int($0.number) }
      guard let count = generations ?? events(in: row)?.count else { continue }
      if let known = newest[row.name], (known.row.day, known.count) >= (row.day, count) {
        continue
      }
      newest[row.name] = (row, count)
    }
    return newest.values.map(\.row).sorted { ($0.day, $0.name) < ($1.day, $1.name) }
  }
}
