// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainExplanations
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

  /// What a row tells; nil for one that these keys have not made.
  package func history(in row: RegistryRow) -> ApplicationHistory? {
    guard let bytes = try? keybag.sealer.openApplication(row.sealed, named: row.name) else {
      return nil
    }
    return ApplicationHistory(bytes: bytes)
  }

  /// A row under these keys instead of those that made it; nil where it does not open.
  package func renewed(_ row: RegistryRow, from old: RegistrySeal) throws(SealError)
    -> RegistryRow?
  {
    guard let history = old.history(in: row) else { return nil }
    return try self.row(history, seenOn: row.day)
  }

  /// The newest row of each application among those that open.
  package func newest(_ rows: [RegistryRow]) -> [RegistryRow] {
    var newest: [Identifier16: (row: RegistryRow, count: UInt32)] = [:]
    for row in rows {
      guard let count = history(in: row)?.generations.last?.number else { continue }
      if let known = newest[row.name], (known.row.day, known.count) >= (row.day, count) {
        continue
      }
      newest[row.name] = (row, count)
    }
    return newest.values.map(\.row).sorted { ($0.day, $0.name) < ($1.day, $1.name) }
  }
}
