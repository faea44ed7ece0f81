// SPDX-License-Identifier: Apache-2.0
package import Keybag
package import KeychainStorage
package import KeychainTypes

/// Encrypts the rows of the table `registry`, and decrypts them, with the keys of one keybag.
///
/// A row contains the history of one application, or the key events of the store. The history says
/// which access groups, version, file and entitlements the application had, and when they changed.
/// In a key event, items were lost because their keys are missing, for example when the passcode
/// was removed.
package struct RegistrySeal {
  private let keybag: UnlockedKeybag

  package init(_ keybag: UnlockedKeybag) {
    self.keybag = keybag
  }

  /// Returns the digest of an application identifier.
  ///
  /// By this digest, the application's row is found in the table `registry`.
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

  /// Returns the history of an application (its access groups, versions, files and entitlements
  /// over time) from its row.
  ///
  /// Nil if the row was sealed with other keys, or contains key events (losses of items whose keys
  /// are missing).
  package func history(in row: RegistryRow) -> ApplicationHistory? {
    content(of: row).flatMap { ApplicationHistory(bytes: $0) }
  }

  /// Returns the digest that names the row with the key events (losses of items whose keys are
  /// missing).
  ///
  /// The digest is made from the empty identifier, which no application has.
  package func nameOfEvents() throws(SealError) -> Identifier16 { try name(of: "") }

  package func row(_ events: [KeyEvent], on day: Int64) throws(SealError) -> RegistryRow {
    let name = try nameOfEvents()
    let bytes = KeyEvent.encode(events)
    return RegistryRow(
      name: name, day: day, sealed: try keybag.sealer.sealApplication(bytes, named: name))
  }

  /// Returns the key events (losses of items whose keys are missing) in a row, oldest first.
  ///
  /// Nil if the row was sealed with other keys, or contains the history of an application.
  package func events(in row: RegistryRow) -> [KeyEvent]? {
    content(of: row).flatMap { KeyEvent.decode($0) }
  }

  private func content(of row: RegistryRow) -> [UInt8]? {
    try? keybag.sealer.openApplication(row.sealed, named: row.name)
  }

  /// True if the keys of this keybag decrypt a row of the registry.
  package func opens(_ row: RegistryRow) -> Bool {
    events(in: row) != nil || history(in: row) != nil
  }

  /// Returns a copy of a row that is sealed with the keys of this keybag instead of the keys of
  /// `old`.
  ///
  /// Nil if the keys of `old` do not decrypt the row. Recorded searches of the application are left
  /// out, because their digests were made with the keys of `old`.
  package func renewed(_ row: RegistryRow, from old: RegistrySeal) throws(SealError)
    -> RegistryRow?
  {
    if let events = old.events(in: row) { return try self.row(events, on: row.day) }
    guard let history = old.history(in: row) else { return nil }
    return try self.row(history.withoutDigests, seenOn: row.day)
  }

  /// Returns the newest row of each application and the newest row of key events (losses of items
  /// whose keys are missing).
  ///
  /// Rows that cannot be decrypted are ignored.
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
