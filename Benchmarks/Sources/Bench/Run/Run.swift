// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A run of the benchmarks: all rows at all sizes.
final class Run {
  let options: Options
  let table: Table
  /// The path of this program, which runs some parts in processes of their own.
  let program: String
  private let scratch: Scratch

  var samples: Int { options.samples }
  var isSmoke: Bool { options.isSmoke }

  init(_ options: Options) throws {
    self.options = options
    scratch = try Scratch(options.directory)
    let bars = options.isSmoke ? nil : options.thresholds
    table = Table(try bars.map { try Thresholds(file: $0) } ?? Thresholds())
    program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }

  /// Measures everything and returns the exit status.
  func all() throws -> CInt {
    defer { scratch.removeAll() }
    let machine = Machine(seconds: isSmoke ? 0.1 : 3, directory: scratch.path)
    table.say(Machine.date + (isSmoke ? " (smoke: it runs, no bars)" : ""))
    table.say(machine.description)
    table.say(machine.state)
    if let note = options.note { table.say("note: " + note) }
    table.say(
      "\(samples) samples of each side, in turns; gnome-keyring in microseconds of its client")
    table.begin()
    if wants("limit") { try LimitRows.measure(scratch.path, self) }
    if wants("startup/sdk") { try StartupRows.measure(scratch.path, self) }
    if wants("certificate") || wants("identity") {
      try CertificateRows.measure(scratch.path, self)
    }
    if wants("file") { try KeychainFileRows.measure(scratch.path, self) }
    let peers = try Peers(options, scratch)
    defer { peers.close() }
    let stores = Stores(scratch: scratch, memory: options.memory, isSmoke: isSmoke)
    for items in options.sizes { try measure(items, stores, peers) }
    return try end()
  }

  private func measure(_ items: Int, _ stores: Stores, _ peers: Peers) throws {
    let fixture = try stores.fixture(items, as: "work")
    let smallest = options.sizes[0]
    let few = items == smallest ? fixture : try stores.fixture(smallest, as: "few")
    if wants("copy/raw") { try CopyRows.measure(fixture, few: few, self) }
    if wants("copy/secitem") { try SecItemRows.measure(fixture, self) }
    if wants("explain/near") { try ExplainRows.measure(fixture, self) }
    if wants("explain/one") {
      try ExplainRows.measureOne(try stores.ofOneService(items), items, self)
    }
    if wants("access/satisfied") { try AccessRows.measure(fixture, self) }
    if wants("access/secitem") { try AccessCallRows.measure(fixture, self) }
    if wants("lock/time") { try LockRows.measure(fixture, self) }
    if wants("key"), items == smallest { try KeyRows.measure(fixture, self) }
    if wants("add/raw") { try AddRows.measure(fixture, few: few, self) }
    if wants("add/threads") { try ThreadRows.measure(fixture, self) }
    if wants("open/time") { try OpenRows.measure(fixture, self) }
    try measurePeers(fixture, peers)
    if wants("add/bytes") { try AddRows.measureBytes(fixture, self) }
    for name in ["work", "few"] { try scratch.remove(name) }
  }

  /// True if the options ask for a row and for the rows measured together with it.
  private func wants(_ row: String) -> Bool {
    options.rows.isEmpty || options.rows.contains { row == $0 || row.hasPrefix($0 + "/") }
  }

  private func measurePeers(_ fixture: Fixture, _ peers: Peers) throws {
    guard wants("keyring") || wants("process/time") else { return }
    if fixture.items <= Peers.mostItems { try peers.fill(fixture.items) }
    if wants("keyring") { try measureKeyring(fixture, peers) }
    if wants("process/time") { try ProcessRows.measure(fixture, peers, self) }
  }

  private func measureKeyring(_ fixture: Fixture, _ peers: Peers) throws {
    guard let keyring = peers.keyring, fixture.items <= Peers.mostItems else {
      let why = peers.keyring == nil ? "gnome-keyring: not installed" : "gnome-keyring: not filled"
      return table.add(.missing("copy/keyring", "copy, add, open", fixture.items, why))
    }
    try CopyRows.measureKeyring(fixture, keyring, self)
    try AddRows.measureKeyring(fixture, keyring, self)
    try OpenRows.measureKeyring(fixture, keyring, self)
  }

  private func end() throws -> CInt {
    if let path = options.markdown {
      try table.markdown.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let unjudged = isSmoke || !options.rows.isEmpty ? [] : table.unjudged(sizes: options.sizes)
    for missed in table.missed { Text.note("missed: " + missed) }
    for row in unjudged { Text.note("not measured: " + row) }
    return table.missed.isEmpty && unjudged.isEmpty ? 0 : 1
  }
}
